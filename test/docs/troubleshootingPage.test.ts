import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { RULES, type ErrorKind } from '../../nodes/shared/http/apiError';
import { pageAt, sectionsOf } from '../support/docs/pages';
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

it('Pacing on the page of the credential quotes each response that demands a pause, and a heading here', () => {
	const kinds = kindsNamedIn('parseResponse.ts');
	const quoteOf = (kind: ErrorKind) => `“${errorOf(kind).message}”`;
	const pacing = sectionsOf(pageAt('docs/credentials.md')).get('Pacing');
	const { text } = pageAt('docs/troubleshooting.md');
	const holding = kinds.filter((kind) => RULES[kind].holds === true);
	expect(kinds.filter((kind) => pacing?.includes(quoteOf(kind)))).toEqual(holding);
	expect(holding.filter((kind) => !text.includes(`\n## ${quoteOf(kind)}\n`))).toEqual([]);
	const texts = holding.flatMap((kind) => [quoteOf(kind), errorOf(kind).description]);
	expect(texts).toEqual([...new Set(texts)]);
});

it('each kind of error has a response or a request that meets it', () => {
	expect(Object.keys(RULES).filter((kind) => !sources.includes(`'${kind}'`))).toEqual([]);
});
