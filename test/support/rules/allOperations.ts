import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Operation } from '../../../nodes/shared/operation/operation';
import { n8n } from '../../../package.json';

/** An operation and the node that offers it, by the node's short name. */
export interface Offered {
	node: string;
	operation: Operation;
}

const load = createRequire(__filename);

type Operations = readonly [Operation, ...Operation[]];

/** The operations of each node that the package registers, by its short name; a trigger has none. */
export const operationsByNode: Readonly<Record<string, Operations>> = Object.fromEntries(
	n8n.nodes.flatMap((file) => {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '');
		const [, className = ''] = /(\w+)\.node$/.exec(source) ?? [];
		const node = className.charAt(0).toLowerCase() + className.slice(1);
		const { operations } = load(join(__dirname, '../../..', `${source}.ts`)) as {
			operations?: Operations;
		};
		if (operations !== undefined) return [[node, operations] as const];
		if (node.endsWith('Trigger')) return [];
		throw new Error(`${source} exports no operations`);
	}),
);

export const allOperations: readonly Offered[] = Object.entries(operationsByNode).flatMap(
	([node, operations]) => operations.map((operation) => ({ node, operation })),
);

export const folderOf = (node: string): string => node.charAt(0).toUpperCase() + node.slice(1);

export const nameOf = ({ node, operation }: Offered): string => `${node}.${operation.value}`;

export const namedOperations = allOperations.map((offered) => [nameOf(offered), offered] as const);

export function operationOf(name: string): Operation {
	const offered = allOperations.find((candidate) => nameOf(candidate) === name);
	if (offered === undefined) throw new Error(`There is no operation ${name}`);
	return offered.operation;
}
