import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';

import { exampleFiles, nodesAreValid } from '../tools/demo/exampleFiles';
import { installN8n } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { packTarball } from '../support/host/tarball';

let n8n: N8n;
let types: INodeTypeDescription[];

beforeAll(async () => {
	n8n = await startN8n({ install: await installN8n(), tarball: await packTarball() });
	types = await n8n.client.nodeTypes();
}, 600_000);

afterAll(async () => {
	await n8n.stop();
});

describe.each(exampleFiles())('$file in a real n8n', ({ workflow }) => {
	it('has nodes of types and versions that it knows, with parameters that they have', () => {
		expect(nodesAreValid(types)(workflow)).toEqual([]);
	});

	it('is imported as it is', async () => {
		const { id } = await n8n.client.createWorkflow(workflow);
		const { nodes, connections } = await n8n.client.workflow(id);
		expect(nodes.map(({ name, type }) => [name, type])).toEqual(
			workflow.nodes.map(({ name, type }) => [name, type]),
		);
		expect(connections).toEqual(workflow.connections);
	});
});

it('refuses a parameter that a node of n8n does not have', () => {
	const [example] = exampleFiles();
	if (example === undefined) throw new Error('There is no example');
	const nodes = example.workflow.nodes.map((node) =>
		node.name === 'Every Morning' ? { ...node, parameters: { rules: {} } } : node,
	);
	expect(nodesAreValid(types)({ ...example.workflow, nodes })).toEqual([
		'Every Morning has no parameter rules',
	]);
});
