import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../support/host/definitions';

export const folder = resolve(__dirname, '../../../examples');

export const exampleFiles = (): ReadonlyArray<{ file: string; workflow: WorkflowDefinition }> =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({
			file,
			workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowDefinition,
		}));

/** Lists the paths in `before` that `after` lacks. */
function lostPaths(before: unknown, after: unknown, path = ''): string[] {
	if (typeof before !== 'object' || before === null) return [];
	if (typeof after !== 'object' || after === null) return [path];
	const found = new Map<string, unknown>(Object.entries(after));
	return Object.entries(before).flatMap(([key, value]) =>
		found.has(key) ? lostPaths(value, found.get(key), `${path}.${key}`) : [`${path}.${key}`],
	);
}

/** Lists, a sentence each, types or versions that n8n lacks, and parameters that are unknown or missing. */
export const invalidNodes = (
	types: readonly INodeTypeDescription[],
	{ nodes }: WorkflowDefinition,
): string[] =>
	nodes.flatMap((node) => {
		const { name, typeVersion, parameters } = node;
		const type = types.find(
			(known) => known.name === node.type && [known.version].flat().includes(typeVersion),
		);
		if (type === undefined) return [`${name} is of no known type: ${node.type} ${typeVersion}`];
		const { properties } = type;
		const kept = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type);
		const issues = NodeHelpers.getNodeParametersIssues(properties, node, type)?.parameters ?? {};
		return [
			...lostPaths(parameters, kept).map((path) => `${name} has no parameter ${path.slice(1)}`),
			...Object.values(issues).flatMap((texts) => texts.map((text) => `${name}: ${text}`)),
		];
	});
