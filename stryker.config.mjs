/** How `npm run stryker` plants faults; `test/tools/mutation/groups.ts` says where. */
export default {
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'jest.config.js',
		// The engine loads nodes by their names, so that imports do not tell what a test runs.
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	// What runs when a file is loaded is mostly declarations, which the rules over all operations hold.
	ignoreStatic: true,
	ignorePatterns: ['dist', '.cache', 'coverage', 'reports'],
	concurrency: 2,
	maxTestRunnerReuse: 300,
	timeoutMS: 15_000,
	reporters: ['html', 'progress-append-only'],
	thresholds: { high: 95, low: 90, break: null },
	tempDirName: '.cache/stryker',
};
