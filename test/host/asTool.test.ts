import { dirname, join } from 'node:path';

import { expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';

import { nodeType } from '../support/harness/nodePackage';
import { operationsByNode } from '../support/rules/allOperations';
import { toolOf } from '../support/rules/asTool';
import { installN8n } from '../support/host/install';

type Convert = (node: { description: INodeTypeDescription }) => {
	description: INodeTypeDescription;
};

it.each(Object.keys(operationsByNode))(
	'n8n makes the tool of %s that the rules look at',
	async (name) => {
		const { bin } = await installN8n();
		const { convertNodeToAiTool } = (await import(
			join(dirname(bin), '../dist/tool-generation/ai-tools.js')
		)) as { convertNodeToAiTool: Convert };
		const node = await nodeType(name);
		const { codex, ...made } = convertNodeToAiTool({
			description: structuredClone(node.description),
		}).description;
		expect(codex?.categories).toEqual(['AI']);
		expect(toolOf(node).description).toMatchObject(made);
	},
);
