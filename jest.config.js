const project = {
	rootDir: __dirname,
	testEnvironment: 'node',
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/reports/'],
};

/** Jest projects by name; those of a real n8n run on their own (`jest.host.config.js`, `jest.editor.config.js`). */
module.exports = {
	projects: [
		{
			...project,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(host|editor|bench|package)/'],
		},
		{
			...project,
			displayName: 'package',
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
		},
	],
};
