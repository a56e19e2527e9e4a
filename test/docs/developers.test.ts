import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import manifest from '../../package.json';

const project = resolve(__dirname, '../..');
/** The scripts that a page names and package.json does not have. */
const unknownScripts = (text: string): string[] =>
	[...text.matchAll(/npm run ([\w:]+)/g)]
		.map(([, script = '']) => script)
		.filter((script) => !(script in manifest.scripts));

describe('the pages', () => {
	const texts = [
		'README.md',
		'CONTRIBUTING.md',
		'examples/README.md',
		...readdirSync(join(project, 'docs')).map((name) => `docs/${name}`),
	]
		.filter((name) => name.endsWith('.md'))
		.map((name): [string, string] => [name, readFileSync(join(project, name), 'utf8')]);

	it.each(texts)('%s names scripts that exist', (_name, text) => {
		expect(unknownScripts(text)).toEqual([]);
	});

	it('are refused where they name one that does not exist', () => {
		expect(unknownScripts('Run `npm run moon` or `npm run lint`')).toEqual(['moon']);
	});
});
