const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const vm = require('node:vm');

const NodeEnvironment = require('jest-environment-node').default;

const { now } = Date;

/** A stand-in for the context in which this file runs. */
const here = vm.createContext({});

const { compileFunction } = vm;
vm.compileFunction = (code, names, { parsingContext, ...options } = {}) =>
	compileFunction(code, names, {
		...options,
		...(parsingContext !== here && { parsingContext }),
	});

// n8n's packages read this variable when they are loaded, which happens once.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-engine-'));

/**
 * Runs tests in the context of the process, so that packages loaded once (`outside.cjs`) serve
 * every suite. Loading n8n's packages takes longer than most suites.
 */
module.exports = class OneContext extends NodeEnvironment {
	constructor(config, context) {
		super(config, context);
		const { constructor: Timers } = this.fakeTimersModern;
		const { constructor: Mocker } = this.moduleMocker;
		this.fakeTimersModern = new Timers({ config: config.projectConfig, global: globalThis });
		this.moduleMocker = new Mocker(globalThis);
		this.global = globalThis;
		Object.assign(globalThis, config.projectConfig.globals, { requireOutside: require });
	}

	getVmContext() {
		return here;
	}

	handleTestEvent({ name }) {
		// jest reads the time next.
		if (name === 'run_finish') Date.now = now;
	}

	async teardown() {
		await super.teardown();
		Date.now = now;
	}
};
