const { projects } = require('./jest.config.js');

const [unit] = projects;

/** Loaded once by the process of a test runner: no fault is planted in them. */
const packages = [
	'@n8n',
	'ajv',
	'ajv-formats',
	'fast-check',
	'fastify',
	'flatted',
	'n8n-core',
	'n8n-workflow',
	'reflect-metadata',
	'selfsigned',
];

/** The tests that `npm run stryker` runs for each planted fault: suites in one file, for speed. */
module.exports = {
	...unit,
	displayName: 'mutation',
	testMatch: ['<rootDir>/test/tools/mutation/suites.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testEnvironment: './test/tools/mutation/environment.cjs',
	transform: {
		...unit.transform,
		[`/node_modules/(${packages.join('|')})/.*js$`]: '<rootDir>/test/tools/mutation/outside.cjs',
	},
	transformIgnorePatterns: [],
};
