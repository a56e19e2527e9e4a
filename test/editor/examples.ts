import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { asText } from '../../nodes/shared/json';
import type { Stage } from '../support/editor/stage';
import { exampleFiles, folder } from '../tools/demo/exampleFiles';

/** Every example opens with its nodes and its note, which shows all of its text. */
export const describeExamples = (stage: () => Stage): void =>
	describe('the example workflows in the editor', () => {
		it.each(exampleFiles().map(({ file, workflow }) => [file, workflow] as const))(
			'%s opens with its note and its nodes',
			async (file, { nodes }) => {
				const { credential, editor, n8n } = stage();
				const { id } = await n8n.client.importWorkflow(join(folder, file), [credential]);
				await editor.openWorkflow(id);
				for (const { name, type, parameters } of nodes) {
					const [heading = ''] = /(?<=## ).+/.exec(asText(parameters['content'])) ?? [];
					const shown = type.endsWith('.stickyNote')
						? editor.page.getByRole('heading', { name: heading })
						: editor.node(name);
					await shown.waitFor();
				}
				const clipped = await editor.page
					.locator('.n8n-sticky [class*=_wrapper_]')
					.evaluateAll((notes: ReadonlyArray<Record<'scrollHeight' | 'clientHeight', number>>) =>
						notes.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2),
					);
				expect(clipped).toHaveLength(0);
			},
		);
	});
