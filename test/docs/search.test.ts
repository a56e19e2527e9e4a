import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { credentialType, nodeNames, nodeType } from '../support/harness/nodePackage';

const project = resolve(__dirname, '../..');

/** The search of n8n's editor, an ES module. */
const search = import('@n8n/utils/search/sublime-search');

/** A node as the search of n8n's node panel reads it. */
interface Found {
	properties: { displayName: string; codex: { alias: string[] } };
}

/** Names of the product: each finds every node. */
const PRODUCTS = ['ManageEngine', 'EventLog Analyzer', 'Event Log Analyzer', 'Log360'];

const aliasesIn = (file: string): string[] => {
	const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
	return alias;
};

/** Aliases that several nodes have, product names aside. */
const sharedAliases = (nodes: readonly Found[]): string[] => {
	const all = nodes
		.flatMap(({ properties }) => properties.codex.alias)
		.filter((alias) => !PRODUCTS.includes(alias));
	return all.filter((alias, index) => all.indexOf(alias) !== index);
};

const names = async (text: string, nodes: Found[]): Promise<string[]> =>
	(await search).sublimeSearch(text, nodes).map(({ item }) => item.properties.displayName);

/** The nodes that n8n's node panel lists: a trigger is part of the node of its name, if there is one. */
const listed = (nodes: readonly Found[]): Found[] => {
	const known = nodes.map(({ properties }) => properties.displayName);
	return nodes.filter(
		({ properties: { displayName } }) =>
			!displayName.endsWith(' Trigger') || !known.includes(displayName.replace(/ Trigger$/, '')),
	);
};

describe('the list of credentials', () => {
	it.each(['ManageEngine', 'EventLog Analyzer', 'Log360', 'log management'])(
		'has the one of the package by %s',
		async (text) => {
			const { displayName } = await credentialType('logManagementApi');
			expect(displayName.toLowerCase()).toContain(text.toLowerCase());
		},
	);
});

describe('the search of the node panel', () => {
	let nodes: Found[];

	beforeAll(async () => {
		const all = await Promise.all(
			(await nodeNames()).map(async (name) => {
				const { displayName } = (await nodeType(name)).description;
				const folder = name.charAt(0).toUpperCase() + name.slice(1);
				const alias = aliasesIn(join(project, 'nodes', folder, `${folder}.node.json`));
				return { properties: { displayName, codex: { alias } } };
			}),
		);
		nodes = listed(all);
		expect(nodes).toHaveLength(all.length - 1);
	});

	it.each(['manageengine', 'eventlog analyzer', 'event log analyzer', 'eventlog', 'log360'])(
		'finds every node by %s',
		async (text) => {
			expect(nodes.length).toBeGreaterThan(8);
			expect(await names(text, nodes)).toHaveLength(nodes.length);
		},
	);

	it.each([
		['alert', 'Log Management Alert'],
		['alerts', 'Log Management Alert'],
		['agent', 'Log Management Agent'],
		['siem', 'Log Management Alert'],
		['new alert', 'Log Management Alert'],
		['parser', 'Log Management Parser Rule'],
		['syslog', 'Log Management Log Source'],
		['log source', 'Log Management Log Source'],
		['log type', 'Log Management Log Type'],
		['active directory', 'Log Management Domain'],
		['regex', 'Log Management Parser Rule'],
	])('ranks first for "%s": %s', async (text, first) => {
		expect((await names(text, nodes))[0]).toBe(first);
	});

	it('has aliases of one node each, product names aside', () => {
		expect(sharedAliases(nodes)).toEqual([]);
	});
});
