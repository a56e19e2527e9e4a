import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { IWorkflowBase } from 'n8n-workflow';

type Workflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'>;

const folder = resolve(__dirname, '../../../examples');

/** The example workflows in Markdown: what the note in each says, and its nodes drawn. */
export const examplesGuide = (): string =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => {
			const workflow = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow;
			return exampleGuide(file, workflow);
		})
		.join('\n\n');

/**
 * One example: name, file, the text of its note, and its drawing.
 * @throws Error when no note says what it does
 */
export function exampleGuide(file: string, workflow: Workflow): string {
	const note = workflow.nodes.find(({ type }) => type.endsWith('.stickyNote'));
	const content = note?.parameters['content'];
	const text = typeof content === 'string' ? content.replace(/^#.*\n/, '').trim() : '';
	if (text === '') throw new Error(`No note says what ${file} does`);
	return [
		`### ${workflow.name}`,
		text,
		`File: [examples/${file}](examples/${file})`,
		`<details>\n<summary>Drawing</summary>`,
		`\`\`\`mermaid\n${drawing(workflow)}\n\`\`\``,
		'</details>',
	].join('\n\n');
}

/** The nodes and connections of a workflow as a Mermaid flow chart, from left to right. */
function drawing({ nodes, connections }: Workflow): string {
	const drawn = nodes.filter(
		({ name, type }) => name in connections || !type.endsWith('.stickyNote'),
	);
	const id = new Map(drawn.map(({ name }, index) => [name, `n${index}`]));
	const boxes = drawn.map(({ name }) => `\t${id.get(name) ?? ''}["${name}"]`);
	const arrows = drawn.flatMap(({ name, type, onError }) =>
		Object.entries(connections[name] ?? {}).flatMap(([kind, outputs]) =>
			outputs.flatMap((targets, output) => {
				const label = labelOf(type, onError, output);
				const arrow = kind === 'main' ? `-->${label}` : '-.->';
				return (targets ?? []).map(
					({ node }) => `\t${id.get(name) ?? ''} ${arrow} ${id.get(node) ?? ''}`,
				);
			}),
		),
	);
	return ['flowchart LR', ...boxes, ...arrows].join('\n');
}

function labelOf(type: string, onError: string | undefined, output: number): string {
	if (type.endsWith('.if')) return output === 0 ? '|true|' : '|false|';
	if (onError === 'continueErrorOutput') return output === 0 ? '|success|' : '|error|';
	return '';
}
