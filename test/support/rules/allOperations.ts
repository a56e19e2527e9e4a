import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Operation } from '../../../nodes/shared/operation/operation';

/** An operation and the node that offers it, by the node's short name. */
export interface Offered {
	node: string;
	operation: Operation;
}

const load = createRequire(__filename);

type Operations = readonly [Operation, ...Operation[]];

/** The exports of a node's module: its class, and its operations unless the node is a trigger. */
interface NodeModule {
	operations?: Operations;
}

/** Lists the short names of the nodes that a package registers, each with the path of its source. */
const sourcesIn = (folder: string): Array<[node: string, source: string]> => {
	const text = readFileSync(join(folder, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(text) as { n8n: { nodes: string[] } };
	return n8n.nodes.map((file) => {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		const [, className = ''] = /(\w+)\.node\.ts$/.exec(source) ?? [];
		return [className.charAt(0).toLowerCase() + className.slice(1), join(folder, source)];
	});
};

/**
 * Collects the operations of each node that the package in a folder registers, by the node's short name.
 * @throws Error for a node without operations that is not a trigger
 */
export function operationsIn(folder: string): Readonly<Record<string, Operations>> {
	return Object.fromEntries(
		sourcesIn(folder).flatMap(([node, source]) => {
			const { operations } = load(source) as NodeModule;
			if (operations !== undefined) return [[node, operations] as const];
			if (node.endsWith('Trigger')) return [];
			throw new Error(`${source} exports no operations`);
		}),
	);
}

/** The operations of each node, by its short name. */
export const operationsByNode = operationsIn(join(__dirname, '../../..'));

/** Every operation of every node. */
export const allOperations: readonly Offered[] = Object.entries(operationsByNode).flatMap(
	([node, operations]) => operations.map((operation) => ({ node, operation })),
);

/** Returns the folder of a node, by its short name: `LogSource`. */
export const folderOf = (node: string): string => node.charAt(0).toUpperCase() + node.slice(1);

/** Returns the name of an operation in the tests: `logSource.getAll`. */
export const nameOf = ({ node, operation }: Offered): string => `${node}.${operation.value}`;

/** Every operation with its name, as the rows of a table of tests. */
export const namedOperations = allOperations.map((offered) => [nameOf(offered), offered] as const);

/**
 * Returns the operation with this name.
 * @throws Error if no node offers it
 */
export function operationOf(name: string): Operation {
	const offered = allOperations.find((candidate) => nameOf(candidate) === name);
	if (offered === undefined) throw new Error(`There is no operation ${name}`);
	return offered.operation;
}
