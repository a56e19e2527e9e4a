import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { lookUpUpdated as lookUpAgents } from '../../../nodes/Agent/lookUp';
import { lookUpAdded, lookUpUpdated } from '../../../nodes/LogSource/lookUp';
import { findExisting, lookUpCreated, lookUpDeleted } from '../../../nodes/LogType/lookUp';
import { completeRules, notListedNotes } from '../../../nodes/ParserRule/listedRules';
import { create as createRule } from '../../../nodes/ParserRule/operations/create';
import { update as updateRule } from '../../../nodes/ParserRule/operations/update';
import type { Payload, Written } from '../../../nodes/shared/operation/operation';
import type { Outcome } from '../../../nodes/shared/outcomes/batchOutcome';
import type { Reply } from '../../../nodes/shared/outcomes/settle';
import { bareRule } from '../../support/unit/bareRule';
import { scriptedService } from '../../support/unit/scriptedService';

/** A service that lists rows under a name, for all queries alike. */
const listing = (name: string, rows: IDataObject[]) =>
	scriptedService(({ query = {} }) => ({
		data: { [name]: (query.page ?? 1) === 1 ? rows : [] },
	}));

const open: Outcome = { outcome: 'unknown', issue: 'X', reason: 'Reason' };
const item = <P extends Payload>(
	payload: P,
	reply: Reply = 'answer',
	outcome: Outcome = open,
): Written<P> => ({ payload, outcome, reply });

const outcomesOf = (settled: Map<unknown, Outcome> | undefined): string[] =>
	[...(settled?.values() ?? [])].map(({ outcome }) => outcome);

describe('added log sources', () => {
	const added = (log_source: string) => ({
		...{ log_source, domain_name: 'corp', ifExists: 'refuse' as const, settings: {} },
	});
	const row = (log_source: string, log_source_id: number) => ({ log_source, log_source_id });

	it('were there before where their ids are not among those of the answers', async () => {
		const { service } = listing('log_sources', [row('OLD', 3), row('NEW', 9)]);
		const items = [item(added('OLD')), item(added('NEW')), item(added('NONE'))];
		const answers = [{ data: { added_log_sources: [9] } }];
		expect([...(await lookUpAdded(items, answers, service)).values()]).toEqual([
			{ outcome: 'failed', issue: 'Reason' },
			{ outcome: 'succeeded', extra: { log_source_id: 9 } },
			{ outcome: 'failed', issue: 'Reason' },
		]);
	});

	it('whose request was refused may have been there before where they are listed', async () => {
		const { service } = listing('log_sources', [row('HELD', 8), row('NEW', 9)]);
		const items = [item(added('HELD'), 'refusal'), item(added('NONE'), 'refusal')];
		const answers = [{ data: { added_log_sources: [9] } }];
		expect(outcomesOf(await lookUpAdded(items, answers, service))).toEqual(['unknown', 'failed']);
	});

	it('are done where their own answer was lost', async () => {
		const { service } = listing('log_sources', [row('LOST', 8), row('NEW', 9)]);
		const items = [item(added('LOST'), 'none'), item(added('NEW'))];
		const answers = [{ data: { added_log_sources: [9] } }];
		expect(outcomesOf(await lookUpAdded(items, answers, service))).toEqual([
			'succeeded',
			'succeeded',
		]);
	});
});

const rows = [{ log_source_id: 1, display_name: 'New', log_collection_mode: 'REALTIME' }];
const settledAs = async (changes: Payload) =>
	outcomesOf(
		await lookUpUpdated(
			[item({ log_source_id: 1, ...changes })],
			[],
			listing('log_sources', rows).service,
		),
	);

it.each([
	[{ display_name: 'New', log_collection_mode: 'Realtime' }, 'succeeded'],
	[{ display_name: 'Other' }, 'failed'],
	[{ display_name: 'NEW' }, 'failed'],
	[{ display_name: ' New ' }, 'succeeded'],
	[{ display_name: 'New', time_zone: 'GMT' }, 'unknown'],
	[{ monitoring_interval: 11 }, 'unknown'],
	[{ display_name: 'Other', time_zone: 'GMT' }, 'failed'],
])('updated log sources with %j are %s', async (changes, outcome) => {
	expect(await settledAs(changes)).toEqual([outcome]);
});

