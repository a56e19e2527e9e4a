import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { brokenLinks } from '../tools/docs/links';

const project = resolve(__dirname, '../..');
const pages = [
	...readdirSync(project).filter((file) => file.endsWith('.md')),
	...readdirSync(join(project, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join('docs', file)),
];

/** Anchors of the README that the sources of nodes and credentials lead to. */
const anchorsInSources = (): string[] =>
	['nodes', 'credentials']
		.flatMap((folder) =>
			readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => /\.(?:ts|json)$/.test(file))
				.map((file) => readFileSync(join(project, folder, file), 'utf8')),
		)
		.flatMap((text) => [...text.matchAll(/n8n-nodes-log-management#([\w-]+)/g)])
		.map(([, anchor = '']) => anchor)
		// The whole page, wherever the host shows it.
		.filter((anchor) => anchor !== 'readme');

describe('links between pages', () => {
	it.each(pages)('of %s lead somewhere', (page) => {
		const path = join(project, page);
		expect(brokenLinks(readFileSync(path, 'utf8'), path)).toEqual([]);
	});

	it.each([
		['a file that is missing', '[here](docs/missing.md)', 'docs/missing.md'],
		['a heading that is missing', '# One\n[two](#two)', '#two'],
		['a heading of another page', '[x](LICENSE#nowhere)', 'LICENSE#nowhere'],
		['a picture that is missing', '<img src="docs/pictures/none.png">', 'docs/pictures/none.png'],
	])('are refused that name %s', (_what, markdown, link) => {
		expect(brokenLinks(markdown, join(project, 'README.md'))).toEqual([link]);
	});

	it('lead from the editor to headings of the README', () => {
		const links = [...new Set(anchorsInSources())].map((anchor) => `[x](#${anchor})`);
		expect(links.length).toBeGreaterThan(0);
		const path = join(project, 'README.md');
		const text = readFileSync(path, 'utf8');
		expect(brokenLinks(`${text}\n${links.join('\n')}`, path)).toEqual(brokenLinks(text, path));
	});

	it('are not looked for in code', () => {
		expect(brokenLinks('```md\n[a](b.md)\n```', join(project, 'README.md'))).toEqual([]);
	});
});
