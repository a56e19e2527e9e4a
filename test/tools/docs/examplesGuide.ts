import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { IWorkflowBase } from 'n8n-workflow';

type Workflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'>;

const folder = resolve(__dirname, '../../../examples');

/** The example workflows in Markdown: the text of the note in each, and a chart of its nodes. */
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
 * One example: name, text of its note, file and chart.
 * @throws Error when it has no note
 */
export function exampleGuide(file: string, workflow: Workflow): string {
	const note = workflow.nodes.find(({ type }) => type.endsWith('.stickyNote'));
	const content = note?.parameters['content'];
	const text = typeof content === 'string' ? content.replace(/^#.*\n/, '').trim() : '';
	if (text === '') throw new Error(`${file} has no note`);
	return [
		`## ${workflow.name}`,
		text,
		`File: [${file}](${file})`,
		`<details>\n<summary>Chart</summary>`,
		`\`\`\`mermaid\n${chart(workflow)}\n\`\`\``,
		'</details>',
	].join('\n\n');
}

/** The nodes and connections of a workflow as a Mermaid flow chart, from left to right. */
function chart({ nodes, connections }: Workflow): string {
	const shown = nodes.filter(
		({ name, type }) => name in connections || !type.endsWith('.stickyNote'),
	);
	const id = new Map(shown.map(({ name }, index) => [name, `n${index}`]));
	const boxes = shown.map(({ name }) => `\t${id.get(name) ?? ''}["${name}"]`);
	const arrows = shown.flatMap(({ name, type, onError }) =>
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
