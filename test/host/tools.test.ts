import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeCredentials, INodeParameters } from 'n8n-workflow';

import { id, named } from '../cases/case';
import { accountOf } from '../support/account';
import { nodeOf, withCredentials } from '../support/host/definitions';
import { connectMcp, mcpWorkflow } from '../support/host/mcp';
import { startN8n, type N8n } from '../support/host/process';
import { demoWorld } from '../support/service/demoWorld';
import { newLogSource } from '../support/service/records';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { exampleFiles } from '../tools/demo/exampleFiles';

const DAY_MS = 86_400_000;

/** IDs have 19 digits. 62 log sources have been silent for days, the two of the demo among them. */
const service = useService({
	switches: { ...documented, largeIds: true },
	world: (now) => {
		const world = demoWorld(now);
		const old = Array.from({ length: 60 }, (_none, index) => `OLD-${index}`);
		for (const name of ['WEB03', ...old]) {
			const id = world.nextId('logSource');
			const lastEvent = name === 'WEB03' ? now : now - 3 * DAY_MS;
			world.putLogSource(newLogSource(id, name, { domain_name: 'corp.example.com' }, lastEvent));
		}
		return world;
	},
});

/** A log source of the demo: SHARED-01 of lab.example.com. */
const LARGE_ID = '1700000000000002019';

const argument = (key: string, description: string): string =>
	`={{ $fromAI('${key}', '${description}', 'string') }}`;

const LOG_SOURCE = named(argument('log_source', 'The name of the log source, such as WEB01'));
const DOMAIN = named(argument('domain', 'Such as corp.example.com; empty if you do not know it'));
const BY_ID = id(argument('id', 'The ID, digits only'));

/** The tools that the example does not have, by their names. */
const MORE_TOOLS: Readonly<Record<string, [type: string, parameters: INodeParameters]>> = {
	'Delete Log Source': [
		'logSource',
		{ operation: 'delete', log_source_id: LOG_SOURCE, options: { domain_name: DOMAIN } },
	],
	'Log Source by ID': ['logSource', { operation: 'get', log_source_id: BY_ID }],
	'Export Alerts': ['alert', { operation: 'exportAlerts', timeRange: 'last30Days', format: 'csv' }],
};

function toolNodes(credentials: INodeCredentials): INode[] {
	const example = exampleFiles().find(({ file }) => file === 'ask-about-alerts.json');
	const reading = (example?.workflow.nodes ?? []).filter(
		({ name, type }) => type.startsWith('n8n-nodes-log-management.') && !name.startsWith('Delete'),
	);
	return [
		...reading.map((node) => withCredentials(node, credentials)),
		...Object.entries(MORE_TOOLS).map(([name, [type, parameters]]) =>
			nodeOf(name, `n8n-nodes-log-management.${type}Tool`, parameters, { credentials }),
		),
	];
}

let n8n: N8n;
let client: Awaited<ReturnType<typeof connectMcp>>;

beforeAll(async () => {
	n8n = await startN8n();
	const credentials = await n8n.client.createCredential('logManagementApi', accountOf(service));
	const workflow = await n8n.client.createWorkflow(mcpWorkflow('tools', toolNodes(credentials)));
	expect((await n8n.client.activate(workflow)).status).toBe('published');
	client = await connectMcp(`${n8n.url}/mcp/tools`);
}, 900_000);
afterAll(async () => await n8n.stop());

it('lists its tools with what they do and return, and their arguments', async () => {
	const tools = (await client.tools()).toSorted((one, other) => (one.name < other.name ? -1 : 1));
	const text = tools.map(({ name, description, inputSchema }) => {
		const args = Object.entries(inputSchema.properties).map(
			([argument, { type, description: says = '' }]) => `  ${argument} (${type}): ${says}`,
		);
		return [name, `  ${description}`, ...args].join('\n');
	});
	expect(text.join('\n\n')).toMatchSnapshot();
});

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const alertsOf = (hours: number, more: IDataObject = {}): IDataObject => ({
	...{ start_time: ago(hours), end_time: ago(0), group_by: 'none' },
	...{ severity: '', status: '', profile_ids: '' },
	...more,
});

const note = (text: string) => ({ note: expect.stringContaining(text) });
const some = (...rows: object[]) =>
	expect.arrayContaining(rows.map((row): unknown => expect.objectContaining(row)));

/** Each row holds the call of a model for a request, and the items or the refusal that it receives. */
it.each<[request: string, tool: string, args: IDataObject, receives: unknown]>([
	[
		'Which servers stopped logging since yesterday?',
		'Silent_Log_Sources',
		{ hours: 24 },
		some({ log_source: 'OLD-0' }, note('50 records read. Limit is 50, so there may be more')),
	],
	[
		'Critical alerts of this week by profile?',
		'Count_Alerts',
		alertsOf(168, { severity: 'critical', group_by: 'profile' }),
		some({ profile_name: 'Brute force', count: 15 }),
	],
	[
		'Brute force in the last two hours?',
		'Search_Alerts',
		alertsOf(2, { profile_ids: 'brute force' }),
		some({ ProfileName: 'Brute force' }),
	],
	[
		'Last month’s alerts as CSV.',
		'Export_Alerts',
		{},
		[expect.objectContaining({ records: 60 }), note('n8n does not pass files to a model')],
	],
	[
		'Delete WEB03.',
		'Delete_Log_Source',
		{ log_source: 'WEB03', domain: '' },
		[expect.objectContaining({ outcome: 'succeeded', log_source: 'WEB03', deleted: true })],
	],
	[
		`Show log source ${LARGE_ID}.`,
		'Log_Source_by_ID',
		{ id: LARGE_ID },
		some({ log_source_id: LARGE_ID }),
	],
])('%s', async (_request, tool, args, receives) => {
	const { text, items } = await client.call(tool, args);
	expect(items.length > 0 ? items : text).toEqual(receives);
});
