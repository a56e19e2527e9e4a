import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeTypeDescription } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { nodeNames, nodeType, typeName } from '../support/harness/nodePackage';
import type { WorkflowDefinition } from '../support/host/client';
import { toolOf } from '../support/rules/asTool';
import {
	belongsToNobody,
	exampleFiles,
	isUnderstood,
	nodesAreValid,
	toolsOnlyRead,
	type ExampleRule,
} from '../tools/demo/exampleFiles';
import { examples } from '../tools/demo/expectations';

let types: INodeTypeDescription[];

beforeAll(async () => {
	const nodes = await Promise.all((await nodeNames()).map(async (name) => await nodeType(name)));
	types = [
		...nodes,
		...nodes.filter(({ description }) => description.usableAsTool).map(toolOf),
	].map(({ description }) => ({ ...description, name: typeName(description.name) }));
});

/** The nodes of this package are valid; those of n8n's own are looked at in a real n8n. */
const ownNodesAreValid: ExampleRule = (workflow) =>
	nodesAreValid(types)({
		...workflow,
		nodes: workflow.nodes.filter(({ type }) => type.startsWith(typeName(''))),
	});

const files = exampleFiles();

it('every example has a section on the page of examples, and an expectation', () => {
	const names = files.map(({ file }) => file);
	expect(names.length).toBeGreaterThan(8);
	expect(Object.keys(examples).sort()).toEqual(names);
	const page = readFileSync(resolve(__dirname, '../../examples/README.md'), 'utf8');
	expect(names.filter((name) => !page.includes(`(${name})`))).toEqual([]);
	expect(new Set(files.map(({ workflow }) => workflow.name)).size).toBe(names.length);
});

describe.each(files)('$file', ({ workflow }) => {
	it('has valid nodes of this package', () => {
		expect(ownNodesAreValid(workflow)).toEqual([]);
		expect(workflow.nodes.some(({ type }) => type.startsWith(typeName('')))).toBe(true);
	});

	it('holds no id of an instance, account or owner', () => {
		expect(belongsToNobody(workflow)).toEqual([]);
	});

	it('has a note and names that explain it', () => {
		expect(isUnderstood(workflow)).toEqual([]);
	});

	it('gives a model only tools that read', () => {
		expect(toolsOnlyRead(workflow)).toEqual([]);
	});
});

describe('an example with an offender is refused', () => {
	const source = (file: string): WorkflowDefinition => {
		const found = files.find((example) => example.file === file);
		if (found === undefined) throw new Error(`There is no ${file}`);
		return structuredClone(found.workflow);
	};
	const onboarding = 'onboard-new-computers.json';
	const agent = 'ask-about-alerts.json';
	const clean = 'clean-up-decommissioned-log-sources.json';
	const del = 'Delete Log Sources';

	/** An example of which one node is changed. */
	const changed =
		(file: string, name: string, change: (node: INode) => Partial<INode>) =>
		(): WorkflowDefinition => {
			const workflow = source(file);
			const nodes = workflow.nodes.map((node) =>
				node.name === name ? { ...node, ...change(node) } : node,
			);
			expect(nodes).not.toEqual(workflow.nodes);
			return { ...workflow, nodes };
		};
	const renamed = (file: string, from: string, name: string) =>
		changed(file, from, () => ({ name }));
	const set = (file: string, name: string, values: INode['parameters']) =>
		changed(file, name, ({ parameters }) => ({ parameters: { ...parameters, ...values } }));
	const noted = (part: string, by: string) =>
		changed(clean, 'Note', ({ parameters }) => ({
			parameters: { ...parameters, content: asText(parameters['content']).replace(part, by) },
		}));
	const stored = { logManagementApi: { id: 'h2Xk', name: 'Mine' } };
	const approvedElsewhere = (): WorkflowDefinition => {
		const { connections, ...workflow } = source(agent);
		const approval = connections['Approve by Mail'];
		if (approval === undefined) throw new Error('Nothing is approved');
		return { ...workflow, connections: { ...connections, 'Delete a Log Source': approval } };
	};

	const offenders: Array<[ExampleRule, finding: string, () => WorkflowDefinition]> = [
		[
			ownNodesAreValid,
			`${del} is of no known type: n8n-nodes-log-management.logSource 7`,
			changed(clean, del, () => ({ typeVersion: 7 })),
		],
		[
			ownNodesAreValid,
			`${del} has no parameter options.readback`,
			set(clean, del, { options: { readback: true } }),
		],
		[ownNodesAreValid, `${del} has no parameter returnAll`, set(clean, del, { returnAll: true })],
		[
			ownNodesAreValid,
			'Add Log Sources: Parameter "Log Source Name" is required.',
			set(onboarding, 'Add Log Sources', { log_source: '' }),
		],
		[
			belongsToNobody,
			`${del} names a stored logManagementApi`,
			changed(clean, del, () => ({ credentials: stored })),
		],
		[belongsToNobody, `${del} holds localhost`, set(clean, del, { note: 'http://localhost:5678' })],
		[
			belongsToNobody,
			'The file holds meta',
			() => Object.assign(source(clean), { meta: { instanceId: 'one' } }),
		],
		[isUnderstood, 'No note explains it', set(clean, 'Note', { content: 'Clean up' })],
		[isUnderstood, 'No note explains it', noted('**Credential:**', '')],
		[isUnderstood, 'No note explains it', noted('**Change:**', '')],
		[
			isUnderstood,
			'The note names Every Tuesday, which is no node',
			noted('**Every Monday**', '**Every Tuesday**'),
		],
		[
			isUnderstood,
			'The note covers Run Now',
			changed(clean, 'Note', () => ({ position: [0, -100] })),
		],
		[isUnderstood, 'It has no trigger Run Now', renamed(clean, 'Run Now', 'Run')],
		[
			isUnderstood,
			'Run Now does not start it',
			renamed('alerts-to-tickets.json', 'Tickets Table', 'Run Now'),
		],
		[
			isUnderstood,
			'A connection names Deleted, which is no node',
			renamed(clean, 'Deleted', 'Gone'),
		],
		[
			isUnderstood,
			'No Operation1 does not say what it does',
			renamed(clean, 'Deleted', 'No Operation1'),
		],
		[
			toolsOnlyRead,
			'List Log Sources may change something',
			set(agent, 'List Log Sources', { operation: 'delete' }),
		],
		[toolsOnlyRead, 'Delete a Log Source may change something', approvedElsewhere],
	];

	it.each(offenders.map(([rule, ...rest]) => [rule.name, ...rest, rule] as const))(
		'%s finds: %s',
		(_name, finding, offender, rule) => {
			expect(rule(offender())).toContain(finding);
		},
	);
});
