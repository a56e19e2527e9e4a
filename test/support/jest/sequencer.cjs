const { default: Sequencer } = require('@jest/test-sequencer');

/** The suites that take longest, in that order. */
const LONG = [
	'trigger/limits',
	'trigger/histories',
	'package/newEndpoint',
	'hostile/faults',
	'hostile/secrets',
	'readings/cases',
];

/** Begins with what takes longest, so that it does not run alone in the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => {
			const at = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
			return at < 0 ? LONG.length : at;
		};
		return super.sort(tests).sort((one, other) => rank(one) - rank(other));
	}
};
