const { projects } = require('./jest.config.js');

/** The tests that drive the editor of a real n8n in a browser; one file at a time. */
module.exports = {
	...projects[0],
	displayName: 'editor',
	testMatch: ['<rootDir>/test/editor/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
	testTimeout: 300_000,
};
