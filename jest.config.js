const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// What the tests and their workers put into the temporary folder goes when the run ends.
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'log-management-test-'));
process.on('exit', () => rmSync(process.env.TMPDIR, { recursive: true, force: true }));

const project = {
	testEnvironment: 'node',
	cacheDirectory: '<rootDir>/.cache/jest',
	setupFiles: ['<rootDir>/test/support/seed.ts'],
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
	// jest leaves one processor free, which is half of a small machine.
	maxWorkers: '100%',
	// A busy machine is no reason to fail.
	testTimeout: 60_000,
	testSequencer: '<rootDir>/test/support/longestFirst.js',
	projects: [
		{
			...project,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(host|editor|package)/'],
		},
		{
			...project,
			displayName: 'package',
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
			// `npm run test:long` runs it.
			testPathIgnorePatterns: [
				'/node_modules/',
				...(process.env.TESTS === 'all' ? [] : ['package/newEndpoint']),
			],
		},
	],
};
