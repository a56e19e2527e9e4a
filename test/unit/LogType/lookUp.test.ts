import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { CREATED, lookUpCreated, lookUpDeleted } from '../../../nodes/LogType/lookUp';
import { findExisting } from '../../../nodes/shared/operation/ifExists';
import type { Outcome } from '../../../nodes/shared/outcomes/batchOutcome';
import type { Reply } from '../../../nodes/shared/outcomes/settle';
import { item, listing } from '../../support/unit/lookUps';

describe('log types', () => {
	const detail = 'X. A look-up shows that it is as asked for, maybe since before';
	const types = [{ log_type_id: 7, log_type_display_name: 'Payments' }];

	const done = (extra: IDataObject, told?: string): Outcome => ({
		outcome: 'succeeded',
		...(told === undefined ? {} : { detail: told }),
		extra,
	});
	const notDone: Outcome = { outcome: 'failed', detail: 'Reason', extra: {} };
	const RETURNED = 'Already there, returned';
	const LOST = 'As asked for, by the list: the answer was lost';

	it.each<[string, 'refuse' | 'return', Reply, Outcome]>([
		['PAYMENTS', 'refuse', 'none', done({ log_type_id: 7 }, LOST)],
		['Payments', 'refuse', 'refusal', { outcome: 'unknown', detail, extra: { log_type_id: 7 } }],
		['Billing', 'refuse', 'refusal', notDone],
		['Payments', 'return', 'none', done({ log_type_id: 7 }, LOST)],
		['Payments', 'return', 'refusal', done({ log_type_id: 7 }, RETURNED)],
		['Billing', 'return', 'refusal', notDone],
	])(
		'named %s, with If It Exists: %s and the reply %s, are looked up by name',
		async (log_type_display_name, ifExists, reply, is) => {
			const { service } = listing('types', types);
			const created = item({ log_type_display_name, ifExists }, reply);
			const other = item({ log_type_display_name: 'Other', ifExists }, 'none');
			const settled = await lookUpCreated([other, created], service);
			expect(settled.get(created.payload)).toEqual(is);
			expect(settled.get(other.payload)?.outcome).toBe('unknown');
		},
	);

	it('are found by the same name before one that differs in case alone', async () => {
		const { service } = listing('types', [
			{ log_type_id: 6, log_type_display_name: 'PAYMENTS' },
			...types,
		]);
		const payloads = ['payments', 'Payments', 'PAYMENTS'].map((log_type_display_name) => ({
			log_type_display_name,
			ifExists: 'return' as const,
		}));
		const found = await findExisting(CREATED, payloads, service);
		const [alike, ...exact] = payloads.map((payload) => found.get(payload));
		expect(exact).toEqual(
			[7, 6].map((log_type_id) => ({ outcome: done({ log_type_id }, RETURNED) })),
		);
		expect(alike).toMatchObject({
			error: {
				message: 'Ambiguous: 2 log types are named "payments": PAYMENTS (ID 6), Payments (ID 7)',
			},
		});
	});

	it.each([
		['custom', 'unknown', /still lists the log type/],
		['predefined', 'succeeded', /predefined log type stays/],
	])('of which a %s one is listed after a success are %s', async (origin, outcome, says) => {
		const { service } = listing('types', [{ log_type_id: 7, origin }]);
		const deleted = item({ log_type_id: 7 }, 'answer', { outcome: 'succeeded' });
		const settled = await lookUpDeleted([deleted], service);
		expect([...settled.values()]).toMatchObject([
			{ outcome, detail: expect.stringMatching(says), extra: { deleted: false } },
		]);
	});

	it('are left open if another item of the run may be the one that is listed', async () => {
		const { service } = listing('types', types);
		const created = { log_type_display_name: 'payments', ifExists: 'refuse' as const };
		const first = item({ ...created }, 'answer', { outcome: 'succeeded' });
		const lost = item({ ...created, log_type_display_name: 'Payments' }, 'none');
		expect((await lookUpCreated([first, lost], service)).size).toBe(0);
	});

	it.each([
		[[{ log_type_id: 7, origin: 'custom' }], 'failed', false, /^Reason$/],
		[[{ log_type_id: 7, origin: 'predefined' }], 'unknown', false, /^The log type is there\. X/],
		[[], 'unknown', true, /^The log type is gone, maybe since before\. X/],
	])('of which %j is listed after a refusal are %s', async (rows, outcome, deleted, says) => {
		const { service } = listing('types', [...rows, { log_type_id: 8, origin: 'custom' }]);
		const items = [item({ log_type_id: 8 }, 'refusal'), item({ log_type_id: 7 }, 'refusal')];
		const settled = await lookUpDeleted(items, service);
		expect([...settled.values()]).toEqual([
			{ outcome: 'failed', detail: 'Reason', extra: { deleted: false } },
			expect.objectContaining({ outcome, detail: expect.stringMatching(says), extra: { deleted } }),
		]);
	});

	it('that are predefined stay although their deletion succeeds', async () => {
		const { service, asked } = listing('types', types);
		const items = [7, 8].map((log_type_id) =>
			item({ log_type_id }, 'answer', { outcome: 'succeeded' }),
		);
		expect([...(await lookUpDeleted(items, service)).values()]).toEqual([
			{
				outcome: 'succeeded',
				detail: 'Its custom parser rules are deleted; the predefined log type stays',
				extra: { deleted: false },
			},
			{ outcome: 'succeeded', extra: { deleted: true } },
		]);
		expect(asked.length).toBe(1);
	});
});
