import { beforeEach, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../support/harness/harness';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';

const service = useService({ world: volumeWorld({}) });

beforeEach(() => {
	service.clock.set('2026-03-01T12:00:00Z');
	const eventTime = Date.parse('2026-03-01T11:57:00Z') / 1000;
	service.arrive(
		['4624', '4625', '4625', '4740'].map((eventId, index) => ({
			eventTime: eventTime + index,
			eventId,
			severity: index === 0 ? ('trouble' as const) : ('critical' as const),
			status: index < 2 ? ('open' as const) : ('closed' as const),
			message: `${eventId} ${index}`,
		})),
	);
	service.clearRequests();
});

const PERIOD = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T12:00:00Z' };

const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	await runNode({
		node: 'alert',
		parameters: {
			operation: 'getAll',
			...{ returnAll: true, timeRange: 'between', ...PERIOD },
			...parameters,
		},
		items: items.map((json) => ({ json })),
		credentials: { baseUrl: service.url, accessToken: service.token },
	});

const conditions = (...condition: Array<{ field: unknown; value: unknown }>) =>
	({ filters: { conditions: { condition } } }) as INodeParameters;

it('conditions of each item become its query, which is shown', async () => {
	const { outputs, hints } = await run(
		conditions(
			{ field: { __rl: true, mode: 'list', value: 'EVENTID' }, value: '={{ $json.id }}' },
			{ field: 'SEVERITY', value: '={{ $json.severity }}' },
		),
		[
			{ id: '4625', severity: 'error' },
			{ id: '4740', severity: '<2>' },
		],
	);
	expect(service.requests.map(({ body }) => body)).toEqual([
		{ query: '(EVENTID = "4625" AND SEVERITY = "error")', ...PERIOD },
		{ query: '(EVENTID = "4740" AND SEVERITY = "<2>")', ...PERIOD },
	]);
	expect(outputs.flat()).toEqual([]);
	expect(hints.map(({ message }) => message)).toEqual([
		'Query sent: (EVENTID = "4625" AND SEVERITY = "error")',
		'Query sent: (EVENTID = "4740" AND SEVERITY = "&lt;2&gt;")',
	]);
});

it.each([
	[{ field: 'EVENTID', value: '={{ $json.none }}' }, 'is empty'],
	[{ field: 'EVENTID', value: ' ' }, 'is empty'],
	[{ field: '={{ $json.none }}', value: '4625' }, 'is empty'],
	[{ field: 'USERNAME', value: 'CORP\\jdoe' }, 'holds a backslash'],
	[{ field: 'MESSAGE', value: 'say "x"' }, 'holds the quotation mark "'],
	[{ field: 'EVENTID', value: '={{ ["4625", "4740"] }}' }, 'Value'],
])('a condition is refused, and nothing is sent: %j', async (condition, says) => {
	const { error } = await run(conditions(condition));
	expect(error).toMatchObject({ message: expect.stringContaining(says) });
	expect(service.requests).toEqual([]);
});

it('a search without filters asks for all alerts of its times', async () => {
	const { outputs } = await run({});
	expect(service.requests[0]?.body).toEqual({ query: '*', ...PERIOD });
	expect(outputs[0]?.length).toBe(4);
});

it('today begins at midnight in the time zone of the workflow, to the second', async () => {
	await run({ timeRange: 'today', operation: 'count' });
	const [{ body } = {}] = service.requests;
	const { start_time, end_time } = body as { start_time: string; end_time: string };
	// The workflow has the zone that n8n takes if none is set.
	const local = new Date(start_time).toLocaleString('en-GB', { timeZone: 'America/New_York' });
	expect(local).toMatch(/, 00:00:00$/);
	expect(end_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

it('Count counts each group of each item, with its other filters', async () => {
	const { outputs } = await run(
		{
			operation: 'count',
			groupBy: '={{ $json.by }}',
			start_time: '={{ $json.from }}',
			filters: { severity: '={{ $json.severity }}' },
		},
		[
			{ by: 'severity', from: '2026-03-01T10:00:00Z', severity: ['critical', 'trouble'] },
			{ by: 'status', from: '2026-03-01T11:57:01Z', severity: ['critical'] },
			{ by: 'none', from: '2026-03-01T11:57:03Z', severity: ['critical'] },
		],
	);
	expect(outputs[0]?.map(({ json, pairedItem }) => [pairedItem, json])).toEqual([
		[{ item: 0 }, { severity: 'critical', count: 3 }],
		[{ item: 0 }, { severity: 'trouble', count: 1 }],
		[{ item: 1 }, { status: 'closed', count: 2 }],
		[{ item: 1 }, { status: 'in_progress', count: 0 }],
		[{ item: 1 }, { status: 'open', count: 1 }],
		[{ item: 2 }, { count: 1 }],
	]);
	expect(service.requests.length).toBe(6);
});
