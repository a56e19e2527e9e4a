import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeTypeDescription } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { EXAMPLES, textOf } from '../tools/docs/generatedPages';
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
	expect(names.filter((name) => !textOf(EXAMPLES).includes(`(${name})`))).toEqual([]);
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
	const clean = 'clean-up-decommissioned-log-sources.json';
	const del = 'Delete Log Sources';
	const withParameters =
		(values: INode['parameters']) =>
		({ parameters }: INode) => ({ parameters: { ...parameters, ...values } });

	const replaceInNote =
		(part: string, by: string) =>
		({ parameters }: INode) => ({
			parameters: { ...parameters, content: asText(parameters['content']).replace(part, by) },
		});

	const offenders: Array<[ExampleRule, () => WorkflowDefinition, finding: string]> = [
		[
			ownNodesAreValid,
			changed(clean, del, () => ({ typeVersion: 7 })),
			`${del} is of no known type: n8n-nodes-log-management.logSource 7`,
		],
		[
			ownNodesAreValid,
			changed(clean, del, withParameters({ options: { readback: true } })),
			`${del} has no parameter options.readback`,
		],
		[
			ownNodesAreValid,
			changed(clean, del, withParameters({ returnAll: true })),
			`${del} has no parameter returnAll`,
		],
		[
			ownNodesAreValid,
			changed('onboard-new-computers.json', 'Add Log Sources', withParameters({ log_source: '' })),
			'Add Log Sources: Parameter "Log Source Name" is required.',
		],
		[
			belongsToNobody,
			changed(clean, del, () => ({
				credentials: { logManagementApi: { id: 'h2Xk', name: 'Mine' } },
			})),
			`${del} names a stored logManagementApi`,
		],
		[
			belongsToNobody,
			changed(clean, del, withParameters({ note: 'http://localhost:5678' })),
			`${del} holds localhost`,
		],
		[
			belongsToNobody,
			() => Object.assign(source(clean), { meta: { instanceId: 'one' } }),
			'The file holds meta',
		],
		[
			isUnderstood,
			changed(clean, 'Note', withParameters({ content: 'Clean up' })),
			'No note explains it',
		],
		[
			isUnderstood,
			changed(clean, 'Note', replaceInNote('**Credential:**', '')),
			'No note explains it',
		],
		[isUnderstood, changed(clean, 'Note', replaceInNote('**Change:**', '')), 'No note explains it'],
		[
			isUnderstood,
			changed(clean, 'Note', replaceInNote('**Every Monday**', '**Every Tuesday**')),
			'The note names Every Tuesday, which is no node',
		],
		[
			isUnderstood,
			changed(clean, 'Note', () => ({ position: [0, -100] })),
			'The note covers Run Now',
		],
		[isUnderstood, changed(clean, 'Run Now', () => ({ name: 'Run' })), 'It has no trigger Run Now'],
		[
			isUnderstood,
			changed('alerts-to-tickets.json', 'Tickets Table', () => ({ name: 'Run Now' })),
			'Run Now does not start it',
		],
		[
			isUnderstood,
			changed(clean, 'Deleted', () => ({ name: 'Gone' })),
			'A connection names Deleted, which is no node',
		],
		[
			isUnderstood,
			changed(clean, 'Deleted', () => ({ name: 'No Operation1' })),
			'No Operation1 does not say what it does',
		],
		[
			toolsOnlyRead,
			changed('ask-about-alerts.json', 'List Log Sources', withParameters({ operation: 'delete' })),
			'List Log Sources may change something',
		],
		[
			toolsOnlyRead,
			() => {
				const workflow = source('ask-about-alerts.json');
				const agent = workflow.connections['Approve by Mail'];
				if (agent === undefined) throw new Error('Nothing is approved');
				return {
					...workflow,
					connections: { ...workflow.connections, 'Delete a Log Source': agent },
				};
			},
			'Delete a Log Source may change something',
		],
	];

	it.each(offenders.map(([rule, offender, finding]) => [finding, rule, offender] as const))(
		'the rule finds: %s',
		(finding, rule, offender) => {
			expect(rule(offender())).toContain(finding);
		},
	);
});
