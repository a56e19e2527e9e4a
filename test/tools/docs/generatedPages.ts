import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { shownFigures, type Result } from '../bench/results';
import { scoresTable } from '../mutation/results';
import { examplesGuide, goalsTable } from './examplesGuide';
import { nodesTable, operationsTable } from './operationsTable';

const project = resolve(__dirname, '../../..');

/** A page and the parts of it that `npm run docs` writes, each by its name in the page's comments. */
export interface GeneratedPage {
	path: string;
	parts: Readonly<Record<string, () => string>>;
}

export const README = {
	path: 'README.md',
	parts: { nodes: nodesTable, goals: () => goalsTable('examples/README.md') },
} satisfies GeneratedPage;

export const OPERATIONS = {
	path: 'docs/operations.md',
	parts: { operations: operationsTable },
} satisfies GeneratedPage;

export const EXAMPLES = {
	path: 'examples/README.md',
	parts: { goals: () => goalsTable(''), examples: examplesGuide },
} satisfies GeneratedPage;

const RESULTS = join(project, 'test/tools/bench/results.json');

export const LARGE_VOLUMES = {
	path: 'docs/large-volumes.md',
	parts: { figures: () => shownFigures(JSON.parse(readFileSync(RESULTS, 'utf8')) as Result[]) },
} satisfies GeneratedPage;

export const DEVELOPERS = {
	path: 'docs/developers.md',
	parts: { 'planted faults': scoresTable },
} satisfies GeneratedPage;

export const generatedPages: readonly GeneratedPage[] = [
	README,
	OPERATIONS,
	EXAMPLES,
	LARGE_VOLUMES,
	DEVELOPERS,
];

/** The full path of a page. */
export const pathOf = ({ path }: GeneratedPage): string => join(project, path);

/** The current text of a page. */
export const textOf = (page: GeneratedPage): string => readFileSync(pathOf(page), 'utf8');

/**
 * The text of a page with its generated parts up to date.
 * @throws Error when the page has no place for a part
 */
export const refreshed = ({ path, parts }: GeneratedPage, text: string): string =>
	Object.entries(parts).reduce((written, [name, content]) => {
		const start = `<!-- ${name}: written by npm run docs -->`;
		const end = `<!-- end of ${name} -->`;
		const from = written.indexOf(start);
		const to = written.indexOf(end);
		if (from < 0 || to < from) throw new Error(`${path} has no place for its ${name}`);
		return `${written.slice(0, from)}${start}\n\n${content()}\n\n${written.slice(to)}`;
	}, text);
