import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

const project = resolve(__dirname, '../..');
const page = readFileSync(join(project, 'docs/messages.md'), 'utf8');

/** All sources in one text, in which the values of a message are `…`, as on the page. */
const sources = readdirSync(join(project, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(join(project, 'nodes', file), 'utf8'))
	.join('\n')
	.replace(/\$\{[^}]*\}/g, '…');

/** Headings of the page that no source holds as a message. */
const withoutSource = (markdown: string): string[] =>
	[...markdown.matchAll(/^### (.+)$/gm)]
		.map(([, heading = '']) => heading)
		.filter((heading) => {
			const words = heading.split('…').map((part) => part.replace(/^[\s:]+|[\s:]+$/g, ''));
			return !words.every((part) => sources.includes(part));
		});

describe('the page of messages', () => {
	it('has headings that the nodes say', () => {
		expect([...page.matchAll(/^### /gm)].length).toBeGreaterThan(25);
		expect(withoutSource(page)).toEqual([]);
	});

	it('is refused if no node says a heading', () => {
		expect(withoutSource('### The service … is on fire\n')).toEqual(['The service … is on fire']);
	});
});
