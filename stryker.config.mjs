import jestConfig from './jest.config.js';

/** Mutation tests of the core that all nodes share and of the trigger's pure part: `npm run stryker`. */
export default {
	mutate: [
		'nodes/shared/**/*.ts',
		'nodes/AlertTrigger/**/*.ts',
		'!nodes/AlertTrigger/AlertTrigger.node.ts',
	],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		// The unit tests by themselves: mutants are not in what the package tests build.
		config: jestConfig.projects[0],
		// The engine loads nodes by their names, so that imports do not tell what a test runs.
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	ignorePatterns: ['dist', '.cache', 'coverage', 'reports'],
	concurrency: 2,
	timeoutMS: 20_000,
	reporters: ['clear-text', 'html', 'progress'],
	htmlReporter: { fileName: 'reports/mutation.html' },
	incremental: true,
	incrementalFile: 'reports/mutation-incremental.json',
	thresholds: { high: 95, low: 90, break: 90 },
	tempDirName: '.cache/stryker',
};
