import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { RULES } from '../../nodes/shared/http/apiError';
import { pageAt } from '../support/docs/pages';
import { project } from '../support/package/copy';
import { errorOf, kindsNamedIn } from '../support/unit/errorOf';

const sources = readdirSync(join(project, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(join(project, 'nodes', file), 'utf8'))
	.join('\n');

/** Lists the fixed parts of quoted messages in headings that no source has; "…" is a name or a number. */
const missingMessages = (text: string): string[] =>
	[...text.matchAll(/^## .*“.*$/gm)]
		.flatMap(([heading]) => [...heading.matchAll(/“([^”]*)”/g)])
		.flatMap(([, message = '']) => message.split('…').map((part) => part.trim()))
		.filter((part) => !sources.includes(part));

it('its headings quote messages of the nodes', () => {
	const { text } = pageAt('docs/troubleshooting.md');
	expect(text).toContain('\n## “');
	expect(missingMessages(text)).toEqual([]);
	expect(missingMessages('## “The service is … green”')).toEqual(['green']);
});

it('its headings have each response that demands a pause, which the page of the credential quotes', () => {
	const holding = kindsNamedIn('parseResponse.ts').filter((kind) => RULES[kind].holds === true);
	const messages = holding.map((kind) => `“${errorOf(kind).message}”`);
	const { text: quotes } = pageAt('docs/credentials.md');
	const { text } = pageAt('docs/troubleshooting.md');
	expect(messages.filter((message) => !text.includes(`\n## ${message}\n`))).toEqual([]);
	expect(messages.filter((message) => !quotes.includes(message))).toEqual([]);
	expect(messages).toEqual([...new Set(messages)]);
});

it('each kind of error has a response or a request that meets it', () => {
	expect(Object.keys(RULES).filter((kind) => !sources.includes(`'${kind}'`))).toEqual([]);
});
