import type { Operation } from '../../../nodes/shared/operation/operation';
import { allOperations, nameOf } from '../../support/rules/allOperations';
import document from '../../support/service/openapi.json';
import { anchorOf } from './links';

/** An operation, its name in the cases (`logSource.add`) and its node as the pages name it: `Log Source`. */
export interface Listed {
	name: string;
	node: string;
	operation: Operation;
}

/** Every operation of every node, in the order of the tables. */
export const listedOperations = (): Listed[] =>
	allOperations.map((offered) => ({
		name: nameOf(offered),
		node: titled(offered.node),
		operation: offered.operation,
	}));

/** The short name of a node in words: `logSource` is `Log Source`. */
export const titled = (name: string): string =>
	name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, ' $&');

/** Method and path of each endpoint, by its name in the interface specification. */
const endpoints = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods as Record<string, { summary: string }>).map(
			([method, { summary }]) => [summary, `${method.toUpperCase()} ${path}`] as const,
		),
	),
);

/** @throws Error when the interface specification has no endpoint of that name */
export function endpointOf(name: string): string {
	const endpoint = endpoints.get(name);
	if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
	return `\`${endpoint}\``;
}

/** The page of a node, by its name as the pages show it. */
export const pageOf = (node: string): string =>
	`docs/nodes/${node.toLowerCase().replaceAll(' ', '-')}.md`;

/** The nodes that have operations, each once. */
export const listedNodes = (): string[] => [...new Set(listedOperations().map(({ node }) => node))];

/** The triggers, which have no operations and a page of their own each. */
const TRIGGERS = `- [Alert Trigger](docs/trigger.md): starts a workflow on new alerts
- [Health Trigger](docs/health-trigger.md): starts a workflow if log sources go silent or change, or agents do`;

/** One line a node: a link to its page, and the names of its operations. For the README. */
export function nodesList(): string {
	const lines = listedNodes().map((node) => {
		const names = listedOperations()
			.filter((listed) => listed.node === node)
			.map(({ operation }) => operation.name);
		return `- [${node}](${pageOf(node)}): ${names.join(', ')}`;
	});
	return [...lines, TRIGGERS].join('\n');
}

/** The scopes that an access token needs for an operation. */
export const scopesOf = ({ scope, otherScopes = [] }: Operation): string =>
	[scope, ...otherScopes].map((each) => `\`${each}\``).join(', ');

/** For each node its operations with their scopes. For the page of operations. */
export const operationsList = (): string =>
	listedNodes()
		.map((node) => {
			const page = pageOf(node).replace('docs/', '');
			const lines = listedOperations()
				.filter((listed) => listed.node === node)
				.map(({ operation }) => {
					const { name, kind } = operation;
					const reads = kind === 'write' ? 'writes' : 'reads';
					return `- [${name}](${page}#${anchorOf(name)}): ${reads}, ${scopesOf(operation)}`;
				});
			return `### ${node}\n\n${lines.join('\n')}`;
		})
		.join('\n\n');
