import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../nodes/shared/operation/operationFields';
import { nodeNames, nodeType } from '../support/harness/harness';
import { namedOperations, operationsByNode } from '../support/rules/allOperations';
import { allFields, choicesOf } from '../support/rules/fieldTree';
import { rowsOfTable } from '../support/table';

/** The most fields that a user may see when a panel opens, with the credential and closed collections. */
const MAX_FIELDS = { list: 6, get: 6, write: 7 };

/** This panel also needs a time range. */
const EXCEPTIONS: Readonly<Record<string, number>> = { 'alert.getAll': 7 };

/** The labels of the fields that a user sees when the panel of a node opens; a closed collection is one. */
async function panelOf(node: string, chosen?: INodeParameters): Promise<string[]> {
	const { properties } = (await nodeType(node)).description;
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));
	const values: INodeParameters = { ...defaults, ...chosen };
	const fields = properties
		.filter(({ type }) => type !== 'hidden' && type !== 'notice')
		.filter((field) => NodeHelpers.displayParameter(values, field, null, null));
	return ['Credential', ...fields.map(({ displayName }) => displayName)];
}

it('a panel has no marks of the engine', async () => {
	for (const node of await nodeNames()) {
		const { properties } = (await nodeType(node)).description;
		expect(JSON.stringify(properties)).not.toMatch(/"(?:unsent|resolvedIn)":/);
	}
});

describe('a panel opens with few fields', () => {
	it.each(namedOperations)('%s', async (name, { node, operation: { value: operation, kind } }) => {
		const fields = await panelOf(node, { operation });
		expect(fields).toContain('Operation');
		expect(fields.length).toBeLessThanOrEqual(EXCEPTIONS[name] ?? MAX_FIELDS[kind]);
	});

	it.each(['alertTrigger', 'healthTrigger'])('%s', async (node) => {
		expect((await panelOf(node)).length).toBeLessThanOrEqual(MAX_FIELDS.write);
	});
});

it.each(namedOperations.filter(([, { operation }]) => operation.kind === 'get'))(
	'%s requires the field that selects what it reads',
	(_name, { operation }) => {
		expect(operationFields(operation).filter(({ required }) => required === true)).not.toEqual([]);
	},
);

it('a change of the operation keeps the filters, which name it by a path from the root', async () => {
	const { properties } = (await nodeType('logSource')).description;
	const shows = properties.flatMap(({ name, displayOptions }) =>
		name === 'filters' ? Object.keys(displayOptions?.show ?? {}) : [],
	);
	expect(shows).toEqual(['/operation']);
});

const CHANGES: ReadonlySet<string> = new Set(['delete', 'update']);

it.each(namedOperations.filter(([, { operation }]) => CHANGES.has(operation.value)))(
	'a node that is changed to %s keeps no parameter that selects several things',
	async (_name, offered) => {
		const { description } = await nodeType(offered.node);
		const wide = { returnAll: true, limit: 50, filters: { status: 'running' }, logTypes: 'all' };
		const chosen = { resource: 'logManagement', operation: offered.operation.value, ...wide };
		const { properties } = description;
		const kept = NodeHelpers.getNodeParameters(properties, chosen, true, false, null, description);
		expect(kept).toMatchObject({ operation: offered.operation.value });
		expect(Object.keys(kept ?? {}).filter((name) => name in wide)).toEqual([]);
	},
);

it.each(Object.keys(operationsByNode))(
	'%s opens with an operation that only reads',
	async (node) => {
		const { properties } = (await nodeType(node)).description;
		expect(properties).toContainEqual(
			expect.objectContaining({ name: 'operation', default: 'getAll' }),
		);
	},
);

/** Lists the choices whose labels are not their values in words, each as `field value: label`. */
const otherLabels = (properties: readonly INodeProperties[]): string[] =>
	allFields(properties).flatMap((field) =>
		choicesOf(field)
			.filter(({ name, value }) => lettersOf(name) !== lettersOf(String(value)))
			.map(({ name, value }) => `${field.name} ${String(value)}: ${name}`),
	);

const lettersOf = (text: string): string => text.replace(/[ _]/g, '').toLowerCase();

/** The labels of choices that are not their values in words, in the form `field | value: label | …`. */
const labelExceptions = rowsOfTable(`
agentChanges | back: Came Back | silent: Went Silent | status: Status Changed
configured | configured: Configured Only | notConfigured: Not Configured Only
firstPoll | report: Report Current State
format | csv: CSV File | excel: CSV File for Excel | ndjson: NDJSON File
ifExists | return: Return Existing
ifSomeFail | returnRows: Return All Rows | stop: Stop Workflow
logSourceChanges | back: Came Back | collection_status: Collection Status Changed
logSourceChanges | collector_state: Collector State Changed | silent: Went Silent
logTypes | all: All Log Types | one: One Log Type
operation | exportAlerts: Export | getAll: Get Many | setEventSourceFiles: Set Event Files
operation | upsert: Create or Update
sort | log_source: Log Source Name | log_source_group: Log Source Group Name
status | access_restriction_selinux: Access Restricted by SELinux
status | agent_already_installed: Already Installed | agent_not_communicating: Not Communicating
status | agentupgraded: Upgraded | needsync: Needs Sync | restart_manual: Manual Restart
status | restartactionscheduled: Restart Scheduled | restartactionstarted: Restart Started
status | ssh_connection_failure: SSH Connection Failed | start_manual: Manual Start
status | startactionscheduled: Start Scheduled | stop_manual: Manual Stop
status | stopactionstarted: Stop Started | waitingfor_initailsync: Waiting for Initial Sync
`).flatMap(([field, ...labels]) => labels.map((label) => `${field} ${label}`));

it('the label of each choice is its value in words, but for known exceptions', async () => {
	const types = await Promise.all((await nodeNames()).map(nodeType));
	const fields = types.flatMap(({ description }) => description.properties);
	// Poll Times are n8n's.
	const labels = otherLabels(fields.filter(({ name }) => name !== 'pollTimes'));
	expect([...new Set(labels)].sort()).toEqual(labelExceptions.sort());
});

it('each node requires the credential, and each but a trigger is a tool', async () => {
	for (const node of await nodeNames()) {
		const { credentials, usableAsTool, group } = (await nodeType(node)).description;
		expect([node, usableAsTool === undefined]).toEqual([node, group.includes('trigger')]);
		expect([node, credentials]).toMatchObject([
			node,
			[{ name: 'logManagementApi', required: true }],
		]);
	}
});
