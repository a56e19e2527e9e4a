import { expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../support/harness/harness';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';

const service = useService({ world: volumeWorld({}) });

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
	[{ field: '={{ $json.none }}', value: '4625' }, 'is empty'],
	[{ field: 'USERNAME', value: 'CORP\\jdoe' }, 'holds a backslash'],
	[{ field: 'EVENTID', value: '={{ ["4625", "4740"] }}' }, 'Value'],
])('a condition is refused, and nothing is sent: %j', async (condition, says) => {
	const { error } = await run(conditions(condition));
	expect(error).toMatchObject({ message: expect.stringContaining(says) });
	expect(service.requests).toEqual([]);
});
