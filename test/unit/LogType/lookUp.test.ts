import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { findExisting, lookUpCreated, lookUpDeleted } from '../../../nodes/LogType/lookUp';
import type { Outcome } from '../../../nodes/shared/outcomes/batchOutcome';
import type { Reply } from '../../../nodes/shared/outcomes/settle';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';

describe('log types', () => {
	const seenBefore = 'X. A look-up shows that it is as asked for, maybe since before';
	const types = [{ log_type_id: 7, log_type_display_name: 'Payments' }];

	const done = (extra: IDataObject): Outcome => ({ outcome: 'succeeded', extra });

	it.each<[string, 'refuse' | 'return', Reply, Outcome]>([
		['PAYMENTS', 'refuse', 'none', done({ log_type_id: 7 })],
		['Payments', 'refuse', 'refusal', { outcome: 'unknown', issue: seenBefore }],
		['Billing', 'refuse', 'refusal', { outcome: 'failed', issue: 'Reason' }],
		['Payments', 'return', 'none', done({ log_type_id: 7, action: 'created' })],
		['Payments', 'return', 'refusal', done({ log_type_id: 7, action: 'unchanged' })],
		['Billing', 'return', 'refusal', { outcome: 'failed', issue: 'Reason' }],
	])(
		'named %s, with If It Exists: %s and the reply %s, are looked up by name',
		async (log_type_display_name, ifExists, reply, is) => {
			const { service } = listing('types', types);
			const created = item({ log_type_display_name, ifExists }, reply);
			expect([...(await lookUpCreated([created], [], service)).values()]).toEqual([is]);
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
		const found = await findExisting(payloads, service);
		expect(payloads.map((payload) => found.get(payload))).toEqual(
			[6, 7, 6].map((log_type_id) => ({ outcome: done({ log_type_id, action: 'unchanged' }) })),
		);
	});

	it.each([
		['custom', 'failed'],
		['predefined', 'unknown'],
	])('that are %s and stay after a refusal are %s', async (origin, outcome) => {
		const { service } = listing('types', [{ log_type_id: 7, origin }]);
		const deleted = item({ log_type_id: 7 }, 'refusal');
		expect(outcomesOf(await lookUpDeleted([deleted], [], service))).toEqual([outcome]);
	});

	it('that are predefined stay although their deletion succeeds', async () => {
		const { service, asked } = listing('types', types);
		const done: Outcome = { outcome: 'succeeded', extra: { deleted: true } };
		const items = [7, 8].map((log_type_id) => item({ log_type_id }, 'answer', done));
		expect([...(await lookUpDeleted(items, [], service)).values()]).toEqual([
			{ outcome: 'succeeded', extra: { deleted: false } },
			{ outcome: 'succeeded', extra: { deleted: true } },
		]);
		expect(asked.length).toBe(1);
	});
});
