import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../support/host/client';

/** An example workflow as it ships. */
export interface ExampleFile {
	file: string;
	workflow: WorkflowDefinition;
}

/** What a rule holds against an example, one sentence each; empty when it keeps the rule. */
export type ExampleRule = (workflow: WorkflowDefinition) => string[];

/** Where the example workflows are that ship with the package. */
export const folder = resolve(__dirname, '../../../examples');

export const exampleFiles = (): ExampleFile[] =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({
			file,
			workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowDefinition,
		}));

/** What a person has to choose in an example, by node types: it differs from one to another. */
const toBeChosen: Readonly<Record<string, readonly string[]>> = {
	'n8n-nodes-base.jira': ['project', 'issueType'],
	'n8n-nodes-base.pagerDuty': ['serviceId'],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** The paths in `given` that `kept` does not have. */
function lost(given: unknown, kept: unknown, path: string): string[] {
	if (!isObject(given)) return [];
	if (!isObject(kept)) return [path];
	return Object.keys(given).flatMap((key) => {
		const at = path === '' ? key : `${path}.${key}`;
		return key in kept ? lost(given[key], kept[key], at) : [at];
	});
}

/** Each node is of a given type and version, has parameters of that type only, and all it requires. */
export const nodesAreValid =
	(types: readonly INodeTypeDescription[]): ExampleRule =>
	({ nodes }) =>
		nodes.flatMap((node) => {
			const { name, typeVersion, parameters } = node;
			const type = types.find(
				(known) => known.name === node.type && [known.version].flat().includes(typeVersion),
			);
			if (type === undefined) return [`${name} is of no known type: ${node.type} ${typeVersion}`];
			const kept = NodeHelpers.getNodeParameters(
				type.properties,
				parameters,
				true,
				false,
				node,
				type,
			);
			const issues = NodeHelpers.getNodeParametersIssues(type.properties, node, type);
			const chosenLater = toBeChosen[node.type] ?? [];
			return [
				...lost(parameters, kept, '').map((path) => `${name} has no parameter ${path}`),
				...Object.entries(issues?.parameters ?? {})
					.filter(([parameter]) => !chosenLater.includes(parameter))
					.flatMap(([, texts]) => texts.map((text) => `${name}: ${text}`)),
			];
		});

/** It holds nothing of whose n8n it was made in: no credential, no id but its nodes' own. */
export const belongsToNobody: ExampleRule = (workflow) => [
	...Object.keys(workflow)
		.filter((key) => !['name', 'nodes', 'connections', 'settings'].includes(key))
		.map((key) => `The file holds ${key}`),
	...workflow.nodes.flatMap(({ name, credentials = {}, parameters }) => [
		...Object.entries(credentials)
			.filter(([, { id }]) => id !== '')
			.map(([type]) => `${name} names a stored ${type}`),
		...Array.from(
			JSON.stringify(parameters).matchAll(
				/cachedResult\w+|localhost|127\.0\.0\.1|\/(?:home|root)\//g,
			),
			([found]) => `${name} holds ${found}`,
		),
	]),
];

/** The triggers are tested in the editor by themselves; Run Now would not reach them. */
const startsByItself = ({ type }: INode): boolean =>
	/^n8n-nodes-log-management\.\w+Trigger$/.test(type);

const isNote = ({ type }: INode): boolean => type === 'n8n-nodes-base.stickyNote';

/** What a note tells: what the workflow does, which credentials to choose, and what to change. */
const NOTE_PARTS = [/^## \w[^\n]+\n\w[^\n]{80}/, /\n\*\*Credential:\*\* /, /\n\*\*Change:\*\* /];

/** How far a node and its name reach from its position, in pixels of the canvas. */
const NODE_SIZE = { width: 120, height: 140 };

/** Whether a note covers a node. */
const covers = (
	{ position: [x, y], parameters }: INode,
	{ position: [left, top] }: INode,
): boolean =>
	x < left + NODE_SIZE.width &&
	left < x + Number(parameters['width']) &&
	y < top + NODE_SIZE.height &&
	top < y + Number(parameters['height']);

/** A person sees what it does and can run it: a note that tells it, a trigger, and no loose node. */
export const isUnderstood: ExampleRule = ({ nodes, connections }) => {
	const targets = Object.values(connections).flatMap((kinds) =>
		Object.values(kinds).flatMap((outputs) =>
			outputs.flatMap((links) => (links ?? []).map(({ node }) => node)),
		),
	);
	const notes = nodes.filter(isNote);
	const others = nodes.filter((node) => !isNote(node));
	const texts = notes.map(({ parameters: { content } }) =>
		typeof content === 'string' ? content : '',
	);
	const known = nodes.map(({ name }) => name);
	return [
		...(texts.some((text) => NOTE_PARTS.every((part) => part.test(text)))
			? []
			: ['No note explains it']),
		...texts.flatMap((text) =>
			Array.from(text.matchAll(/\*\*([A-Z][^*]+[^*:])\*\*/g), ([, name = '']) => name)
				.filter((name) => !known.includes(name) && !NAMES_OF_EDITOR.has(name))
				.map((name) => `The note names ${name}, which is no node`),
		),
		...others
			.filter((node) => notes.some((note) => covers(note, node)))
			.map(({ name }) => `The note covers ${name}`),
		...(known.includes('Run Now') === nodes.some(startsByItself)
			? [known.includes('Run Now') ? 'Run Now does not start it' : 'It has no trigger Run Now']
			: []),
		...[...targets, ...Object.keys(connections)]
			.filter((name) => !known.includes(name))
			.map((name) => `A connection names ${name}, which is no node`),
		...others
			.filter((node) => !(node.name in connections) && !targets.includes(node.name))
			.map(({ name }) => `${name} is connected to nothing`),
		...nodes
			.filter(
				({ name }) =>
					/\d$/.test(name) || /^(?:HTTP Request|Edit Fields|Code|If|Split Out)$/.test(name),
			)
			.map(({ name }) => `${name} does not say what it does`),
	];
};

/** Fields, tables and tabs that notes name beside nodes. */
const NAMES_OF_EDITOR = new Set(['Filters', 'Redeliver After Restart']);

const READING: readonly unknown[] = ['count', 'get', 'getAll'];

/** What an AI agent gets as a tool only reads, or runs after a person approved it. */
export const toolsOnlyRead: ExampleRule = ({ nodes, connections }) => {
	const typeOf = new Map(nodes.map(({ name, type }) => [name, type]));
	const isApproved = (name: string): boolean =>
		(connections[name]?.['ai_tool'] ?? []).every((links) =>
			(links ?? []).every(({ node }) => typeOf.get(node)?.endsWith('HitlTool') === true),
		);
	return nodes
		.filter(({ type }) => type.endsWith('Tool') && !type.endsWith('HitlTool'))
		.filter(
			({ name, parameters }) => !READING.includes(parameters['operation']) && !isApproved(name),
		)
		.map(({ name }) => `${name} may change something`);
};
