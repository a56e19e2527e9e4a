const { projects } = require('./jest.config.js');

const kills = process.env.HOST_SUITE === 'kills';

/**
 * The tests that run a real n8n process; one file at a time, since each starts hosts of its own.
 * The kills of the trigger take long: `npm run test:kills` runs them, and nothing else.
 */
module.exports = {
	...projects[0],
	displayName: 'host',
	testMatch: [kills ? '<rootDir>/test/host/trigger.test.ts' : '<rootDir>/test/host/**/*.test.ts'],
	testPathIgnorePatterns: kills ? ['/node_modules/'] : ['/node_modules/', 'host/trigger'],
	maxWorkers: 1,
	testTimeout: 300_000,
};
