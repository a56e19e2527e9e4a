import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import manifest from '../../package.json';
import { credentialType, nodeNames } from '../support/harness/nodePackage';
import { brokenLinks } from '../tools/docs/links';
import { pageOf, titled } from '../tools/docs/operations';

const project = resolve(__dirname, '../..');
const pages = ['.', 'docs', 'docs/nodes', 'examples'].flatMap((folder) =>
	readdirSync(join(project, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file)),
);

/** Where the pages are read. */
const REPOSITORY = 'https://github.com/log-management-nodes/n8n-nodes-log-management/blob/main/';

/** Addresses that are no page of the repository, or name a heading that the page does not have. */
const brokenAddresses = (addresses: readonly string[]): string[] =>
	addresses.filter((address) => {
		const link = `[x](${address.replace(REPOSITORY, '')})`;
		const isPage = address.startsWith(REPOSITORY);
		return !isPage || brokenLinks(link, join(project, 'links.md')).length > 0;
	});

/** Addresses of the repository's pages in the sources of nodes and credentials. */
const addressesInSources = (): string[] =>
	['nodes', 'credentials']
		.flatMap((folder) =>
			readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => /\.(?:ts|json)$/.test(file))
				.map((file) => readFileSync(join(project, folder, file), 'utf8')),
		)
		.flatMap((text) => text.match(/https:\/\/github\.com\/log-management-nodes\/[\w./#-]+/g) ?? [])
		.filter((address) => !address.endsWith('/issues'));

interface Codex {
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

/** The addresses that the Docs link of a node and that of its credential open. */
function docsOf(node: string): { node: string[]; credential: string[] } {
	const folder = node.charAt(0).toUpperCase() + node.slice(1);
	const file = join(project, 'nodes', folder, `${folder}.node.json`);
	const { resources } = JSON.parse(readFileSync(file, 'utf8')) as Codex;
	return {
		node: resources.primaryDocumentation.map(({ url }) => url),
		credential: resources.credentialDocumentation.map(({ url }) => url),
	};
}

/** The page of each trigger; other nodes have one under docs/nodes. */
const TRIGGER_PAGES: Readonly<Record<string, string>> = {
	alertTrigger: 'docs/trigger.md',
	healthTrigger: 'docs/health-trigger.md',
};

/** The scripts that a page names and package.json does not have. */
const unknownScripts = (text: string): string[] =>
	[...text.matchAll(/npm run ([\w:]+)/g)]
		.map(([, script = '']) => script)
		.filter((script) => !(script in manifest.scripts));

describe('the scripts that pages name', () => {
	it.each(pages)('exist: %s', (page) => {
		expect(unknownScripts(readFileSync(join(project, page), 'utf8'))).toEqual([]);
	});

	it('are refused where one does not exist', () => {
		expect(unknownScripts('Run `npm run moon` or `npm run lint`')).toEqual(['moon']);
	});
});

describe('links between pages', () => {
	it.each(pages)('lead somewhere from %s', (page) => {
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

	it('are not looked for in code', () => {
		expect(brokenLinks('```md\n[a](b.md)\n```', join(project, 'README.md'))).toEqual([]);
	});
});

describe('links from the editor', () => {
	it('lead to pages and headings that exist', () => {
		const addresses = [...new Set(addressesInSources())];
		expect(addresses.length).toBeGreaterThan(10);
		expect(brokenAddresses(addresses)).toEqual([]);
	});

	it('are refused that name a heading, a page or a place that does not exist', () => {
		const broken = [
			`${REPOSITORY}docs/operations.md#moon`,
			`${REPOSITORY}docs/moon.md`,
			'https://github.com/log-management-nodes/n8n-nodes-log-management#credential',
		];
		expect(brokenAddresses([...broken, `${REPOSITORY}docs/nodes/log-source.md#add`])).toEqual(
			broken,
		);
	});

	it('open the page of each node, and the page of the credential', async () => {
		const credential = `${REPOSITORY}docs/credentials.md`;
		for (const node of await nodeNames()) {
			const page = TRIGGER_PAGES[node] ?? pageOf(titled(node));
			expect([node, docsOf(node)]).toEqual([
				node,
				{ node: [`${REPOSITORY}${page}`], credential: [credential] },
			]);
		}
		const { documentationUrl } = await credentialType('logManagementApi');
		expect(documentationUrl).toBe(credential);
	});
});
