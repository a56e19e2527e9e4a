import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { credentialType, nodeNames, nodeType } from '../support/harness/nodePackage';
import { project } from '../support/package/copy';
import { folderOf } from '../support/rules/allOperations';

const search = import('@n8n/utils/search/sublime-search');

describe('the search of the node panel', () => {
	const searchedNode = async (name: string) => {
		const { displayName } = (await nodeType(name)).description;
		const folder = folderOf(name);
		const file = join(project, 'nodes', folder, `${folder}.node.json`);
		const codex = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
		return { properties: { displayName, codex } };
	};

	let nodes: Array<Awaited<ReturnType<typeof searchedNode>>>;

	beforeAll(async () => {
		// The Alert Trigger is part of the node Alert there.
		const listed = (await nodeNames()).filter((name) => name !== 'alertTrigger');
		nodes = await Promise.all(listed.map(searchedNode));
	});

	const names = async (text: string): Promise<string[]> =>
		(await search).sublimeSearch(text, nodes).map(({ item }) => item.properties.displayName);

	it.each([
		...['manageengine', 'manageengine eventlog', 'eventlog analyzer', 'event log analyzer'],
		...['eventlog', 'log360', 'log management'],
	])('finds every node by %s', async (text) => {
		expect(nodes.length).toBeGreaterThan(8);
		expect(await names(text)).toHaveLength(nodes.length);
	});

	it.each([
		['alert', 'Log Management Alert'],
		['agent', 'Log Management Agent'],
		['siem', 'Log Management Alert'],
		['threat', 'Log Management Alert'],
		['export alerts', 'Log Management Alert'],
		['parser', 'Log Management Parser Rule'],
		['log source', 'Log Management Log Source'],
		['log type', 'Log Management Log Type'],
		['active directory', 'Log Management Domain'],
		['regex', 'Log Management Parser Rule'],
	])('ranks first for "%s": %s', async (text, first) => {
		expect((await names(text))[0]).toBe(first);
	});
});

it('the list of credentials finds the credential by its products, and accounts show their whole name', async () => {
	const { displayName } = await credentialType('logManagementApi');
	for (const text of ['manageengine', 'eventlog', 'log360']) {
		expect(displayName.toLowerCase()).toContain(text);
	}
	// n8n names an account by this text without "API".
	expect(displayName.replace(' API', '').length).toBeLessThanOrEqual(30);
});
