import { describe, expect, it } from '@jest/globals';

import { LONGEST_WAIT_MS, WAITS_MS } from '../../nodes/shared/http/rateLimiter';
import { CREDENTIAL, NODE_PAGES, textOf } from '../tools/docs/generatedPages';

/** What stands between a heading and the part of the section that is written. */
const introductions = (text: string): Array<[heading: string, words: string]> =>
	[...text.matchAll(/^## (.+)\n([^]*?)<!-- .+: written by npm run docs -->/gm)].map(
		([, heading = '', words = '']) => [heading, words.trim()],
	);

/** Operations whose section does not begin with a sentence of its own. */
const withoutWords = (text: string): string[] =>
	introductions(text)
		.filter(([, words]) => words.length < 30)
		.map(([heading]) => heading);

describe('the pages of nodes', () => {
	it.each(NODE_PAGES)('$path says in words what each operation does', (page) => {
		const text = textOf(page);
		expect(
			introductions(text)
				.map(([heading]) => heading.toLowerCase())
				.sort(),
		).toEqual(Object.keys(page.parts).sort());
		expect(withoutWords(text)).toEqual([]);
	});

	it('are refused if a section says nothing', () => {
		expect(withoutWords('## Add\n\n<!-- add: written by npm run docs -->')).toEqual(['Add']);
	});
});

it('the page of the credential names the waits of the lock', () => {
	const seconds = [...WAITS_MS, LONGEST_WAIT_MS].map((ms) => ms / 1000);
	expect(textOf(CREDENTIAL).replaceAll(/\s+/g, ' ')).toContain(
		`the waits are ${seconds.slice(0, -1).join(', ')} and ${seconds.at(-1)} seconds`,
	);
});
