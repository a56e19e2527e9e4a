import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { credentialType, nodeType } from '../../support/harness/nodePackage';
import { tableOf, type Result } from '../bench/results';
import { scoresTable } from '../mutation/results';
import { examplesGuide, goalsList } from './examplesGuide';
import { fieldList } from './fieldList';
import { operationPart } from './operationPart';
import { listedNodes, listedOperations, nodesList, operationsList, pageOf } from './operations';

const project = resolve(__dirname, '../../..');

/** A page and the parts of it that `npm run docs` writes, each by its name in the page's comments. */
export interface GeneratedPage {
	path: string;
	parts: Readonly<Record<string, () => string | Promise<string>>>;
}

export const README = {
	path: 'README.md',
	parts: { nodes: nodesList },
} satisfies GeneratedPage;

export const OPERATIONS = {
	path: 'docs/operations.md',
	parts: { operations: operationsList },
} satisfies GeneratedPage;

export const EXAMPLES = {
	path: 'examples/README.md',
	parts: { goals: goalsList, examples: examplesGuide },
} satisfies GeneratedPage;

const RESULTS = join(project, 'test/tools/bench/results.json');

export const MEASUREMENTS = {
	path: 'docs/measurements.md',
	parts: { figures: () => tableOf(JSON.parse(readFileSync(RESULTS, 'utf8')) as Result[]) },
} satisfies GeneratedPage;

export const TESTING = {
	path: 'docs/testing.md',
	parts: { 'planted faults': scoresTable },
} satisfies GeneratedPage;

/** One page a node, one part an operation. */
export const NODE_PAGES: readonly GeneratedPage[] = listedNodes().map((node) => ({
	path: pageOf(node),
	parts: Object.fromEntries(
		listedOperations()
			.filter((listed) => listed.node === node)
			.map((listed) => [listed.operation.name.toLowerCase(), () => operationPart(listed)]),
	),
}));

export const CREDENTIAL = {
	path: 'docs/credentials.md',
	parts: { fields: async () => fieldList((await credentialType('logManagementApi')).properties) },
} satisfies GeneratedPage;

export const ALERT_TRIGGER = {
	path: 'docs/trigger.md',
	parts: { fields: async () => fieldList((await nodeType('alertTrigger')).description.properties) },
} satisfies GeneratedPage;

export const HEALTH_TRIGGER = {
	path: 'docs/health-trigger.md',
	parts: {
		fields: async () => fieldList((await nodeType('healthTrigger')).description.properties),
	},
} satisfies GeneratedPage;

export const generatedPages: readonly GeneratedPage[] = [
	README,
	OPERATIONS,
	EXAMPLES,
	MEASUREMENTS,
	TESTING,
	CREDENTIAL,
	ALERT_TRIGGER,
	HEALTH_TRIGGER,
	...NODE_PAGES,
];

/** The full path of a page. */
export const pathOf = ({ path }: GeneratedPage): string => join(project, path);

/** The current text of a page. */
export const textOf = (page: GeneratedPage): string => readFileSync(pathOf(page), 'utf8');

/**
 * The text of a page with its generated parts up to date.
 * @throws Error when the page has no place for a part
 */
export async function refreshed({ path, parts }: GeneratedPage, text: string): Promise<string> {
	let written = text;
	for (const [name, content] of Object.entries(parts)) {
		const start = `<!-- ${name}: written by npm run docs -->`;
		const end = `<!-- end of ${name} -->`;
		const from = written.indexOf(start);
		const to = written.indexOf(end);
		if (from < 0 || to < from) throw new Error(`${path} has no place for its ${name}`);
		written = `${written.slice(0, from)}${start}\n\n${await content()}\n\n${written.slice(to)}`;
	}
	return written;
}
