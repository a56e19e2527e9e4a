const { createHash } = require('node:crypto');

const { default: Sequencer } = require('@jest/test-sequencer');

/** The suites that take longest, in that order. */
const LONG = [
	'trigger/limits',
	'trigger/health.histories',
	'trigger/histories',
	'package/newEndpoint',
	'hostile/faults',
	'hostile/secrets',
];

/**
 * Begins with what takes longest, so that it does not run alone in the end. With jest's `--randomize`
 * the files run in a random order, as the tests of each file do: `--seed` repeats it.
 */
module.exports = class extends Sequencer {
	#order;

	constructor({ globalConfig: { randomize, seed } }) {
		super();
		this.#order = randomize ? ({ path }) => hash(`${seed} ${path}`) : rank;
	}

	sort(tests) {
		return super
			.sort(tests)
			.map((test) => ({ test, place: this.#order(test) }))
			.sort((one, other) => one.place - other.place)
			.map(({ test }) => test);
	}
};

function rank({ path }) {
	const at = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
	return at < 0 ? LONG.length : at;
}

const hash = (text) => createHash('sha256').update(text).digest().readUInt32BE();
