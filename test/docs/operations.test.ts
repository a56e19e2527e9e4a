import { expect, it } from '@jest/globals';

import { LONGEST_WAIT_MS, WAITS_MS } from '../../nodes/shared/http/rateLimiter';
import { CREDENTIAL, NODE_PAGES, textOf } from '../tools/docs/generatedPages';

/** What stands between a heading and the part of the section that is written. */
const introductions = (text: string): Array<[heading: string, words: string]> =>
	[...text.matchAll(/^## (.+)\n([^]*?)<!-- .+: written by npm run docs -->/gm)].map(
		([, heading = '', words = '']) => [heading, words.trim()],
	);

it.each(NODE_PAGES)('$path says in words what each operation does', (page) => {
	const found = introductions(textOf(page));
	const headings = found.map(([heading]) => heading.toLowerCase());
	expect(headings.toSorted()).toEqual(Object.keys(page.parts).toSorted());
	expect(found.filter(([, words]) => words.length < 30)).toEqual([]);
});

it('the page of the credential names the waits of the lock', () => {
	const seconds = [...WAITS_MS, LONGEST_WAIT_MS].map((ms) => ms / 1000);
	expect(textOf(CREDENTIAL).replaceAll(/\s+/g, ' ')).toContain(
		`the waits are ${seconds.slice(0, -1).join(', ')} and ${seconds.at(-1)} seconds`,
	);
});
