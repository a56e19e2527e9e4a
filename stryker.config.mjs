const { TESTS } = process.env;
process.env.SUITE = 'mutation';

/**
 * Plants faults in sources and counts those that tests notice. By default the unit tests are to notice
 * them: `npm run stryker -- --mutate 'nodes/shared/http/*.ts'`. TESTS names other folders of tests:
 * `TESTS=engine npm run stryker -- --mutate 'nodes/shared/engine/*.ts'`.
 */
export default {
	testRunner: 'jest',
	jest: {
		configFile: 'jest.config.js',
		// The engine loads nodes by their names, so that imports do not tell what its tests run.
		enableFindRelatedTests: TESTS === undefined,
	},
	mutate: ['nodes/shared/**/*.ts'],
	coverageAnalysis: 'perTest',
	// What runs when a file is loaded is mostly declarations, which the rules over all operations hold.
	ignoreStatic: true,
	ignorePatterns: ['dist', '.cache', 'coverage', 'reports'],
	concurrency: 2,
	timeoutMS: 15_000,
	reporters: ['html', 'clear-text', 'progress-append-only'],
	thresholds: { high: 95, low: 90, break: 80 },
	tempDirName: '.cache/stryker',
};
