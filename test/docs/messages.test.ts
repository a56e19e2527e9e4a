import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { HEADINGS, linkOf } from '../../nodes/shared/engine/nodeErrors';

const project = resolve(__dirname, '../..');
const page = readFileSync(join(project, 'docs/messages.md'), 'utf8');

/** All sources in one text, in which the values of a message are `…`, as on the page. */
const sources = readdirSync(join(project, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts') && !file.endsWith('messagesPage.ts'))
	.map((file) => readFileSync(join(project, 'nodes', file), 'utf8'))
	.join('\n')
	.replace(/\$\{[^}]*\}/g, '…');

/** Headings that no source holds as a message. */
const withoutSource = (headings: readonly string[]): string[] =>
	headings.filter((heading) => {
		const words = heading.split('…').map((part) => part.replace(/^[\s:]+|[\s:]+$/g, ''));
		return !words.every((part) => sources.includes(part));
	});

it('the page of messages has the headings that messages link to, which the nodes say', () => {
	expect(HEADINGS).toEqual([...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading));
	expect(withoutSource(HEADINGS)).toEqual([]);
	expect(withoutSource(['The service … is on fire'])).toEqual(['The service … is on fire']);
});

describe('the link of a message', () => {
	it.each([
		['The service cannot be reached', 'the-service-cannot-be-reached'],
		['web01: The service refused POST /log-types: In use', 'the-service-refused--'],
		[
			'The service refused 1 of 2 log sources without saying which: No',
			'the-service-refused--of--without-saying-which-',
		],
		['The answer to GET /alerts cannot be read: cut off', 'the-answer-to--cannot-be-read-'],
	])('leads from "%s" to its entry', (message, anchor) => {
		expect(linkOf(message)).toContain(`/docs/messages.md#${anchor}" target="_blank">`);
	});

	it('is missing if the page has no entry', () => {
		expect(linkOf('The value of Limit is not a number')).toBe('');
	});
});
