import { expect, it } from '@jest/globals';
import type { INodeParameters, NodeExecutionHint } from 'n8n-workflow';

import { answering, BETWEEN, CORP, id, named } from '../cases/case';
import { useCaseService } from '../support/cases/useCaseService';
import { MADE_AT } from '../support/cases/world';
import { runOperation } from '../support/harness/harness';
import { bulkRecord } from '../support/service/alertRecord';
import { demoAlert } from '../support/service/demoWorld';
import type { Fault } from '../support/service/faults';

const service = useCaseService({ bulkFetchesBeforeReady: 0 });

const ALL = { returnAll: true };

const NOW = Date.now();

const eventAgo = (minutes: number) => ({
	log_source: `A${minutes}`,
	last_event_time: new Date(NOW - minutes * 60_000).toISOString(),
});

const exportPage = (nth: number, alert: object, meta: object) =>
	answering({ data: [alert], meta: { total_items: 2, ...meta } }, { method: 'GET', nth });

const row = bulkRecord(demoAlert(0, MADE_AT / 1000), 'UTC');

const listOf = (log_sources: object[], total: number, match: Fault['match'] = {}) =>
	answering({ data: { log_sources, meta: { total, limit: 1000 } } }, match);

interface NoteCase {
	/** The difference of the service's clock from n8n's, in ms. */
	aheadMs?: number;
	operation: `${string}.${string}`;
	parameters: INodeParameters;
	faults?: Fault[];
	notes: Array<[type: NodeExecutionHint['type'], message: RegExp]>;
	rows?: unknown[];
	missing?: RegExp;
}

const SENT: NoteCase['notes'][number] = ['info', /^Search sent: \S+Z to \S+Z/];

const LOST_COLUMN = /no column for fields that the first page did not have: added\./;

const CASES: Readonly<Record<string, NoteCase>> = {
	'a dry run whose list cannot be read warns': {
		operation: 'logSource.delete',
		parameters: { log_source_id: id(1001), options: { dryRun: true } },
		faults: [{ kind: 'status', status: 400 }],
		notes: [
			['warning', /^The items could not be compared with the list of log sources\. /],
			['info', /^Dry run: /],
		],
	},
	'a table that lacks a column warns': {
		operation: 'alert.exportAlerts',
		parameters: { ...BETWEEN, format: 'csv' },
		// The first page fills only some of the documented columns.
		faults: [
			exportPage(1, { Message: 'a' }, { next_page: 2 }),
			exportPage(2, { ...row, added: 1 }, {}),
		],
		notes: [SENT, ['warning', LOST_COLUMN]],
		missing: LOST_COLUMN,
	},
	'a list that serves less than it counts warns': {
		operation: 'computer.getAll',
		parameters: { ...ALL, filters: { domain_name: named(CORP) } },
		faults: [answering({ data: [], meta: { total: 2 } })],
		notes: [
			['info', /^Filters: Domain corp\.example\.com$/],
			['warning', /counts 2 records and served 0/],
		],
	},
	'the rules of a log type that are fewer than counted warn beside those of all types': {
		operation: 'parserRule.getAll',
		parameters: { ...ALL, logTypes: 'all' },
		faults: [answering({ data: { rules: [] }, meta: { count: 2 } }, { method: 'GET', nth: 2 })],
		notes: [['warning', /counts 2 records and served 0/]],
	},
	'a list that serves more than it counts says so': {
		operation: 'logSource.getAll',
		parameters: ALL,
		faults: [listOf([{ log_source: 'A' }], 0)],
		notes: [['info', /counts 0 records and served 1/]],
	},
	'last events that cannot be judged warn once, with the first of them, even if Limit ends the list':
		{
			operation: 'logSource.getAll',
			parameters: { limit: 2, filters: { silentForHours: 1 } },
			faults: [
				listOf(
					['2031-01-01T00:00:00Z', 'soon', ''].map((last_event_time, at) => ({
						...{ log_source: `A${at}`, last_event_time },
					})),
					3,
				),
			],
			notes: [['warning', /last_event_time of 2 log sources .* for example of "A0"/]],
		},
	'a clock of the service that is ahead warns once, and n8n decides what is silent': {
		aheadMs: 20 * 60_000,
		operation: 'logSource.getAll',
		parameters: { returnAll: true, filters: { silentForHours: 0.25 } },
		faults: [
			listOf([eventAgo(10), eventAgo(15)], 3, { nth: 1 }),
			listOf([eventAgo(9)], 3, { nth: 2 }),
		],
		rows: [expect.objectContaining({ log_source: 'A15' })],
		notes: [
			['warning', /^The service's clock is 20 minutes ahead of n8n's\. .*: correct the wrong one$/],
		],
	},
	'a clock of the service that is behind warns': {
		aheadMs: -121_000,
		operation: 'alert.getAll',
		parameters: {},
		notes: [['warning', /^The service's clock is 2 minutes behind n8n's\. /], SENT],
	},
	'a list that is empty by its filters says which, markup as text': {
		operation: 'logSource.getAll',
		parameters: {
			filters: { domain_name: named('LAB'), log_source_group: named('<b>'), silentForHours: 2 },
		},
		notes: [
			['info', /^Filters: Domain LAB, Log Source Group ‹b›, Silent for at Least \(Hours\) 2$/],
		],
	},
	'an empty list without filters says nothing': {
		operation: 'agent.getAll',
		parameters: {},
		faults: [answering({ data: { agents: [] }, meta: { total: 0 } })],
		notes: [],
	},
	'a list with rows shows no filters': {
		operation: 'logSource.getAll',
		parameters: { filters: { domain_name: named(CORP) } },
		notes: [],
	},
};

it.each(Object.entries(CASES))(
	'%s',
	async (_name, { aheadMs, operation, parameters, faults = [], rows, notes, missing }) => {
		if (aheadMs !== undefined) service.clock.advance(aheadMs);
		service.faults.push(...faults);
		const onError = 'continueRegularOutput';
		const { hints, outputs } = await runOperation(service, operation, parameters, { onError });
		expect(hints).toEqual(
			notes.map(([type, message]) => ({
				type,
				message: expect.stringMatching(message),
				location: 'outputPane',
			})),
		);
		if (rows !== undefined) expect(outputs[0]?.map(({ json }) => json)).toEqual(rows);
		if (missing !== undefined) expect(outputs[0]?.[0]?.json['missing']).toMatch(missing);
	},
);
