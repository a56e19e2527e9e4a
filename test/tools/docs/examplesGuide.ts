import type { IWorkflowBase } from 'n8n-workflow';

import { exampleFiles } from '../demo/exampleFiles';
import { anchorOf } from './links';

type Workflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'>;

/** What people want, and the example that does it, in the order in which they are shown. */
const GOALS: Readonly<Record<string, string>> = {
	'alerts-to-tickets.json':
		'keep a ticket for each new alert, in a data table, ServiceNow or Jira Service Management',
	'close-tickets-of-closed-alerts.json': 'close the ticket when its alert is closed',
	'page-for-critical-alerts.json': 'page someone for critical alerts, grouped, with a quiet period',
	'alerts-exactly-once.json': 'handle no new alert twice, even after a crash',
	'failed-polls-and-expired-tokens.json': 'hear of polls that fail and of tokens that expire',
	'log-source-changes-to-chat-and-mail.json':
		'hear in chat and by mail when a log source goes silent',
	'silent-log-sources-to-chat.json': 'see each morning in chat which log sources are silent',
	'agents-that-stopped-talking.json': 'find agents that do not communicate',
	'weekly-report-of-alerts.json': 'get a weekly report of alert counts by mail',
	'spike-of-alerts.json': 'hear of a spike of alerts, against the week before',
	'export-alerts-to-spreadsheet.json': 'send the alerts of each day as a spreadsheet',
	'divide-export.json': 'divide a large export among workers',
	'coverage-of-log-sources.json':
		'compare domain computers and a list of assets with the log sources',
	'onboard-new-computers.json': 'add new domain computers as log sources',
	'clean-up-decommissioned-log-sources.json':
		'delete decommissioned log sources after a person approved',
	'parser-rules-kept-as-data.json': 'keep parser rules under version control',
	'ask-about-alerts.json': 'ask an AI agent, which deletes only what a person approves',
};

/** The example workflows in the order of the goals. @throws Error where one has no goal */
function examples() {
	const files = exampleFiles();
	const without = files.find(({ file }) => GOALS[file] === undefined);
	if (without !== undefined) throw new Error(`${without.file} has no goal`);
	return Object.entries(GOALS).flatMap(([file, goal]) =>
		files.filter((example) => example.file === file).map((example) => ({ ...example, goal })),
	);
}

/**
 * The table of what people want, in Markdown.
 * @param page the address of the page of examples
 */
export const goalsList = (): string =>
	examples()
		.map(({ goal, workflow: { name } }) => `- ${goal}: [${name}](#${anchorOf(name)})`)
		.join('\n');

/** The example workflows in Markdown: the text of the note in each, and a chart of its nodes. */
export const examplesGuide = (): string =>
	examples()
		.map(({ file, workflow }) => exampleGuide(file, workflow))
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
