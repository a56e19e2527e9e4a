import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { installN8n, type N8nInstall } from '../support/host/install';
import { temporaryFolder } from '../support/host/temporaryFolder';
import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';
import { nodeNames, nodeType } from '../support/harness/nodePackage';
import { exampleFiles } from '../tools/demo/exampleFiles';

let n8n: N8nInstall;

beforeAll(async () => {
	n8n = await installN8n('2.41');
});

/** What n8n's own rules for version 3 find in workflows. */
async function foundIn(workflows: readonly object[]) {
	const file = join(await temporaryFolder('rules'), 'workflows.json');
	await writeFile(file, JSON.stringify(workflows));
	const script = join(project, 'test/support/host/breakingChanges.cjs');
	const text = await printed(n8n.node, [script, dirname(dirname(n8n.bin)), file], project);
	return JSON.parse(text) as { rules: number; findings: string[] };
}

describe("n8n's rules for version 3", () => {
	it('find nothing in the examples', async () => {
		const { rules, findings } = await foundIn(exampleFiles().map(({ workflow }) => workflow));
		expect(findings).toEqual([]);
		expect(rules).toBeGreaterThan(30);
	});

	it.each<[finding: string, type: string, parameters: INodeParameters]>([
		['each', 'n8n-nodes-base.executeWorkflow', { mode: 'each' }],
		['$getPairedItem', 'n8n-nodes-base.set', { text: '={{ $getPairedItem() }}' }],
		['removed', 'n8n-nodes-base.orbit', {}],
	])('refuse %s', async (finding, type, parameters) => {
		const node = { id: 'a', name: 'a', type, typeVersion: 1, position: [0, 0], parameters };
		const { findings } = await foundIn([{ name: 'x', nodes: [node], connections: {} }]);
		expect(findings.join()).toContain(finding);
	});
});

it('no node has a colour of its own, which version 3 does not show', async () => {
	const nodes = await Promise.all((await nodeNames()).map(async (name) => await nodeType(name)));
	expect(nodes.filter(({ description }) => 'color' in description.defaults)).toEqual([]);
});
