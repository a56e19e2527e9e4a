const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const vm = require('node:vm');

const NodeEnvironment = require('jest-environment-node').default;

const { rememberGlobals } = require('./globals.cjs');
const { watchTimers } = require('./timers.cjs');
const { startWatchdog } = require('./watchdog.cjs');

/** Represents the context that this file itself runs in. */
const here = vm.createContext({});

const { compileFunction } = vm;
vm.compileFunction = (code, names, { parsingContext, ...options } = {}) =>
	compileFunction(code, names, {
		...options,
		...(parsingContext !== here && { parsingContext }),
	});

// n8n's packages read it when they are loaded, which is once.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-engine-'));

const watchdog = startWatchdog();
const timers = watchTimers();
const globals = rememberGlobals();

/** Loads an installed package; what it adds to the globals stays, since it is loaded once. */
const requireOutside = (path) =>
	path in require.cache ? require(path) : globals.keep(() => require(path));

/**
 * Runs tests in the context of the process itself, so that packages which were loaded once
 * (`outside.cjs`) serve every suite. Loading n8n's packages takes more time than most suites.
 * Each file of tests begins with the globals that the first one found, and a file that blocks its
 * process for twice as long as a test may take is ended.
 */
module.exports = class OneContext extends NodeEnvironment {
	#now = Date.now;
	#file;
	#limit;

	constructor(config, context) {
		super(config, context);
		const { constructor: Timers } = this.fakeTimersModern;
		const { constructor: Mocker } = this.moduleMocker;
		this.fakeTimersModern = new Timers({ config: config.projectConfig, global: globalThis });
		this.moduleMocker = new Mocker(globalThis);
		this.global = globalThis;
		this.#file = context.testPath;
		this.#limit = 2 * config.projectConfig.testTimeout;
		watchdog.watch(this.#file, this.#limit);
		Object.assign(globalThis, config.projectConfig.globals, { requireOutside });
	}

	getVmContext() {
		return here;
	}

	handleTestEvent({ name, test }) {
		if (name === 'test_start') watchdog.watch(`${this.#file} › ${test.name}`, this.#limit);
		// jest itself takes the time next.
		if (name === 'run_finish') Date.now = this.#now;
	}

	async teardown() {
		await super.teardown();
		timers.clear();
		globals.restore();
	}
};
