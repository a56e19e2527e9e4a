import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
	reconcile as reconcileEntries,
	reportOf,
	type BatchReport,
	type FailureRecord,
	type Outcome,
} from '../../../../nodes/shared/outcomes/batchOutcome';

const identifiedBy = ['log_source_id', 'log_source', 'agent_id', 'device_name'];
const report = (
	failures: FailureRecord[],
	total: number,
	failed = failures.length,
): BatchReport => ({
	failures,
	identifiedBy,
	counts: { total, succeeded: total - failed, failed },
});
const refused = (log_source: string): FailureRecord => ({ log_source, issue: 'Refused' });
/** The outcomes of entries, in order. */
const reconcile = (sent: readonly object[], given: BatchReport): Outcome[] =>
	reconcileEntries(sent, (own) => ({ ...own }), given).map(([, outcome]) => outcome);
const what = (outcomes: readonly Outcome[]) => outcomes.map(({ outcome }) => outcome);
const keys = (...names: string[]) => names.map((log_source) => ({ log_source }));

const succeeded = { outcome: 'succeeded' };
const failed = (detail = 'Refused') => ({ outcome: 'failed', detail });
/** One of two, which no record names. */
const oneOfTwo = (reason: string) => ({
	outcome: 'unknown',
	detail: `The service refused 1 of 2 without saying which: ${reason}`,
	reason,
	refused: 1,
});
const disagreeing = { outcome: 'unknown', detail: expect.stringContaining('do not agree') };
const [strayX, strayY] = [
	{ agent_id: 901, issue: 'X' },
	{ agent_id: 902, issue: 'Y' },
];

describe('reconcile', () => {
	const reports: Record<string, [BatchReport, object[]]> = {
		'the first item by its name': [report([refused('a')], 3), [failed(), succeeded, succeeded]],
		'the second item by its name': [report([refused('b')], 3), [succeeded, failed(), succeeded]],
		'the third item by its name': [report([refused('c')], 3), [succeeded, succeeded, failed()]],
		'all where as many records name none': [
			report([strayX, strayY], 2),
			[failed('X; Y'), failed('X; Y')],
		],
		'none for certain where fewer records name none': [
			report([strayX], 2),
			[oneOfTwo('X'), oneOfTwo('X')],
		],
		'those that a record names, and no other for certain': [
			report([refused('a'), strayX], 3),
			[failed(), oneOfTwo('X'), oneOfTwo('X')],
		],
		'one by two records for its name, and no other for certain': [
			report([refused('a'), refused('a')], 3),
			[failed(), oneOfTwo('Refused'), oneOfTwo('Refused')],
		],
		'one by its name where the summary disagrees': [
			report([refused('a')], 2, 0),
			[failed(), disagreeing],
		],
	};

	it.each(Object.entries(reports))('takes for refused %s', (_what, [given, outcomes]) => {
		const names = keys('a', 'b', 'c').slice(0, outcomes.length);
		expect(reconcile(names, given)).toEqual(outcomes);
	});

	it.each([
		[{ log_source: ' WEB01 ' }],
		[{ log_source_id: 5 }],
		[{ log_source_id: '5' }],
		[{ agent_id: 5 }],
		[{ device_name: 'web01' }],
		[{ log_source: 'another name', log_source_id: 5 }],
	])('takes %j for the item that it names', (failure) => {
		const sent = { log_source: 'Web01', log_source_id: 5, agent_id: '5', device_name: 'Web01' };
		expect(what(reconcile([sent, ...keys('other')], report([failure], 2)))).toEqual([
			'failed',
			'succeeded',
		]);
	});

	it.each([{}, { issue: '' }, { issue: null }])('notes a missing reason: %j', (issue) => {
		expect(reconcile(keys('a'), report([{ log_source: 'a', ...issue }], 1))).toEqual([
			{ outcome: 'failed', detail: 'The service refused it without a reason' },
		]);
	});

	it('takes a name that looks like an ID for that of no item, but the look-up may need it', () => {
		const sent = [{ log_source_id: 1001 }, { log_source_id: 2000 }];
		expect(reconcile(sent, report([refused('1001')], 2))).toEqual([
			{ ...oneOfTwo('Refused'), mayBeMeant: true },
			oneOfTwo('Refused'),
		]);
	});

	it('does not read a field that the endpoint does not identify items by', () => {
		const failure = { agent_id: 5, device_name: 'a', issue: 'X' };
		const byId = { ...report([failure], 2), identifiedBy: ['agent_id'] };
		expect(what(reconcile(keys('a', 'b'), byId))).toEqual(['unknown', 'unknown']);
	});

	it.each([{ log_source: '' }, { log_source: null }, { log_source: {} }])(
		'takes %j for no name',
		(failure) => {
			expect(what(reconcile(keys('', 'null'), report([failure], 2)))).toEqual([
				'unknown',
				'unknown',
			]);
		},
	);

	it.each([
		['counts a failure that the list does not hold', { total: 2, succeeded: 1, failed: 1 }],
		['counts a failure beside as many successes', { total: 2, succeeded: 2, failed: 1 }],
		['counts other successes', { total: 2, succeeded: 3, failed: 0 }],
		['counts another total', { total: 3, succeeded: 2, failed: 0 }],
		['is not there', { total: undefined, succeeded: undefined, failed: undefined }],
		['holds what is no count', { total: [2], succeeded: '2', failed: null }],
		['holds no numbers', { total: 'two', succeeded: null, failed: {} }],
	])('claims no success where the summary %s', (_what, counts) => {
		const report = { failures: [], identifiedBy, counts };
		expect(reconcile(keys('a', 'b'), report)).toEqual([disagreeing, disagreeing]);
	});

	it('gives every entry one outcome, and never claims success that the records leave open', () => {
		const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 30 });
		fc.assert(
			fc.property(names, fc.array(fc.nat(40)), fc.nat(3), (all, marks, strays) => {
				const bad = all.filter((_name, index) => marks.includes(index));
				const failures = [
					...bad.map((name) => refused(name.toUpperCase())),
					...Array.from({ length: strays }, (_none, index) => refused(`stray ${index}`)),
				];
				const outcomes = what(reconcile(keys(...all), report(failures, all.length)));
				expect(outcomes.length).toBe(all.length);
				all.forEach((name, index) => {
					if (bad.includes(name)) expect(outcomes[index]).toBe('failed');
					else if (strays === 0) expect(outcomes[index]).toBe('succeeded');
					else expect(outcomes[index]).not.toBe('succeeded');
				});
			}),
		);
	});
});

