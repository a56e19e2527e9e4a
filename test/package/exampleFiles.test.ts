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

	it('belongs to nobody', () => {
		expect(belongsToNobody(workflow)).toEqual([]);
	});

	it('is understood', () => {
		expect(isUnderstood(workflow)).toEqual([]);
	});

	it('lets a model read only', () => {
		expect(toolsOnlyRead(workflow)).toEqual([]);
	});
});

describe('an example is refused where', () => {
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

	const offenders: Array<[string, ExampleRule, () => WorkflowDefinition, string]> = [
		[
			'a node has another version',
			ownNodesAreValid,
			changed(clean, del, () => ({ typeVersion: 7 })),
			`${del} is of no known type: n8n-nodes-log-management.logSource 7`,
		],
		[
			'a parameter is misspelt',
			ownNodesAreValid,
			changed(clean, del, withParameters({ options: { readback: true } })),
			`${del} has no parameter options.readback`,
		],
		[
			'a parameter belongs to another operation',
			ownNodesAreValid,
			changed(clean, del, withParameters({ returnAll: true })),
			`${del} has no parameter returnAll`,
		],
		[
			'a required parameter is missing',
			ownNodesAreValid,
			changed('onboard-new-computers.json', 'Add Log Sources', withParameters({ log_source: '' })),
			'Add Log Sources: Parameter "Log Source Name" is required.',
		],
		[
			'a stored credential is named',
			belongsToNobody,
			changed(clean, del, () => ({
				credentials: { logManagementApi: { id: 'h2Xk', name: 'Mine' } },
			})),
			`${del} names a stored logManagementApi`,
		],
		[
			'an address is of one machine',
			belongsToNobody,
			changed(clean, del, withParameters({ note: 'http://localhost:5678' })),
			`${del} holds localhost`,
		],
		[
			'it holds the id of an n8n',
			belongsToNobody,
			() => Object.assign(source(clean), { meta: { instanceId: 'one' } }),
			'The file holds meta',
		],
		[
			'it has no note',
			isUnderstood,
			changed(clean, 'Note', withParameters({ content: 'Clean up' })),
			'No note explains it',
		],
		[
			'its note does not say which credential to choose',
			isUnderstood,
			changed(clean, 'Note', replaceInNote('**Credential:**', '')),
			'No note explains it',
		],
		[
			'its note does not say what to change',
			isUnderstood,
			changed(clean, 'Note', replaceInNote('**Change:**', '')),
			'No note explains it',
		],
		[
			'its note names a node that is called otherwise',
			isUnderstood,
			changed(clean, 'Note', replaceInNote('**Every Monday**', '**Every Tuesday**')),
			'The note names Every Tuesday, which is no node',
		],
		[
			'its note covers a node',
			isUnderstood,
			changed(clean, 'Note', () => ({ position: [0, -100] })),
			'The note covers Run Now',
		],
		[
			'nothing starts it by hand',
			isUnderstood,
			changed(clean, 'Run Now', () => ({ name: 'Run' })),
			'It has no trigger Run Now',
		],
		[
			'Run Now is beside the alert trigger',
			isUnderstood,
			changed('alerts-to-tickets.json', 'Tickets Table', () => ({ name: 'Run Now' })),
			'Run Now does not start it',
		],
		[
			'a connection leads nowhere',
			isUnderstood,
			changed(clean, 'Deleted', () => ({ name: 'Gone' })),
			'A connection names Deleted, which is no node',
		],
		[
			'a node has the name that n8n gave it',
			isUnderstood,
			changed(clean, 'Deleted', () => ({ name: 'No Operation1' })),
			'No Operation1 does not say what it does',
		],
		[
			'a tool deletes',
			toolsOnlyRead,
			changed('ask-about-alerts.json', 'List Log Sources', withParameters({ operation: 'delete' })),
			'List Log Sources may change something',
		],
		[
			'a tool deletes that nobody approves',
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

	it.each(offenders)('%s', (_where, rule, offender, finding) => {
		expect(rule(offender())).toContain(finding);
	});
});
