const OneContext = require('../../support/jest/environment.cjs');

/** Runs the tests that the environment names, and ends a run at its first failure: a mutant needs to be killed only once. */
module.exports = class FirstFailure extends OneContext {
	#failed = false;

	constructor(config, context) {
		super(config, context);
		globalThis.askedTests = (config.globalConfig.testNamePattern ?? '').replaceAll('\\', '');
	}

	handleTestEvent(event) {
		super.handleTestEvent(event);
		const { name, test, describeBlock } = event;
		if (name === 'hook_failure' || (name === 'test_done' && test.errors.length > 0)) {
			this.#failed = true;
		}
		if (!this.#failed) return;
		if (name === 'test_start') test.mode = 'skip';
		if (name === 'run_describe_start') describeBlock.mode = 'skip';
	}
};
