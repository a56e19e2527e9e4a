import { expect } from '@jest/globals';

import type { Service } from '../../support/service/service';
import { ready, startBulk } from '../alert';
import { BETWEEN } from '../case';
import { allFieldsOption, emptyFilter, PAGING } from './fieldCase';
import type { Difference, FieldCases } from './fieldCase';

const HOUR = 3_600_000;

/** Matches a time that is this many ms ago, give or take a minute. */
const ago = (ms: number) => ({
	asymmetricMatch: (value: unknown) =>
		Math.abs(Date.now() - ms - Date.parse(String(value))) < 60_000,
	toString: () => `${ms} ms ago`,
});

/** Matches the last midnight in the zone of the workflow. */
const MIDNIGHT = {
	asymmetricMatch: (value: unknown) =>
		new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'America/New_York' }).format(
			new Date(String(value)),
		) === '00:00:00' && Math.abs(Date.now() - Date.parse(String(value))) < 25 * HOUR,
	toString: () => 'midnight',
};

const begins = (set: string, start_time: object): Difference => ({
	set,
	expectRequest: { body: { start_time } },
});

const TIMES: FieldCases['fields'] = {
	timeRange: [
		begins('last15Minutes', ago(HOUR / 4)),
		begins('lastHour', ago(HOUR)),
		begins('last7Days', ago(7 * 24 * HOUR)),
		begins('last30Days', ago(30 * 24 * HOUR)),
		begins('today', MIDNIGHT),
		{
			secondItem: { timeRange: 'lastHour' },
			set: 'between',
			expectRequest: { body: { start_time: '2026-03-01T09:00:00Z' } },
		},
	],
	start_time: {
		set: '2026-03-01T11:00:00Z',
		expectRequest: { body: { start_time: '2026-03-01T11:00:00Z' } },
	},
	end_time: {
		set: '2026-03-01T12:30:00Z',
		expectRequest: { body: { end_time: '2026-03-01T12:30:00Z' } },
	},
};

const condition = (field: string, value: string): Difference => ({
	at: 'filters.conditions',
	valueBefore: { condition: [{ field: 'EVENTID', value: '4732' }] },
	set: { condition: [{ field, value }] },
	expectRequest: { body: { query: `(${field} = "${value}")` } },
});

const FILTERS: FieldCases['fields'] = {
	'filters.conditions.field': condition('SOURCE', '4732'),
	'filters.conditions.value': condition('EVENTID', '4625'),
	'filters.query': {
		valueBefore: '*',
		set: '(EVENTID = "1")',
		expectRequest: { body: { query: '(EVENTID = "1")' } },
	},
	'filters.severity': { set: ['critical'], expectRequest: { body: { severity: 'critical' } } },
	'filters.status': { set: ['open', 'closed'], expectRequest: { body: { status: 'open,closed' } } },
	'filters.profile_ids': { set: [902], expectRequest: { body: { profile_ids: [902] } } },
};

const ITEMS = [
	BETWEEN,
	{ ...BETWEEN, start_time: '2026-03-01T09:00:00Z', end_time: '2026-03-01T13:00:00Z' },
] as const;

/** A bulk request that is never ready: the error names the wait. */
const NOT_READY: Difference = {
	prepare: (service) => service.set({ bulkFetchesBeforeReady: 10_000 }),
	valueBefore: 2,
	set: 1,
	refusal: 'the request is not ready',
	expectRows: [{ error: { message: expect.stringContaining('within 1 second') } }],
};

/** Alerts of two pages and of more than a megabyte. */
const manyAlerts = (service: Service): void => {
	service.arrive(Array.from({ length: 5000 }, () => ({ message: 'x'.repeat(300) })));
};

/** The second of two bulk requests; the first item fetches the first. */
const SECOND_REQUEST: Difference = {
	prepare: (service) => {
		startBulk(service);
		startBulk(service);
	},
	valueBefore: 'bulk-1',
	set: 'bulk-2',
	expectRequest: { query: { request_id: 'bulk-2' } },
};

/** A page that the bulk request does not have, so its refusal shows that the number was sent. */
const SECOND_PAGE: Difference = {
	set: 2,
	refusal: 'there is no page 2',
	expectRequest: { query: { page_no: '2' } },
};

const withRow = (row: object) => expect.arrayContaining([row]);

/** A search of one alert of each minute. */
const FEW = { start_time: '2026-03-01T11:58:30Z', end_time: '2026-03-01T11:59:30Z' };

export const alert: readonly FieldCases[] = [
	{
		operation: 'alert.count',
		items: ITEMS,
		fields: {
			...emptyFilter('severity'),
			...TIMES,
			...FILTERS,
			groupBy: [
				{ set: 'profile', expectRequest: { path: '/alerts/profile' } },
				{ set: 'severity', expectRequest: { body: { severity: 'attention' } } },
				{
					set: 'status',
					expectRequest: { body: { status: 'in_progress' } },
					expectRows: ['closed', 'in_progress', 'open'].map((status) => ({ status })),
				},
			],
		},
	},
	{
		operation: 'alert.getAll',
		items: [
			{ ...ITEMS[0], returnAll: true },
			{ ...ITEMS[1], returnAll: true },
		],
		fields: {
			...emptyFilter('status'),
			...TIMES,
			...FILTERS,
			...PAGING,
			...allFieldsOption(FEW, 'Event ID'),
			'options.response_type': [
				{ set: 'client', expectRequest: { body: { response_type: 'client' } } },
			],
		},
	},
	{
		operation: 'alert.exportAlerts',
		items: [
			{ ...ITEMS[0], options: { fileName: 'all' } },
			{ ...ITEMS[1], options: { fileName: 'all' } },
		],
		setup: ready,
		fields: {
			...emptyFilter('query'),
			...TIMES,
			...FILTERS,
			format: [
				{ set: 'excel', expectRows: [{ details: { bytes: 13_493 } }] },
				{ set: 'ndjson', expectRows: [{ file_name: 'all.ndjson' }] },
			],
			'options.fileName': { set: 'week', expectRows: [{ file_name: 'week.csv' }] },
			'options.maxFileSize': {
				prepare: manyAlerts,
				set: 1,
				expectRows: [1, 2].map((part) => ({ details: { part, parts: 2 } })),
			},
			'options.binaryPropertyName': { set: 'file', expectRows: [{ files: ['file'] }] },
			'options.maxWait': NOT_READY,
		},
	},
	{
		operation: 'alert.getBulkPage',
		items: [{}, {}],
		setup: startBulk,
		fields: {
			request_id: SECOND_REQUEST,
			'options.page_no': SECOND_PAGE,
			'options.maxWait': NOT_READY,
			'options.asOneItem': {
				set: true,
				exactRows: [
					{
						alerts: expect.anything(),
						...{ next_page: null, total_items: 60, items_in_current_page: 60 },
					},
				],
			},
			'options.allFields': {
				bothItems: { options: { asOneItem: true } },
				set: true,
				expectRows: [{ alerts: withRow(expect.objectContaining({ AlertSeverity: 'CRITICAL' })) }],
			},
		},
	},
	{
		operation: 'alert.startBulkRequest',
		items: ITEMS,
		fields: { ...TIMES, ...FILTERS, ...emptyFilter('severity') },
	},
];
