import { describe, expect, it } from '@jest/globals';

import { lookUpAdded } from '../../../nodes/LogSource/added';
import type { Written } from '../../../nodes/shared/operation/operation';
import type { Outcome } from '../../../nodes/shared/outcomes/batchOutcome';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';
import { scriptedService } from '../../support/unit/scriptedService';

type Item = Written<ReturnType<typeof added>>;

const added = (log_source: string, ifExists: 'refuse' | 'return' = 'refuse') => ({
	...{ log_source, domain_name: 'corp', ifExists },
});
const row = (log_source: string, log_source_id: number) => ({ log_source, log_source_id });

/** Items that share an answer which tells of these ids. */
const answered = (ids: readonly number[], ...items: Item[]): Item[] => {
	const answer = { data: { added_log_sources: ids } };
	return items.map((each) => ({ ...each, answer }));
};
const lookUp = async (
	items: readonly Item[],
	rows: Array<ReturnType<typeof row>>,
	returnsIds = false,
) => await lookUpAdded(items, listing('log_sources', rows).service, { returnsIds });

const succeeded: Outcome = { outcome: 'succeeded' };
const idsOf = (settled: Map<unknown, Outcome>) =>
	[...settled.values()].map(({ extra }) => extra?.log_source_id);

describe('added log sources', () => {
	it('were there before if their ids are not among those of the answers', async () => {
		const items = answered([9], item(added('OLD')), item(added('NEW')), item(added('NONE')));
		const settled = await lookUp(items, [row('OLD', 3), row('NEW', 9)]);
		expect([...settled.values()]).toEqual([
			{ outcome: 'failed', detail: 'Reason', extra: {} },
			{ outcome: 'succeeded', extra: { log_source_id: 9 } },
			{ outcome: 'failed', detail: 'Reason', extra: {} },
		]);
	});

	it('whose request was refused may have been there before if they are listed', async () => {
		const items = [item(added('HELD'), 'refusal'), item(added('NONE'), 'refusal')];
		const others = answered([9], item(added('NEW'), 'answer', succeeded));
		const settled = await lookUp([...items, ...others], [row('HELD', 8), row('NEW', 9)]);
		expect(outcomesOf(settled)).toEqual(['unknown', 'failed', 'succeeded']);
	});

	it('are not those of another domain that the filter of the service finds too', async () => {
		const items = [item(added('LOST'), 'none'), item(added('A'), 'answer', succeeded)];
		const rows = [
			{ ...row('LOST', 8), domain_name: 'eu.corp' },
			{ ...row('A', 7), domain_name: 'eu.corp' },
			{ ...row('A', 6), domain_name: 'CORP' },
		];
		const settled = await lookUp(items, rows, true);
		expect(outcomesOf(settled)).toEqual(['unknown', 'succeeded']);
		expect(idsOf(settled)).toEqual([undefined, 6]);
	});

	it('are done if their own answer was lost', async () => {
		const items = [item(added('LOST'), 'none'), ...answered([9], item(added('NEW')))];
		const settled = await lookUp(items, [row('LOST', 8), row('NEW', 9)]);
		expect(outcomesOf(settled)).toEqual(['succeeded', 'succeeded']);
	});

	it('are not looked up if their outcome is known, unless their ids are wanted', async () => {
		const items = answered(
			[8, 9],
			...['A', 'B'].map((name) => item(added(name), 'answer', succeeded)),
		);
		const rows = [row('B', 9), row('A', 8)];
		expect(idsOf(await lookUp(items, rows))).toEqual([undefined, undefined]);
		expect(idsOf(await lookUp(items, rows, true))).toEqual([8, 9]);
	});

	it.each([
		['n-1', 'N-1', 'other'],
		['N-1', 'n-1', 'other'],
		['other', 'n-1', 'N-1'],
	])('that differ in case alone get their own ids: %s, %s, %s', async (...names) => {
		const ids = new Map([
			['n-1', 7],
			['N-1', 8],
			['other', 9],
		]);
		const items = answered(
			[7, 8, 9],
			...names.map((name) => item(added(name), 'answer', succeeded)),
		);
		const rows = [row('N-1', 8), row('OTHER', 9), row('n-1', 7)];
		expect(idsOf(await lookUp(items, rows, true))).toEqual(names.map((name) => ids.get(name)));
	});

	it('are found where the filter of the service does not know the spelling of their domain', async () => {
		const rows = [
			...[{ ...row('A', 9), domain_name: 'lab' }],
			...[{ ...row('A', 8), domain_name: 'CORP' }],
		];
		const { service } = scriptedService(({ query = {} }) => ({
			data: { log_sources: query.domain_name === undefined && query.page === 1 ? rows : [] },
		}));
		const items = [item(added('A'), 'none')];
		expect(idsOf(await lookUpAdded(items, service, { returnsIds: false }))).toEqual([8]);
	});

	it('never share a row: the second of one name stays open', async () => {
		const items = [item(added('web'), 'none'), item(added('WEB'), 'none')];
		expect(outcomesOf(await lookUp(items, [row('WEB', 8)]))).toEqual(['unknown', 'succeeded']);
	});

	it('never get the row of an item whose own answer told its id', async () => {
		const told: Outcome = { outcome: 'succeeded', extra: { log_source_id: 8 } };
		const items = [item(added('web'), 'answer', told), item(added('WEB'), 'none')];
		expect(outcomesOf(await lookUp(items, [row('web', 8)]))).toEqual(['succeeded', 'unknown']);
	});

	it('get the row of this run before an older one of another spelling', async () => {
		const items = answered([9], item(added('web'), 'answer', succeeded));
		const rows = [row('Web', 3), row('WEB', 9)];
		expect(idsOf(await lookUp(items, rows, true))).toEqual([9]);
	});

	it('that are known to be added get their row before those that may be', async () => {
		const items = [item(added('web'), 'none'), item(added('WEB'), 'answer', succeeded)];
		const settled = await lookUp(items, [row('Web', 8)], true);
		expect(outcomesOf(settled)).toEqual(['unknown', 'succeeded']);
		expect(settled.get(items[1]?.payload ?? added(''))?.extra).toEqual({ log_source_id: 8 });
	});

	it('stay open if their spelling is that of none of several', async () => {
		const rows = [row('Web', 3), row('WEB', 4)];
		expect(outcomesOf(await lookUp([item(added('web'), 'none')], rows))).toEqual(['unknown']);
		const known = [item(added('web'), 'answer', succeeded)];
		expect(idsOf(await lookUp(known, rows, true))).toEqual([3]);
		expect(outcomesOf(await lookUp([item(added('WEB'), 'none')], rows))).toEqual(['succeeded']);
	});

	it('that were refused are returned if an earlier item of the run added them', async () => {
		const told: Outcome = { outcome: 'succeeded', extra: { log_source_id: 8 } };
		const failed: Outcome = { outcome: 'failed', detail: 'Already there' };
		const items = [
			item(added('web'), 'answer', told),
			item(added('WEB', 'return'), 'answer', failed),
		];
		expect(idsOf(await lookUp(items, [row('web', 8)]))).toEqual([8]);
	});

	it('that were refused are returned if they exist now and the user wants that', async () => {
		const failed: Outcome = { outcome: 'failed', detail: 'Already there' };
		const items = [
			item(added('A', 'return'), 'answer', failed),
			item(added('B', 'return'), 'answer', failed),
			item(added('C'), 'answer', failed),
		];
		const settled = await lookUp(items, [row('A', 8), row('C', 9)]);
		expect([...settled.values()]).toEqual([
			{ outcome: 'succeeded', detail: 'Already there, returned', extra: { log_source_id: 8 } },
			failed,
		]);
	});
});
