import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import manifest from '../../package.json';
import { credentialType, nodeNames } from '../support/harness/nodePackage';
import { brokenLinks } from '../tools/docs/links';
import { pageOf, titled } from '../tools/docs/operations';

const project = resolve(__dirname, '../..');
const MAX_WORDS = 25;

/** Turns that a plain sentence does not need. */
const HABITS =
	/\b(?:tells?|told|by itself|the other one|such an?\b|at the latest when|as many as|what is meant|is meant|where (?:there|no|n8n|the service|it|you) )/i;

/** The sentences of a page; tables, code and comments hold none. */
const sentencesOf = (markdown: string): string[] =>
	markdown
		.replace(/^```[^]*?^```/gm, '')
		.replace(/<[^>]*>/g, '')
		.replace(/^\|.*$/gm, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.|>) |\n#+ /)
		.flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.:!?])\s+(?=[^a-z]|n8n)/))
		.map((sentence) => sentence.trim());

const wordsOf = (sentence: string): number =>
	sentence.split(' ').filter((word) => /\w/.test(word)).length;

/** What a rule finds in a page at a path. */
const RULES: Record<string, (markdown: string, path: string) => string[]> = {
	'plain sentences': (markdown) =>
		sentencesOf(markdown).filter(
			(sentence) =>
				wordsOf(sentence) > MAX_WORDS || HABITS.test(sentence.replace(/“[^”]*”|`[^`]*`/g, '')),
		),
	'scripts of package.json': (markdown) =>
		[...markdown.matchAll(/npm run ([\w:]+)/g)]
			.map(([, script = '']) => script)
			.filter((script) => !(script in manifest.scripts)),
	'links that lead somewhere': brokenLinks,
};

const long = `One ${'word '.repeat(MAX_WORDS)}.`;

/** Pages and what is found in each. */
const OFFENDERS: Record<string, Array<[markdown: string, ...found: string[]]>> = {
	'plain sentences': [
		[`Short.\n\n${long}\n`, long],
		['The item tells why.\n', 'The item tells why.'],
		['Set it where the service counts.', 'Set it where the service counts.'],
		['Do this:\n- It stops by itself.\n', 'It stops by itself.'],
	],
	'scripts of package.json': [['Run `npm run moon` or `npm run lint`', 'moon']],
	'links that lead somewhere': [
		['[here](docs/missing.md)', 'docs/missing.md'],
		['# One\n[two](#two)', '#two'],
		['[a page](x\nis not closed.', 'x\nis not closed.'],
		['[x](LICENSE#nowhere)', 'LICENSE#nowhere'],
		['<img src="docs/pictures/none.png">', 'docs/pictures/none.png'],
		['```md\n[a](b.md)\n```'],
	],
};

describe.each(Object.entries(RULES))('%s', (name, rule) => {
	const pages = ['.', 'docs', 'docs/nodes', 'examples'].flatMap((folder) =>
		readdirSync(join(project, folder))
			.filter((file) => file.endsWith('.md'))
			.map((file) => join(folder, file)),
	);

	it.each(pages)('are in %s', (page) => {
		const path = join(project, page);
		expect(rule(readFileSync(path, 'utf8'), path)).toEqual([]);
	});

	it.each(OFFENDERS[name] ?? [])('are not in %j', (markdown, ...found) => {
		expect(rule(markdown, join(project, 'README.md'))).toEqual(found);
	});
});

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

/** The page of each trigger; other nodes have one under docs/nodes. */
const TRIGGER_PAGES: Readonly<Record<string, string>> = {
	alertTrigger: 'docs/trigger.md',
	healthTrigger: 'docs/health-trigger.md',
};

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
			const folder = node.charAt(0).toUpperCase() + node.slice(1);
			const codex = readFileSync(join(project, 'nodes', folder, `${folder}.node.json`), 'utf8');
			expect(JSON.parse(codex)).toMatchObject({
				resources: {
					primaryDocumentation: [
						{ url: `${REPOSITORY}${TRIGGER_PAGES[node] ?? pageOf(titled(node))}` },
					],
					credentialDocumentation: [{ url: credential }],
				},
			});
		}
		const { documentationUrl } = await credentialType('logManagementApi');
		expect(documentationUrl).toBe(credential);
	});
});
