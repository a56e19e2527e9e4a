import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { poll } from '../../nodes/AlertTrigger/polling/poll';
import { calmHistory, history } from '../support/trigger/history';
import { hashSet, watermark } from '../support/trigger/offenders';
import { simulate } from '../support/trigger/simulation';
import type { Poller } from '../support/trigger/simulatedHost';

const HISTORIES = Number(process.env['HISTORIES'] ?? 1000);

test('every alert exactly once, whatever happens', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (some) => {
			const { faults, story } = await simulate(some, poll);
			if (faults.length > 0) throw new Error([...story, ...faults].join('\n'));
		}),
		{ numRuns: HISTORIES },
	);
}, 600_000);

describe('in calm histories: no fault, no restart, no change of filters', () => {
	const verdictOn = async (poller: Poller) => {
		let found = 'none lost, none twice';
		await fc.check(
			fc.asyncProperty(calmHistory, async (some) => {
				const { faults } = await simulate(some, poller);
				if (faults.length === 0) return;
				found = faults.join('\n');
				throw new Error(found);
			}),
			{ numRuns: 100, seed: 7, endOnFailure: true },
		);
		return found;
	};

	test('the trigger loses none', async () => {
		expect(await verdictOn(poll)).toBe('none lost, none twice');
	}, 120_000);

	test.each([
		['a set of hashes', hashSet],
		['a watermark alone', watermark],
	])(
		'the oracle sees what %s loses',
		async (_name, offender) => {
			expect(await verdictOn(offender)).toMatch(/^lost: /m);
		},
		120_000,
	);
});
