const { hash } = require('node:crypto');

const { default: Sequencer } = require('@jest/test-sequencer');

/** With jest's `--randomize` the files run in a random order too; `--seed` repeats that order. */
module.exports = class extends Sequencer {
	#options;

	constructor({ globalConfig }) {
		super();
		this.#options = globalConfig;
	}

	sort(tests) {
		const { randomize, seed } = this.#options;
		if (!randomize) return super.sort(tests);
		const place = ({ path }) => hash('sha256', `${seed} ${path}`);
		return [...tests].sort((a, b) => place(a).localeCompare(place(b)));
	}
};
