const vm = require('node:vm');

const NodeEnvironment = require('jest-environment-node').default;

/** Represents the context that this file itself runs in. */
const here = vm.createContext({});

const { compileFunction } = vm;
vm.compileFunction = (code, names, { parsingContext, ...options } = {}) =>
	compileFunction(code, names, {
		...options,
		...(parsingContext !== here && { parsingContext }),
	});

/**
 * Runs tests in the context of the process itself, so that packages which were loaded once
 * (`outside.cjs`) serve every suite. Loading n8n's packages takes more time than most suites.
 */
module.exports = class OneContext extends NodeEnvironment {
	#before = new Set(Reflect.ownKeys(globalThis));
	#exit = process.exit;
	#console = console;
	#now = Date.now;

	constructor(config, context) {
		super(config, context);
		const { constructor: Timers } = this.fakeTimersModern;
		const { constructor: Mocker } = this.moduleMocker;
		this.fakeTimersModern = new Timers({ config: config.projectConfig, global: globalThis });
		this.moduleMocker = new Mocker(globalThis);
		this.global = globalThis;
		globalThis.requireOutside = require;
		Object.assign(globalThis, config.projectConfig.globals);
	}

	getVmContext() {
		return here;
	}

	handleTestEvent({ name }) {
		// jest itself takes the time next.
		if (name === 'run_finish') Date.now = this.#now;
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
