import { asText } from '../../nodes/shared/json';
import { call, inside } from '../support/service/client';
import type { Service } from '../support/service/service';
import { get, LARGE, PERIOD, post, succeeded, type Case } from './case';

const UNKNOWN_FIELD = {
	parameters: { queryAs: 'text', query: 'NOFIELD = "1"' },
	says: /Something went wrong/,
};

const ready = (service: Service) => {
	service.set({ bulkFetchesBeforeReady: 0 });
	return {};
};

/** Starts a bulk request for every alert and waits until it is ready. */
const startBulk = async (service: Service) => {
	ready(service);
	const answer = await call(service, 'POST', '/alerts/bulk', { query: '*', ...PERIOD });
	return {
		request_id: String(inside(answer, 'data.request_id')),
		page_no: service.switches.bulkFirstPage,
	};
};

const alertsIn = ({ world }: Service) =>
	Array.from({ length: world.alerts.count }, (_none, index) => world.alerts.at(index));

const everyAlert = (service: Service) =>
	alertsIn(service).map(({ message }) => ({ Message: message }));

const countsOf = (service: Service, severities: readonly string[]) =>
	severities.map((severity) => ({
		severity,
		count: alertsIn(service).filter(
			(each) => each.severity === severity && each.status !== 'in_progress',
		).length,
	}));

export const alert: readonly Case[] = [
	{
		operation: 'alert.getAll',
		name: 'all alerts of a period',
		parameters: { ...PERIOD, returnAll: true, simplify: false },
		requests: [post('/alerts', PERIOD)],
		output: everyAlert,
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.getAll',
		name: 'the newest of a period',
		parameters: { ...PERIOD, limit: 3, options: { newestFirst: true } },
		requests: [post('/alerts', PERIOD)],
		output: (service) =>
			alertsIn(service)
				.toSorted((one, other) => other.eventTime - one.eventTime)
				.slice(0, 3)
				.map(({ message }) => ({ Message: message })),
	},
	{
		operation: 'alert.getAll',
		name: 'by severity and status',
		parameters: {
			...PERIOD,
			limit: 1000,
			filters: { severity: ['critical'], status: ['open', 'closed'] },
		},
		requests: [post('/alerts', { ...PERIOD, severity: 'critical', status: 'open,closed' })],
		output: (service) =>
			alertsIn(service)
				.filter(({ severity, status }) => severity === 'critical' && status !== 'in_progress')
				.map(({ message }) => ({ Message: message })),
	},
	{
		operation: 'alert.getAll',
		name: 'by conditions and every filter',
		parameters: {
			...PERIOD,
			returnAll: true,
			queryAs: 'conditions',
			conditions: {
				condition: [
					{ field: 'EVENTID', value: '4625' },
					{ field: ' TYPE ', value: "O'Hara (AND)" },
				],
			},
			filters: {
				severity: ['critical', 'trouble'],
				status: ['open', 'in_progress'],
				profile_ids: [901, String(LARGE)],
			},
			options: { response_type: 'client' },
		},
		requests: [
			post('/alerts', {
				...PERIOD,
				query: '(EVENTID = "4625" AND TYPE = "O\'Hara (AND)")',
				severity: 'critical,trouble',
				status: 'open,in_progress',
				profile_ids: [901, LARGE],
				response_type: 'client',
			}),
		],
		output: [],
	},
	{
		operation: 'alert.getAll',
		name: 'from a cursor, without the query',
		parameters: {
			...PERIOD,
			returnAll: true,
			queryAs: 'text',
			query: 'TYPE = "Windows"',
			filters: { severity: ['critical'] },
			advancedOptions: { cursor: 'abc' },
		},
		requests: [
			post('/alerts', { cursor: 'abc' }),
			// The service refuses it, perhaps for what does not go with the cursor.
			post('/alerts', { ...PERIOD, severity: 'critical', cursor: 'abc' }),
		],
	},
	{
		operation: 'alert.count',
		name: 'by severity',
		parameters: { ...PERIOD, groupBy: 'severity', filters: { status: ['open', 'closed'] } },
		requests: ['attention', 'critical', 'trouble'].map((severity) =>
			post('/alerts', { ...PERIOD, severity, status: 'open,closed' }),
		),
		output: (service) => countsOf(service, ['attention', 'critical', 'trouble']),
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.startBulkRequest',
		name: 'three queries',
		parameters: {
			...PERIOD,
			queryAs: 'text',
			query: '=(EVENTID = "{{ $json.event }}")',
			filters: { profile_ids: [901] },
		},
		items: [{ event: '4625' }, { event: '4732' }, { event: '7036' }],
		requests: ['4625', '4732', '7036'].map((event) =>
			post('/alerts/bulk', { ...PERIOD, query: `(EVENTID = "${event}")`, profile_ids: [901] }),
		),
		output: [succeeded, succeeded, succeeded],
		done: ({ requests }, { event }) =>
			requests.some(({ carriedOut, text }) => carriedOut && text.includes(`\\"${asText(event)}`)),
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.startBulkRequest',
		name: 'every alert of a period',
		parameters: PERIOD,
		requests: [post('/alerts/bulk', PERIOD)],
		output: [succeeded],
	},
	{
		operation: 'alert.getBulkPage',
		name: 'the first page',
		parameters: {
			request_id: '={{ $json.request_id }}',
			simplify: false,
			options: { page_no: '={{ $json.page_no }}', maxWait: 1 },
		},
		setup: startBulk,
		requests: [get('/alerts/bulk', { request_id: 'bulk-1', page_no: 1 })],
		output: everyAlert,
		refused: {
			parameters: { request_id: 'bulk-none', options: { maxWait: 1 } },
			// An unknown request cannot be told from one that is not ready.
			says: /not ready within 1 seconds/,
		},
	},
	{
		operation: 'alert.exportAlerts',
		name: 'as items',
		parameters: { ...PERIOD, output: 'items', options: { maxWait: 1 } },
		setup: ready,
		requests: [
			post('/alerts/bulk', PERIOD),
			get('/alerts/bulk', { request_id: 'bulk-1', page_no: 1 }),
		],
		output: everyAlert,
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.exportAlerts',
		name: 'into a file',
		parameters: { ...PERIOD, output: 'ndjson', filters: { status: ['open'] } },
		setup: ready,
		requests: [
			post('/alerts/bulk', { ...PERIOD, status: 'open' }),
			get('/alerts/bulk', { request_id: 'bulk-1', page_no: 1 }),
		],
		output: [{ records: 20, parts: 1 }],
	},
	{
		operation: 'alert.exportAlerts',
		name: 'from a request that was started before',
		parameters: {
			...PERIOD,
			output: 'items',
			options: { request_id: '={{ $json.request_id }}', maxWait: 1 },
		},
		setup: startBulk,
		requests: [get('/alerts/bulk', { request_id: 'bulk-1', page_no: 1 })],
		output: everyAlert,
	},
];