it.each([
	[{ display_name: 'New' }, ['succeeded']],
	[{ display_name: 'Other' }, ['failed']],
	[{ display_name: 'New', log_level: '3' }, ['unknown']],
	[{ log_level: '3' }, []],
])('updated agents with %j are %j', async (changes, outcomes) => {
	const { service } = listing('agents', [{ agent_id: 5, display_name: 'New' }]);
	const payload: Payload & { agent_id: string; display_name?: string; log_level?: string } = {
		agent_id: '5',
		...changes,
	};
	expect(outcomesOf(await lookUpAgents([item(payload)], [], service))).toEqual(outcomes);
});

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

describe('parser rules', () => {
	const rules = [
		{ rule_id: 1, rule_name: 'One', method: 'regex', regex: 'a', apply_when: '', origin: 'custom' },
		{ rule_id: 2, rule_name: 'Two', method: 'regex', regex: 'b', apply_when: 'C' },
	];

	it('are completed by what is listed, with one request for each log type', async () => {
		const { service, asked } = listing('rules', rules);
		const payloads = [
			{ log_type_id: 5, rule_id: 1, regex: 'new' },
			{ log_type_id: 5, rule_id: 2, fields: [{ value: 'f' }] },
			{ log_type_id: 5, rule_id: 3, rule_name: 'None' },
		];
		const two = {
			...{ log_type_id: 5, rule_id: 2, method: 'regex', regex: 'b', apply_when: 'C' },
			fields: [{ value: 'f' }],
		};
		expect([...(await completeRules(payloads, service)).values()]).toEqual([
			{ send: { log_type_id: 5, rule_id: 1, rule_name: 'One', method: 'regex', regex: 'new' } },
			{ send: { ...two, rule_name: 'Two' } },
			{ error: expect.objectContaining({ message: 'The log type 5 has no parser rule 3' }) },
		]);
		expect(asked.map(({ query }) => query)).toEqual([{ log_type_id: 5 }]);
	});

	it('are changed once in a run, since a later change would carry a refused one', async () => {
		const { service } = listing('rules', rules);
		const change = { log_type_id: 5, rule_id: 2, regex: 'new' };
		const completed = await completeRules(
			[change, { ...change }, { ...change, regex: 'other' }],
			service,
		);
		expect([...completed.values()].slice(1)).toEqual([
			{ sameAs: change, extra: {} },
			{ error: expect.objectContaining({ message: expect.stringContaining('An earlier item') }) },
		]);
	});

	it('tell what of a change is neither listed nor sent', () => {
		expect(notListedNotes({ fields: [] })).toEqual([
			expect.stringContaining('The service does not list Delimiter, Sample Log of a rule'),
		]);
		expect(notListedNotes({ fields: [], delimiter: '', sample_log: '' })).toEqual([]);
	});

	it.each([
		[{ rule_name: 'One', regex: 'a' }, 'succeeded'],
		[{ rule_name: 'One', method: 'delimiter' }, 'failed'],
		[{ rule_name: 'One', delimiter: ';' }, 'unknown'],
	])('whose update with %j was lost are looked up', async (changes, outcome) => {
		const { service } = listing('rules', rules);
		const written = [item({ log_type_id: 5, rule_id: 1, ...changes }, 'answer')];
		const settled = await updateRule.lookUp?.(written, [], service);
		expect(outcomesOf(settled)).toEqual([outcome]);
	});

	it.each([
		['b', { outcome: 'succeeded', extra: { rule_id: 2 } }],
		['', { outcome: 'succeeded', extra: { rule_id: 2 } }],
		['other', expect.objectContaining({ outcome: 'unknown' })],
	])('that were created with the pattern "%s" are found by their values', async (regex, is) => {
		const { service } = listing('rules', rules);
		const payload = createRule.payload({ ...bareRule, rule_name: 'Two', regex });
		const written = [item(payload, 'none')];
		const settled = await createRule.lookUp?.(written, [], service);
		expect(settled && [...settled.values()]).toEqual([is]);
	});
});
