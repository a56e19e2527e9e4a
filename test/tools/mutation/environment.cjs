const vm = require('node:vm');

const NodeEnvironment = require('jest-environment-node').default;

/** Stands for the context that this file itself runs in. */
const here = vm.createContext({});

const { compileFunction } = vm;
vm.compileFunction = (code, names, { parsingContext, ...options } = {}) =>
	compileFunction(code, names, {
		...options,
		...(parsingContext !== here && { parsingContext }),
	});

/**
 * Runs tests in the context of the process itself, so that packages which were loaded once serve every
 * run, and ends a run at its first failure: a mutant needs to be killed only once.
 */
module.exports = class OneContext extends NodeEnvironment {
	#before = new Set(Reflect.ownKeys(globalThis));
	#exit = process.exit;
	#console = console;
	#failed = false;

	constructor(config, context) {
		super(config, context);
		const { constructor: Timers } = this.fakeTimersModern;
		const { constructor: Mocker } = this.moduleMocker;
		this.fakeTimersModern = new Timers({ config: config.projectConfig, global: globalThis });
		this.moduleMocker = new Mocker(globalThis);
		this.global = globalThis;
		globalThis.requireOutside = require;
		Object.assign(globalThis, config.projectConfig.globals);
		globalThis.askedTests = (config.globalConfig.testNamePattern ?? '').replaceAll('\\', '');
	}

	getVmContext() {
		return here;
	}

	handleTestEvent({ name, test, describeBlock }) {
		if (name === 'hook_failure' || (name === 'test_done' && test.errors.length > 0)) {
			this.#failed = true;
		}
		if (!this.#failed) return;
		if (name === 'test_start') test.mode = 'skip';
		if (name === 'run_describe_start') describeBlock.mode = 'skip';
	}

	async teardown() {
		process.exit = this.#exit;
		globalThis.console = this.#console;
		for (const key of Reflect.ownKeys(globalThis)) {
			if (typeof key === 'symbol' && !this.#before.has(key))
				Reflect.deleteProperty(globalThis, key);
		}
		await super.teardown();
	}
};
