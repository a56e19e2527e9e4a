import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { poll } from '../../nodes/AlertTrigger/polling/poll';
import { calmHistory, keptState, lostState, type History } from '../support/trigger/history';
import { faultsUnderLimits, lasting, type LastingHistory } from '../support/trigger/lasting';
import { hashSet, watermark } from '../support/trigger/offenders';
import { simulate } from '../support/trigger/simulation';
import type { Poller } from '../support/trigger/simulatedHost';

/** One history a line. */
const readLines = <Found>(name: string): Found[] =>
	readFileSync(resolve(__dirname, '../support/trigger', name), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Found);

const LASTING_REGRESSIONS = readLines<{ what: string; history: LastingHistory }>(
	'lastingRegressions.jsonl',
);

const HISTORIES = 25;

const SEED = 20_260_501;

/** A fault where what is emitted again is none. */
const NOT_TWICE = /^(?!twice)/;

/** What a history without a fault is judged as. */
const CLEAN = 'none lost, none twice';

const faultsOf = async (some: History, poller: Poller = poll) =>
	(await simulate(some, poller)).faults;

test.each([
	['every alert is emitted exactly once while n8n keeps the state', keptState, /./],
	[
		'no alert within First Fetch is lost where the state is lost or corrupted',
		lostState,
		NOT_TWICE,
	],
])(
	'%s',
	async (_what, histories, counts) => {
		await fc.assert(
			fc.asyncProperty(histories, async (some) => {
				const { faults, story } = await simulate(some, poll);
				const wrong = faults.filter((fault) => counts.test(fault));
				if (wrong.length > 0) throw new Error([...story, ...wrong].join('\n'));
			}),
			{ numRuns: HISTORIES, seed: SEED },
		);
	},
	120_000,
);

describe('under limits that are drawn at random and last', () => {
	test('none is lost or twice', async () => {
		await fc.assert(
			fc.asyncProperty(lasting, async (some) => {
				expect(await faultsUnderLimits(some)).toEqual([]);
			}),
			{ numRuns: 4, seed: SEED },
		);
	}, 120_000);

	test.each(LASTING_REGRESSIONS)('$what', async ({ history }) => {
		expect(await faultsUnderLimits(history)).toEqual([]);
	});

	test('the oracle sees what a watermark alone loses', async () => {
		const [some] = LASTING_REGRESSIONS;
		expect(some && (await faultsUnderLimits(some.history, watermark))).toContainEqual(
			expect.stringMatching(/^lost: /),
		);
	});
});

const regressions = readLines<{ what: string; isLost: boolean; history: History }>(
	'regressions.jsonl',
);

describe('a history that once failed', () => {
	test.each(regressions)('$what', async ({ isLost, history }) => {
		const faults = await faultsOf(history);
		expect(isLost ? faults.filter((fault) => NOT_TWICE.test(fault)) : faults).toEqual([]);
	});
});

describe('in calm histories: no fault, no restart, no change of filters', () => {
	const verdictOn = async (poller: Poller) => {
		let found = CLEAN;
		await fc.check(
			fc.asyncProperty(calmHistory, async (some) => {
				const faults = await faultsOf(some, poller);
				if (faults.length === 0) return;
				found = faults.join('\n');
				throw new Error(found);
			}),
			{ numRuns: 20, seed: 7, endOnFailure: true },
		);
		return found;
	};

	test('the trigger loses none', async () => {
		expect(await verdictOn(poll)).toBe(CLEAN);
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
