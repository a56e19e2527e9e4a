const { projects } = require('./jest.config.js');

/** The tests that run a real n8n process; one file at a time, since each starts hosts of its own. */
module.exports = {
	...projects[0],
	displayName: 'host',
	testMatch: ['<rootDir>/test/host/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
	testTimeout: 300_000,
};
