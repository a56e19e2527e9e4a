import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

const project = resolve(__dirname, '../..');
const MAX_WORDS = 25;

/** Turns that a plain sentence does not need. */
const HABITS =
	/\b(?:tells?|told|by itself|the other one|such an?\b|at the latest when|as many as|what is meant|is meant|where (?:there|no|n8n|the service|it|you) )/i;

const pages = ['.', 'docs', 'docs/nodes', 'examples'].flatMap((folder) =>
	readdirSync(join(project, folder))
		.filter((file) => file.endsWith('.md') && file !== 'LICENSE.md')
		.map((file) => join(folder, file)),
);

/** The sentences of a page; tables, code and comments hold none. */
const sentencesOf = (markdown: string): string[] =>
	markdown
		.replace(/^```[^]*?^```/gm, '')
		.replace(/<[^>]*>/g, '')
		.replace(/^\|.*$/gm, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.|>) |\n#+ /)
		.flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.:!?])\s+(?=[^a-z]|n8n)/))
		.map((sentence) => sentence.trim());

const wordsOf = (sentence: string): number =>
	sentence.split(' ').filter((word) => /\w/.test(word)).length;

/** Sentences that are too long, and turns that are habits. */
const faultsOf = (markdown: string): string[] =>
	sentencesOf(markdown).filter(
		(sentence) =>
			wordsOf(sentence) > MAX_WORDS || HABITS.test(sentence.replace(/“[^”]*”|`[^`]*`/g, '')),
	);

describe('the language of the pages', () => {
	it.each(pages)('is plain: %s', (page) => {
		expect(faultsOf(readFileSync(join(project, page), 'utf8'))).toEqual([]);
	});

	it.each([
		['a long sentence', `One ${'word '.repeat(MAX_WORDS)}.`],
		['a habit', 'The item tells why.'],
		['"where" for "if"', 'Set it where the service counts by token.'],
		['a habit in a list', 'Do this:\n\n- It stops by itself.'],
	])('is refused with %s', (_what, text) => {
		expect(faultsOf(`Short.\n\n${text}\n`)).toHaveLength(1);
	});
});
