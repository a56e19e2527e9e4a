import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';

import { describe, expect, it } from '@jest/globals';
import {
	convertCompilerOptionsFromJson,
	createCompilerHost,
	createProgram,
	createSourceFile,
	flattenDiagnosticMessageText,
	getPreEmitDiagnostics,
	ModuleKind,
	ScriptTarget,
	transpile,
	type CompilerHost,
} from 'typescript';

import { nodeProperties } from '../../nodes/shared/operation/nodeProperties';
import * as locators from '../../nodes/pickers/locators';
import * as operation from '../../nodes/shared/operation/operation';
import type { ListOperation } from '../../nodes/shared/operation/operation';
import * as pages from '../../nodes/shared/pagination/paginate';
import manifest from '../../package.json';
import settings from '../../tsconfig.json';

const project = resolve(__dirname, '../..');
const guide = readFileSync(join(project, 'docs/developers.md'), 'utf8');
const code = /<!-- an operation, whole -->\s+```ts\n([^]*?)```/.exec(guide)?.[1] ?? '';

/** What the compiler holds against each text, as if it were the file of an operation. */
function complaintsAbout(texts: readonly string[]): string[][] {
	const given = { ...settings.compilerOptions, noEmit: true };
	const { options } = convertCompilerOptionsFromJson(given, project);
	const files = new Map(
		texts.map((text, index) => [join(project, `nodes/Domain/operations/${index}.ts`), text]),
	);
	const disk = createCompilerHost(options);
	const host: CompilerHost = {
		...disk,
		fileExists: (name) => files.has(name) || disk.fileExists(name),
		getSourceFile: (name, target) => {
			const text = files.get(name);
			return text === undefined
				? disk.getSourceFile(name, target)
				: createSourceFile(name, text, target);
		},
	};
	const program = createProgram([...files.keys()], options, host);
	return [...files.keys()].map((name) =>
		getPreEmitDiagnostics(program, program.getSourceFile(name)).map(({ messageText }) =>
			flattenDiagnosticMessageText(messageText, '\n'),
		),
	);
}

type Run = (require: (name: string) => unknown, exports: object) => void;

/** What a text exports, as an operation's file would. */
function exportsOf(text: string): { getReports?: ListOperation } {
	const compiled = transpile(text, { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 });
	const modules: Record<string, unknown> = {
		'../../pickers/locators': locators,
		'../../shared/operation/operation': operation,
		'../../shared/pagination/paginate': pages,
	};
	const exported = {};
	const run = runInThisContext(`(require, exports) => {${compiled}\n}`) as Run;
	run((name) => modules[name], exported);
	return exported;
}

/** The scripts that a page names and package.json does not have. */
const unknownScripts = (text: string): string[] =>
	[...text.matchAll(/npm run ([\w:]+)/g)]
		.map(([, script = '']) => script)
		.filter((script) => !(script in manifest.scripts));

describe('the page for developers', () => {
	it('shows an operation that compiles, as a slip in it would not', () => {
		const slip = code.replace('({ log_source_group }) =>', '({ group }) =>');
		const [complaints, ofSlip = []] = complaintsAbout([code, slip]);
		expect(code.length).toBeGreaterThan(200);
		expect(complaints).toEqual([]);
		expect(ofSlip.join('\n')).toContain("'group' does not exist");
	}, 60_000);

	it('shows all that a new endpoint takes', async () => {
		const { getReports } = exportsOf(code);
		if (getReports === undefined) throw new Error('It exports no operation');
		const properties = nodeProperties([getReports]);
		expect(properties.map(({ name }) => name)).toEqual([
			'resource',
			'operation',
			'log_source_group',
			'returnAll',
			'limit',
		]);

		const params = { log_source_group: 'Servers' };
		const request = getReports.request(params);
		expect(request).toEqual({
			method: 'GET',
			path: '/reports',
			query: { log_source_group: 'Servers' },
		});
		const asked: unknown[] = [];
		const service = {
			send: (sent: { query?: object }) => {
				asked.push(sent.query);
				const data = asked.length === 1 ? [{ report: 1 }, { report: 2 }] : [];
				return Promise.resolve({ body: { data, meta: { total: 2 } }, date: undefined });
			},
			note: () => undefined,
			pause: () => Promise.resolve(),
		};
		const rows = [];
		for await (const page of getReports.pages(params)(service, request, 2)) rows.push(...page);
		expect(rows).toEqual([{ report: 1 }, { report: 2 }]);
		expect(asked).toEqual([{ log_source_group: 'Servers', page: 1, limit: 2 }]);
	});
});

describe('the pages', () => {
	const texts = [
		'README.md',
		'CONTRIBUTING.md',
		'examples/README.md',
		...readdirSync(join(project, 'docs')).map((name) => `docs/${name}`),
	]
		.filter((name) => name.endsWith('.md'))
		.map((name): [string, string] => [name, readFileSync(join(project, name), 'utf8')]);

	it.each(texts)('%s names scripts that exist', (_name, text) => {
		expect(unknownScripts(text)).toEqual([]);
	});

	it('are refused where they name one that does not exist', () => {
		expect(unknownScripts('Run `npm run moon` or `npm run lint`')).toEqual(['moon']);
	});
});
