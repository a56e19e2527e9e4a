const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// What the tests and their workers put into the temporary folder goes when the run ends.
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'log-management-test-'));
process.on('exit', () => rmSync(process.env.TMPDIR, { recursive: true, force: true }));

/** Loaded once by each worker, not once by each file of tests: `test/support/jest/environment.cjs`. */
const loadedOnce = [
	'@n8n',
	'fast-check',
	'fastify',
	'flatted',
	'n8n-core',
	'n8n-workflow',
	'reflect-metadata',
	'selfsigned',
	'zod',
];

const shared = {
	// Stryker resolves this path itself, so it is absolute.
	testEnvironment: join(__dirname, 'test/support/jest/environment.cjs'),
	cacheDirectory: '<rootDir>/.cache/jest',
	setupFiles: ['<rootDir>/test/support/jest/setup.ts'],
	transform: {
		[`/node_modules/(${loadedOnce.join('|')})/.*js$`]: '<rootDir>/test/support/jest/outside.cjs',
		'\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	transformIgnorePatterns: [],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/reports/'],
	testPathIgnorePatterns: ['/node_modules/'],
	testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
	restoreMocks: true,
	// jest leaves one processor free, which is half of a small machine.
	maxWorkers: '100%',
	// A busy machine is no reason to fail, or to end a worker that has done its work.
	testTimeout: 60_000,
	workerGracefulExitTimeout: 5_000,
};

/** A real n8n is started by each file of tests: one at a time. */
const realHost = { maxWorkers: 1, testTimeout: 300_000 };

const testsOf = (paths) => [`<rootDir>/test/${paths}/**/*.test.ts`];

/** The suites of package.json's scripts, by SUITE. */
const suites = {
	unit: {
		testMatch: testsOf('!(hostile|package|host|editor)'),
	},
	long: { testMatch: testsOf('(hostile|package)') },
	host: {
		...realHost,
		testMatch: testsOf('host'),
		testPathIgnorePatterns: ['/node_modules/', 'host/(trigger|queue)'],
	},
	kills: { ...realHost, testMatch: ['<rootDir>/test/host/(trigger|queue).test.ts'] },
	editor: { ...realHost, testMatch: testsOf('editor') },
	mutation: { testMatch: testsOf(process.env.TESTS ?? 'unit') },
};

const suite = process.env.SUITE ?? 'unit';

module.exports = { ...shared, displayName: suite, ...suites[suite] };
