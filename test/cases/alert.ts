import type { Service } from '../support/service/service';
import { BETWEEN, get, PERIOD, post, type Case } from './case';

const EVERY = { query: '*', ...PERIOD };

const UNKNOWN_FIELD = {
	parameters: { filters: { query: 'NOFIELD = "1"' } },
	says: /Something went wrong/,
};

const ACCEPTED = { message: 'The request has been accepted' };

export const ready = (service: Service) => {
	service.set({ bulkFetchesBeforeReady: 0 });
	return {};
};

export const startBulk = (service: Service) => {
	ready(service);
	const { text } = service.answer('POST', '/api/v2/alerts/bulk', JSON.stringify(EVERY));
	return (JSON.parse(text) as { data: { request_id: string } }).data;
};

const everyAlert = (service: Service) =>
	service.world.alerts.map(({ message }) => ({ Message: message }));

const countsOf = (service: Service, severities: readonly string[]) =>
	severities.map((severity) => ({
		severity,
		count: service.world.alerts.filter(
			(each) => each.severity === severity && each.status !== 'in_progress',
		).length,
	}));

export const alert: readonly Case[] = [
	{
		operation: 'alert.getAll',
		name: 'all alerts of a period',
		parameters: { ...BETWEEN, returnAll: true, options: { allFields: true } },
		requests: [post('/alerts', EVERY)],
		output: everyAlert,
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.getAll',
		name: 'the newest of a period',
		parameters: { ...BETWEEN, limit: 3 },
		requests: [
			post('/alerts', { ...EVERY, start_time: '2026-03-01T12:00:00Z' }),
			post('/alerts', EVERY),
		],
		output: (service) =>
			service.world.alerts
				.toSorted((one, other) => other.eventTime - one.eventTime)
				.slice(0, 3)
				.map(({ message }) => ({ Message: message })),
	},
	{
		operation: 'alert.getAll',
		name: 'by a query as text',
		parameters: { ...BETWEEN, returnAll: true, filters: { query: '(EVENTID = "4625")' } },
		requests: [post('/alerts', { ...PERIOD, query: '(EVENTID = "4625")' })],
		output: (service) =>
			service.world.alerts
				.filter(({ eventId }) => eventId === '4625')
				.map(({ message }) => ({ Message: message, EventID: '4625' })),
	},
	{
		operation: 'alert.getAll',
		name: 'by names of profiles, which one read of their list finds',
		parameters: {
			...BETWEEN,
			returnAll: true,
			filters: { profile_ids: '={{ $json.profiles }}', query: 'EVENTID = "1"' },
		},
		items: [{ profiles: 'BRUTE FORCE, 902, 901' }, { profiles: ['Brute force'] }],
		requests: [
			get('/alerts/profile'),
			...[[901, 902], [901]].map((profile_ids) =>
				post('/alerts', { ...PERIOD, query: 'EVENTID = "1"', profile_ids }),
			),
		],
		output: [],
	},
	{
		operation: 'alert.count',
		name: 'by severity',
		parameters: { ...BETWEEN, groupBy: 'severity', filters: { status: ['open', 'closed'] } },
		requests: [{}, ...['attention', 'critical', 'trouble'].map((severity) => ({ severity }))].map(
			(group) => post('/alerts', { ...EVERY, ...group, status: 'open,closed' }),
		),
		output: (service) => countsOf(service, ['attention', 'critical', 'trouble']),
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.startBulkRequest',
		name: 'three queries',
		parameters: {
			...BETWEEN,
			filters: { query: '=(EVENTID = "{{ $json.event }}")', profile_ids: [901] },
		},
		items: [{ event: '4625' }, { event: '4732' }, { event: '7036' }],
		requests: ['4625', '4732', '7036'].map((event) =>
			post('/alerts/bulk', { ...PERIOD, query: `(EVENTID = "${event}")`, profile_ids: [901] }),
		),
		output: [ACCEPTED, ACCEPTED, ACCEPTED],
		refused: UNKNOWN_FIELD,
	},
	{
		operation: 'alert.getBulkPage',
		name: 'the first page',
		parameters: { request_id: '={{ $json.request_id }}', options: { maxWait: 1, allFields: true } },
		setup: startBulk,
		requests: [get('/alerts/bulk', { request_id: 'bulk-1', page_no: 1 })],
		output: everyAlert,
		refused: {
			parameters: { request_id: 'bulk-none', options: { maxWait: 1 } },
			// The service answers alike for an unknown request and for one that is not ready.
			says: /not ready within 1 second[. ]/,
		},
	},
	{
		operation: 'alert.exportAlerts',
		name: 'in one file',
		parameters: { ...BETWEEN, options: { maxWait: 1 } },
		setup: ready,
		requests: [
			post('/alerts/bulk', EVERY),
			get('/alerts/bulk', { request_id: 'bulk-1', page_no: 1 }),
		],
		output: [{ records: 60, complete: true }],
		refused: UNKNOWN_FIELD,
	},
];
