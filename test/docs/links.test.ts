import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import manifest from '../../package.json';
import { brokenLinks, pagePathOf, pages } from '../support/docs/pages';
import { credentialType, nodeNames } from '../support/harness/nodePackage';
import { project } from '../support/package/copy';
import { folderOf } from '../support/rules/allOperations';

const REPOSITORY = 'https://github.com/log-management-nodes/n8n-nodes-log-management/blob/main/';

describe.each(pages)('$path', (page) => {
	it('links to files and headings that exist', () => {
		expect(brokenLinks(page)).toEqual([]);
	});

	it('names scripts of package.json', () => {
		const scripts = [...page.text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
		expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
	});
});

it('a link to a missing file, heading or picture is found', () => {
	const text =
		'# One\n[a](#two) [b](LICENSE#none) [c](docs/none.md) [d](#one)\n<img src="none.png">';
	expect(brokenLinks({ path: 'README.md', text })).toEqual([
		'#two',
		'LICENSE#none',
		'docs/none.md',
		'none.png',
	]);
});

it('each picture is on a page', () => {
	const pictures = readdirSync(join(project, 'docs/pictures'));
	const text = pages.map((page) => page.text).join();
	expect(pictures.filter((file) => !text.includes(`pictures/${file}`))).toEqual([]);
});

describe('links from the editor', () => {
	it('lead to pages and headings that exist', () => {
		const sources = ['nodes', 'credentials'].flatMap((folder) =>
			readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => /\.(?:ts|json)$/.test(file))
				.map((file) => readFileSync(join(project, folder, file), 'utf8')),
		);
		const links = sources.flatMap((text) =>
			(text.match(/https:\/\/github\.com\/log-management-nodes\/[\w./#-]+/g) ?? []).filter(
				(address) => !address.endsWith('/issues'),
			),
		);
		expect(links.filter((address) => !address.startsWith(REPOSITORY))).toEqual([]);
		const text = links.map((address) => `[x](${address.replace(REPOSITORY, '')})`).join('\n');
		expect(text.length).toBeGreaterThan(100);
		expect(brokenLinks({ path: 'sources', text })).toEqual([]);
	});

	it('open the page of each node, and the page of the credential', async () => {
		const credential = `${REPOSITORY}docs/credentials.md`;
		for (const node of await nodeNames()) {
			const folder = folderOf(node);
			const codex = readFileSync(join(project, 'nodes', folder, `${folder}.node.json`), 'utf8');
			expect(JSON.parse(codex)).toMatchObject({
				resources: {
					primaryDocumentation: [{ url: `${REPOSITORY}${pagePathOf(node)}` }],
					credentialDocumentation: [{ url: credential }],
				},
			});
		}
		const { documentationUrl } = await credentialType('logManagementApi');
		expect(documentationUrl).toBe(credential);
	});
});
