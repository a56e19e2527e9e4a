import type { Operation } from '../../../nodes/shared/operation/operation';
import { allOperations } from '../../support/rules/allOperations';
import document from '../../support/service/openapi.json';
import { anchorOf } from './links';

/** An operation and its node as the guide names it: `Log Source`. */
export interface Listed {
	node: string;
	operation: Operation;
}

/** Every operation of every node, in the order of the guide. */
export const listedOperations = (): Listed[] =>
	allOperations.map(({ node, operation }) => ({ node: titled(node), operation }));

/** The short name of a node in words: `logSource` is `Log Source`. */
const titled = (name: string): string =>
	name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, ' $&');

/** The heading of an operation's section in the guide. */
export const headingOf = ({ node, operation }: Listed): string => `${node} › ${operation.name}`;

/** Method and path of each endpoint, by its name in the interface specification. */
const endpoints = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods as Record<string, { summary: string }>).map(
			([method, { summary }]) => [summary, `${method.toUpperCase()} ${path}`] as const,
		),
	),
);

function row({ node, operation }: Listed): string[] {
	const endpoint = endpoints.get(operation.endpoint);
	if (endpoint === undefined) throw new Error(`There is no endpoint ${operation.endpoint}`);
	const much = operation.kind === 'write' ? String(operation.maxBatchSize) : 'reads';
	const name = `[${operation.name}](#${anchorOf(headingOf({ node, operation }))})`;
	return [node, name, `\`${endpoint}\``, `\`${operation.scope}\``, much];
}

const HEAD = ['Node', 'Operation', 'Endpoint', 'Scope', 'Items in a request'];

/** The trigger, which has no operations. */
const TRIGGER = [
	'Alert Trigger',
	'[New alerts](#alert-trigger)',
	'`POST /api/v2/alerts`',
	'`alerts.READ`',
	'reads',
];

/**
 * The table of nodes, operations, endpoints and scopes in Markdown, its columns aligned.
 * @throws Error when a node is not listed or an operation names no endpoint
 */
export function operationsTable(): string {
	const rows = [HEAD, ...listedOperations().map(row), TRIGGER];
	const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cellOf(cells, column))));
	const line = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [head = '', ...body] = rows.map(line);
	return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

const cellOf = (cells: readonly string[], column: number): number => cells[column]?.length ?? 0;
