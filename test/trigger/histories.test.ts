import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { calmHistory, keptState, lostState, type History } from '../support/trigger/history';
import { lasting, lastingHistory, type LastingHistory } from '../support/trigger/lasting';
import { hashSet, watermark } from '../support/trigger/offenders';
import { simulate } from '../support/trigger/simulation';
import type { Poller } from '../support/trigger/simulatedHost';

/** Histories that once failed, one a line; under limits that last in short. */
type Regression = { what: string } & (
	{ isLost: boolean; history: History } | { lasting: LastingHistory }
);

const regressions = readFileSync(resolve(__dirname, '../support/trigger/regressions.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as Regression);

const SEED = 20_260_501;

/** A fault where what is emitted again is none. */
const NOT_TWICE = /^(?!twice)/;

/** What a history without a fault is judged as. */
const CLEAN = 'none lost, none twice';

const underLimits = lasting.map(lastingHistory);

test.each([
	['every alert is emitted exactly once while n8n keeps the state', keptState, 25, /./],
	['no alert is lost where the state is lost or corrupted', lostState, 25, NOT_TWICE],
	['none is lost or twice under limits that last', underLimits, 4, /./],
])(
	'%s',
	async (_what, histories, numRuns, counts) => {
		await fc.assert(
			fc.asyncProperty(histories, async (some) => {
				const { faults, story } = await simulate(some);
				const wrong = faults.filter((fault) => counts.test(fault));
				if (wrong.length > 0) throw new Error([...story, ...wrong].join('\n'));
			}),
			{ numRuns, seed: SEED },
		);
	},
	120_000,
);

describe('a history that once failed', () => {
	test.each(regressions)('$what', async ({ what: _what, ...found }) => {
		const isShort = 'lasting' in found;
		const { faults } = await simulate(isShort ? lastingHistory(found.lasting) : found.history);
		const counts = !isShort && found.isLost ? NOT_TWICE : /./;
		expect(faults.filter((fault) => counts.test(fault))).toEqual([]);
	});
});

describe('in calm histories: no fault, no restart, no change of filters', () => {
	const verdictOn = async (poller?: Poller) => {
		let found = CLEAN;
		await fc.check(
			fc.asyncProperty(calmHistory, async (some) => {
				const { faults } = await simulate(some, poller);
				if (faults.length === 0) return;
				found = faults.join('\n');
				throw new Error(found);
			}),
			{ numRuns: 20, seed: 7, endOnFailure: true },
		);
		return found;
	};

	test('the trigger loses none', async () => {
		expect(await verdictOn()).toBe(CLEAN);
	}, 60_000);

	test.each([
		['a set of hashes', hashSet],
		['a watermark alone', watermark],
	])(
		'the oracle sees what %s loses',
		async (_name, offender) => {
			expect(await verdictOn(offender)).toMatch(/^lost: /m);
		},
		60_000,
	);
});
