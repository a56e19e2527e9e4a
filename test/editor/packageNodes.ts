import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { n8n as registered } from '../../package.json';
import type { Credential, WorkflowDefinition } from '../host/client';
import type { Editor } from './editor';

const PACKAGE = 'n8n-nodes-log-management';

/** The nodes of the package by the names of their folders. */
export const nodeNames = registered.nodes.map((file) =>
	file.replace(/^.*\/(\w+)\.node\.js$/, '$1'),
);

/** The descriptions of the package's nodes, as n8n has them, by the names of their folders. */
export async function packageNodes(editor: Editor): Promise<Map<string, INodeTypeDescription>> {
	const answer = await editor.page.request.get('/types/nodes.json');
	const all = new Map(
		((await answer.json()) as INodeTypeDescription[]).map((node) => [node.name, node]),
	);
	return new Map(
		nodeNames.flatMap((name) => {
			const node = all.get(`${PACKAGE}.${name.charAt(0).toLowerCase()}${name.slice(1)}`);
			return node === undefined ? [] : [[name, node]];
		}),
	);
}

const isChoices = (options: INodeProperties['options']): options is INodePropertyOptions[] =>
	options?.every((option) => 'value' in option) === true;

/** The operations of a node, as its drop-down has them. */
export const operationsOf = (node: INodeTypeDescription | undefined): INodePropertyOptions[] => {
	const options = node?.properties.find(({ name }) => name === 'operation')?.options;
	return isChoices(options) ? options : [];
};

/** The fields that the editor shows for an operation as long as nothing is changed. */
export const shownFor = (
	node: INodeTypeDescription | undefined,
	operation: string,
): INodeProperties[] => {
	const of = (node?.properties ?? []).filter(({ displayOptions }) =>
		displayOptions?.show?.['operation']?.includes(operation),
	);
	const values = new Map<string, unknown>(of.map(({ name, default: value }) => [name, value]));
	return of.filter(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}).every(
			([name, wanted]) =>
				!values.has(name) || wanted?.some((value) => value === values.get(name)) === true,
		),
	);
};

/** A workflow that holds every one of some nodes once, unconnected, each by its own name. */
export const oneOfEach = (
	nodes: Iterable<INodeTypeDescription>,
	{ id, name: credentialName }: Credential,
): WorkflowDefinition => ({
	name: 'One of Each',
	nodes: [...nodes].map(({ name: type, displayName }, index) => ({
		id: `node-${index}`,
		name: displayName,
		type,
		typeVersion: 1,
		position: [(index % 4) * 260, Math.floor(index / 4) * 220],
		parameters: {},
		credentials: { logManagementApi: { id, name: credentialName } },
	})),
	connections: {},
});
