import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { examplesGuide } from './examplesGuide';
import { operationsTable } from './operationsTable';
import { picturesOf } from './pictures';

export const README = resolve(__dirname, '../../../README.md');

/** The README as it stands. */
export const readme = (): string => readFileSync(README, 'utf8');

/**
 * The text of a README with all that is written from elsewhere as it should be now: the table of
 * operations, the example workflows, and the pictures that exist.
 * @throws Error when a place for one of them is missing
 */
export function refreshed(text: string): string {
	const contents = {
		pictures: picturesOf(pictures()),
		operations: operationsTable(),
		examples: examplesGuide(),
	};
	return Object.entries(contents).reduce(
		(written, [name, content]) => between(written, name, content),
		text,
	);
}

function pictures(): ReadonlySet<string> {
	const folder = resolve(__dirname, '../../../docs/pictures');
	return new Set(existsSync(folder) ? readdirSync(folder) : []);
}

function between(text: string, name: string, content: string): string {
	const start = `<!-- ${name}: written by npm run docs -->`;
	const end = `<!-- end of ${name} -->`;
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`The README has no place for its ${name}`);
	const body = content === '' ? '\n\n' : `\n\n${content}\n\n`;
	return `${text.slice(0, from)}${start}${body}${text.slice(to)}`;
}
