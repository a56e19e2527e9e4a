import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import importX from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const sources = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** The rules of a community package's own plugin, those that warn raised to refusals. */
const communityRules = Object.fromEntries(
	Object.keys(n8nCommunityNodesPlugin.configs.recommended.rules).map((rule) => [rule, 'error']),
);

/** Words for what went wrong, in texts with a blank, which users read; examples may hold any words. */
const UNFRIENDLY =
	'/^(?!e\\.g\\. )(?=[^]* )[^]*(?<!On )\\b(?:errors?|problems?|failures?|mistakes?)\\b/i';

/** The project's rules for sources and tests, on top of those of n8n (`eslint.config.mjs`). */
export default defineConfig(
	globalIgnores(['dist/', 'reports/', '.cache/', '**/package-lock.json']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		plugins: { 'import-x': importX },
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: { project: 'test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/array-type': ['error', { default: 'array-simple' }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-confusing-void-expression': [
				'error',
				{ ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
			],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/prefer-nullish-coalescing': 'error',
			'@typescript-eslint/prefer-optional-chain': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// Most messages contain numbers.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'import-x/order': [
				'error',
				{
					groups: ['builtin', 'external', 'parent', 'sibling'],
					alphabetize: { order: 'asc', caseInsensitive: true },
				},
			],
			eqeqeq: 'error',
			'prefer-const': 'error',
		},
	},
	{
		files: [...sources, 'package.json'],
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
		rules: communityRules,
	},
	{
		files: sources,
		rules: {
			'no-restricted-syntax': [
				'error',
				...[`Literal[value=${UNFRIENDLY}]`, `TemplateElement[value.cooked=${UNFRIENDLY}]`].map(
					(selector) => ({ selector, message: 'Say what happened.' }),
				),
			],
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{ selector: 'TSAsExpression > TSNeverKeyword', message: 'It hides a wrong type.' },
			],
		},
	},
	{ files: ['package.json'], languageOptions: { parser: tseslint.parser } },
);
