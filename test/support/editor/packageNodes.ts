import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { n8n as registered } from '../../../package.json';
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

/** The fields of an operation of a node; of all of it where it has none, as a trigger. */
export const fieldsOf = (
	node: INodeTypeDescription | undefined,
	operation?: string,
): INodeProperties[] =>
	(node?.properties ?? []).filter(({ type, displayOptions }) =>
		['notice', 'hidden'].includes(type)
			? false
			: operation === undefined ||
				[displayOptions?.show?.['operation'], displayOptions?.show?.['/operation']].some((shown) =>
					shown?.includes(operation),
				),
	);

/** The fields inside a collection. */
export const membersOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((field) => ('displayName' in field && 'type' in field ? [field] : []));

/** Whether a collection keeps what it holds if another operation is chosen: it names it by its path. */
export const isKept = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['/operation'] !== undefined;

/**
 * What has to be chosen for a field to be shown: fields and the names of their values.
 * @param values what the fields of the operation hold
 */
export const choicesFor = (
	{ displayOptions }: INodeProperties,
	fields: readonly INodeProperties[],
	values: ReadonlyMap<string, unknown>,
): Array<{ field: string; choice: string; value: unknown }> =>
	Object.entries(displayOptions?.show ?? {}).flatMap(([name, wanted = []]) => {
		const [value] = wanted;
		const field = fields.find((other) => other.name === name);
		if (field === undefined || wanted.some((one) => one === values.get(name))) return [];
		return [{ field: name, choice: namesOf(field, value)[0] ?? '', value }];
	});

/** The names of a drop-down's values, or of one of them. */
export const namesOf = ({ options }: INodeProperties, value?: unknown): string[] =>
	isChoices(options)
		? options.filter((one) => value === undefined || one.value === value).map(({ name }) => name)
		: [];

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
