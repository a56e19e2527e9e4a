import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Editor } from './editor';
import { nodeNames, operationsOf, packageNodes } from './packageNodes';
import type { Stage } from './stage';

/** The nodes are found; for which words, `test/docs/search.test.ts` asks n8n's search itself. */
export const describeNodePanel = (stage: () => Stage): void =>
	describe('the node panel', () => {
		let editor: Editor;
		let nodes: Map<string, INodeTypeDescription>;

		beforeAll(async () => {
			({ editor } = stage());
			nodes = await packageNodes(editor);
			await editor.newWorkflow();
		});

		it('has every node of the package', () => {
			expect([...nodes.keys()]).toEqual(nodeNames);
		});

		it('finds every node by "manageengine"', async () => {
			// The alert trigger stands with the node of its name.
			const names = [...nodes.values()].filter(({ polling }) => polling !== true);
			expect(await editor.search('manageengine')).toEqual(
				expect.arrayContaining(names.map(({ displayName }) => displayName)),
			);
		});

		it('finds Agent by "agent", first of the package', async () => {
			const found = await editor.search('agent');
			const names = [...nodes.values()].map(({ displayName }) => displayName);
			expect(found.find((name) => names.includes(name))).toBe('Log Management Agent');
		});

		it('offers the trigger and the actions of a node by what they do', async () => {
			const offered = await editor.offered('Log Management Alert');
			expect(await offered.allInnerTexts()).toEqual([
				'On new Log Management Alert event',
				...operationsOf(nodes.get('Alert')).map(({ action }) => action),
			]);
		});
	});
