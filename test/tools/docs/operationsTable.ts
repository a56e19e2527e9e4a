import type { Operation } from '../../../nodes/shared/operation/operation';
import { allOperations } from '../../support/rules/allOperations';
import document from '../../support/service/openapi.json';
import { anchorOf } from './links';
import { markdownTable } from './markdownTable';

/** An operation and its node as the pages name it: `Log Source`. */
export interface Listed {
	node: string;
	operation: Operation;
}

/** Every operation of every node, in the order of the tables. */
export const listedOperations = (): Listed[] =>
	allOperations.map(({ node, operation }) => ({ node: titled(node), operation }));

/** The short name of a node in words: `logSource` is `Log Source`. */
export const titled = (name: string): string =>
	name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, ' $&');

/** The heading of an operation's section. */
export const headingOf = ({ node, operation }: Listed): string => `${node} › ${operation.name}`;

/** Method and path of each endpoint, by its name in the interface specification. */
const endpoints = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods as Record<string, { summary: string }>).map(
			([method, { summary }]) => [summary, `${method.toUpperCase()} ${path}`] as const,
		),
	),
);

/** @throws Error when the interface specification has no endpoint of that name */
function endpointOf(name: string): string {
	const endpoint = endpoints.get(name);
	if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
	return `\`${endpoint}\``;
}

const linkTo = (listed: Listed, page: string): string =>
	`[${listed.operation.name}](${page}#${anchorOf(headingOf(listed))})`;

/** The triggers, which have no operations and a page of their own each. */
const ALERT_TRIGGER = 'Alert Trigger';
const HEALTH_TRIGGER = 'Health Trigger';

/** One row a node: a link to its section, and links to its operations. For the README. */
export function nodesTable(): string {
	const page = 'docs/operations.md';
	const listed = listedOperations();
	const rows = [...new Set(listed.map(({ node }) => node))].map((node) => [
		`[${node}](${page}#${anchorOf(node)})`,
		listed
			.filter((other) => other.node === node)
			.map((other) => linkTo(other, page))
			.join(', '),
	]);
	return markdownTable([
		['Node', 'Operations'],
		...rows,
		[`[${ALERT_TRIGGER}](docs/trigger.md)`, 'Starts a workflow on new alerts'],
		[
			`[${HEALTH_TRIGGER}](docs/health-trigger.md)`,
			'Starts a workflow when log sources go silent or change, or agents do',
		],
	]);
}

/**
 * One row an operation: node, endpoint, scope and items in a request. For the page of operations.
 * @throws Error when an operation names an endpoint that does not exist
 */
export function operationsTable(): string {
	const rows = listedOperations().map((listed) => {
		const { node, operation } = listed;
		const items = operation.kind === 'write' ? String(operation.maxBatchSize) : 'reads';
		const name = linkTo(listed, '');
		const scopes = [operation.scope, ...(operation.otherScopes ?? [])].map(
			(scope) => `\`${scope}\``,
		);
		return [node, name, endpointOf(operation.endpoint), scopes.join(', '), items];
	});
	return markdownTable([
		['Node', 'Operation', 'Endpoint', 'Scope', 'Items in a request'],
		...rows,
		[ALERT_TRIGGER, '[New alerts](trigger.md)', endpointOf('Get alerts'), '`alerts.READ`', 'reads'],
		[
			HEALTH_TRIGGER,
			'[Log sources](health-trigger.md)',
			endpointOf('Get log sources'),
			'`logsources.READ`',
			'reads',
		],
		[
			HEALTH_TRIGGER,
			'[Agents](health-trigger.md)',
			endpointOf('Get agents'),
			'`agents.READ`',
			'reads',
		],
	]);
}