it('a row names ten reasons at most, and they are short', () => {
	const failures = Array.from({ length: 3000 }, (_none, index) => ({
		agent_id: 1000 + index,
		issue: `${index}`.padEnd(2000, 'x'),
	}));
	const [outcome] = reconcile(keys('a', 'b'), report(failures, 2));
	expect(JSON.stringify(outcome).length).toBeLessThan(5000);
});

describe('reportOf', () => {
	const read = reportOf({
		failures: 'failed_agents',
		identifiedBy: ['agent_id'],
		total: 'total_agents',
		succeeded: 'successful_additions',
		failed: 'failed_deletions',
	});

	it('reads the summary and the records by the names of the endpoint', () => {
		const summary = { total_agents: 3, successful_additions: 2, failed_deletions: 1 };
		const failed_agents = [{ agent_id: 5, issue: 'X' }];
		expect(read({ data: { summary, failed_agents } })).toEqual({
			failures: failed_agents,
			identifiedBy: ['agent_id'],
			counts: { total: 3, succeeded: 2, failed: 1 },
		});
	});

	it.each([{}, { data: null }, { data: { summary: 5, failed_agents: {} } }])(
		'reads nothing out of %j',
		(body) => {
			expect(read(body)).toEqual({
				failures: [],
				identifiedBy: ['agent_id'],
				counts: { total: undefined, succeeded: undefined, failed: undefined },
			});
		},
	);

	it('takes one record in the place of a list for a refusal', () => {
		const record = { agent_id: 1, issue: 'No' };
		expect(read({ data: { failed_agents: record } }).failures).toEqual([record]);
	});

	it('counts records of another shape too', () => {
		expect(read({ data: { failed_agents: ['a', null] } }).failures).toEqual([{}, {}]);
	});
});
