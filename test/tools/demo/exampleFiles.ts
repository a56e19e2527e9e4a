import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../support/host/client';

/** An example workflow as it ships. */
export interface ExampleFile {
	file: string;
	workflow: WorkflowDefinition;
}

/** What a rule holds against an example, one sentence each; empty when it keeps the rule. */
export type ExampleRule = (workflow: WorkflowDefinition) => string[];

const folder = resolve(__dirname, '../../../examples');

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

/** A person sees what it does and can run it: a note with a heading, a trigger, and no loose node. */
/** The alert trigger can be tested in the editor, which Run Now would only repeat. */
const startsByItself = ({ type }: INode): boolean =>
	type === 'n8n-nodes-log-management.alertTrigger';

export const isUnderstood: ExampleRule = ({ nodes, connections }) => {
	const targets = Object.values(connections).flatMap((kinds) =>
		Object.values(kinds).flatMap((outputs) =>
			outputs.flatMap((links) => (links ?? []).map(({ node }) => node)),
		),
	);
	const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
	const notes = nodes
		.filter(isNote)
		.map(({ parameters: { content } }) => (typeof content === 'string' ? content : ''));
	const known = nodes.map(({ name }) => name);
	return [
		...(notes.some((note) => /^## \w[^\n]+\n\w[^]{80}/.test(note)) ? [] : ['No note explains it']),
		...(known.includes('Run Now') || nodes.some(startsByItself)
			? []
			: ['It has no trigger Run Now']),
		...[...targets, ...Object.keys(connections)]
			.filter((name) => !known.includes(name))
			.map((name) => `A connection names ${name}, which is no node`),
		...nodes
			.filter(
				(node) => !isNote(node) && !(node.name in connections) && !targets.includes(node.name),
			)
			.map(({ name }) => `${name} is connected to nothing`),
		...nodes
			.filter(({ name }) => /\d$/.test(name) || /^(?:HTTP Request|Edit Fields|Code|If)$/.test(name))
			.map(({ name }) => `${name} does not say what it does`),
	];
};

/** What an AI agent gets as a tool only reads. */
export const toolsOnlyRead: ExampleRule = ({ nodes }) =>
	nodes
		.filter(({ type, parameters }) => /Tool$/.test(type) && parameters['operation'] !== 'getAll')
		.map(({ name }) => `${name} may change something`);
