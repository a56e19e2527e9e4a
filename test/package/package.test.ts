import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import type { Packed } from '../support/package/packed';
import { pack } from '../support/package/packed';
import type { Rule } from '../support/package/rules';
import {
	canBeFound,
	installsNothing,
	registersAll,
	requiresOnlyTheHost,
	saysNothingUnwanted,
	shipsCodexAndIcons,
	shipsNothingElse,
	shipsWhatIsRead,
} from '../support/package/rules';

const node = 'dist/nodes/Agent/Agent.node.js';

/** A change to a packed package that one of the rules must refuse. */
interface Offender {
	rule: Rule;
	change: (directory: string) => Promise<void>;
	finding: string;
}

const append = (file: string, text: string) => async (directory: string) => {
	const path = join(directory, file);
	await writeFile(path, (await readFile(path, 'utf8')) + text);
};

const add = (file: string) => async (directory: string) => {
	await writeFile(join(directory, file), '');
};

const remove = (file: string) => async (directory: string) => {
	await rm(join(directory, file));
};

const replace = (file: string, from: string | RegExp, to: string) => async (directory: string) => {
	const path = join(directory, file);
	const text = await readFile(path, 'utf8');
	expect(text).toMatch(from);
	await writeFile(path, text.replace(from, to));
};

const manifest = (fields: object) => async (directory: string) => {
	const path = join(directory, 'package.json');
	const current = JSON.parse(await readFile(path, 'utf8')) as object;
	await writeFile(path, JSON.stringify({ ...current, ...fields }));
};

const offenders: Offender[] = [
	{
		rule: requiresOnlyTheHost,
		change: append(node, "\nconst core = require('n8n-core');"),
		finding: `${node} requires n8n-core`,
	},
	{
		rule: requiresOnlyTheHost,
		change: append(node, "\nconst fs = require('node:fs');"),
		finding: `${node} requires node:fs`,
	},
	{
		rule: requiresOnlyTheHost,
		change: append(node, "\nconst load = async () => await import('axios');"),
		finding: `${node} requires axios`,
	},
	{
		rule: requiresOnlyTheHost,
		change: append(node, '\nconst any = (name) => require(name);'),
		finding: `${node} requires what is decided at run time`,
	},
	{
		rule: requiresOnlyTheHost,
		change: append(node, "\nconst gone = require('../missing');"),
		finding: `${node} requires ../missing`,
	},
	{
		rule: registersAll,
		change: manifest({ n8n: { nodes: [], credentials: [] } }),
		finding: `${node} is not listed`,
	},
	{ rule: registersAll, change: remove(node), finding: `${node} does not ship` },
	{
		rule: shipsCodexAndIcons,
		change: remove('dist/nodes/Agent/Agent.node.json'),
		finding: 'dist/nodes/Agent/Agent.node.json does not ship',
	},
	{
		rule: shipsCodexAndIcons,
		change: remove('dist/icons/logManagement.dark.svg'),
		finding: 'dist/icons/logManagement.dark.svg does not ship',
	},
	{
		rule: shipsCodexAndIcons,
		change: replace(node, /agent\.dark\.svg/, 'agent.svg'),
		finding: `${node} names no icon for each theme`,
	},
	{
		rule: shipsNothingElse,
		change: add('dist/nodes/Agent/Agent.test.js'),
		finding: 'dist/nodes/Agent/Agent.test.js ships',
	},
	{ rule: shipsNothingElse, change: add('.env'), finding: '.env ships' },
	{ rule: shipsNothingElse, change: add(`${node}.map`), finding: `${node}.map ships` },
	{
		rule: shipsWhatIsRead,
		change: remove('CHANGELOG.md'),
		finding: 'CHANGELOG.md does not ship',
	},
	{
		rule: shipsWhatIsRead,
		change: remove('examples/README.md'),
		finding: 'examples/README.md does not ship',
	},
	{
		rule: shipsWhatIsRead,
		change: async (directory) => {
			await rm(join(directory, 'examples'), { recursive: true });
		},
		finding: 'no example ships',
	},
	{
		rule: canBeFound,
		change: manifest({ keywords: ['n8n-community-node-package'] }),
		finding: 'has no keyword siem',
	},
	{
		rule: canBeFound,
		change: manifest({ description: 'Nodes' }),
		finding: 'has no description that fits a list of results',
	},
	{
		rule: canBeFound,
		change: manifest({ repository: { url: 'https://elsewhere.example' } }),
		finding: 'has no repository at its homepage',
	},
	{
		rule: canBeFound,
		change: manifest({ author: { name: 'Someone' } }),
		finding: 'has no author with name and e-mail',
	},
	{
		rule: installsNothing,
		change: manifest({ dependencies: { axios: '1.0.0' } }),
		finding: 'depends on axios',
	},
	{
		rule: installsNothing,
		change: manifest({ scripts: { postinstall: 'node x' } }),
		finding: 'has a script postinstall',
	},
	{
		rule: installsNothing,
		change: manifest({ peerDependencies: { 'n8n-workflow': '^2' } }),
		finding: 'has other peers',
	},
	{
		rule: saysNothingUnwanted,
		change: append(node, '\n// from registry.example.org'),
		finding: `${node} holds the host of a package registry: registry.example.org`,
	},
	{
		rule: saysNothingUnwanted,
		change: append(node, "\nconst path = '/home/someone/key';"),
		finding: `${node} holds a path of one machine: /home/s`,
	},
	{
		rule: saysNothingUnwanted,
		change: append(node, '\n// FIXME'),
		finding: `${node} holds a mark of unfinished work: FIXME`,
	},
	{
		rule: saysNothingUnwanted,
		change: append('LICENSE', '-----BEGIN RSA PRIVATE KEY'),
		finding: 'LICENSE holds a secret: -----BEGIN RSA PRIVATE KEY',
	},
];

describe('the packed package', () => {
	let packed: Packed;
	beforeAll(async () => {
		packed = await pack();
	}, 120_000);

	it.each([
		['requires the host alone', requiresOnlyTheHost],
		['registers its nodes and credentials', registersAll],
		['ships codex files and icons', shipsCodexAndIcons],
		['ships nothing else', shipsNothingElse],
		['ships what is read', shipsWhatIsRead],
		['can be found', canBeFound],
		['installs nothing', installsNothing],
		['says nothing unwanted', saysNothingUnwanted],
	])('%s', (_name, rule) => {
		expect(rule(packed.directory)).toEqual([]);
	});

	it('is small', () => {
		expect(packed.size).toBeLessThan(200_000);
	});

	it.each(offenders)('is refused when $finding', async ({ rule, change, finding }) => {
		const directory = await mkdtemp(join(tmpdir(), 'offender-'));
		await cp(packed.directory, directory, { recursive: true });
		await change(directory);
		expect(rule(directory)).toContain(finding);
	});
});
