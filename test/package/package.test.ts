import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { pack, type Packed } from '../support/package/packed';
import {
	canBeFound,
	describesItself,
	installsNothing,
	registersAll,
	requiresOnlyTheHost,
	saysNothingUnwanted,
	shipsCodexAndIcons,
	shipsNothingElse,
	shipsWhatIsRead,
	type Rule,
} from '../support/package/rules';

const node = 'dist/nodes/Agent/Agent.node.js';

/** The text of a file of the package, made of the one that ships; undefined takes it away. */
type Change = (text: string) => string | undefined;

const append =
	(more: string): Change =>
	(text) =>
		text + more;
const remove: Change = () => undefined;
const add: Change = () => '';
const manifest =
	(fields: object): Change =>
	(text) =>
		JSON.stringify({ ...(JSON.parse(text) as object), ...fields });

type Offender = [rule: Rule, file: string, change: Change, finding: string];

const offenders: Offender[] = [
	[requiresOnlyTheHost, node, append("\nrequire('n8n-core');"), `${node} requires n8n-core`],
	[requiresOnlyTheHost, node, append("\nrequire('node:fs');"), `${node} requires node:fs`],
	[requiresOnlyTheHost, node, append("\nimport('axios');"), `${node} requires axios`],
	[
		requiresOnlyTheHost,
		node,
		append('\nrequire(name);'),
		`${node} requires what is decided at run time`,
	],
	[requiresOnlyTheHost, node, append("\nrequire('../missing');"), `${node} requires ../missing`],
	[registersAll, 'package.json', manifest({ n8n: {} }), `${node} is not listed`],
	[registersAll, node, remove, `${node} does not ship`],
	...['dist/nodes/Agent/Agent.node.json', 'dist/icons/logManagement.dark.svg'].map(
		(file): Offender => [shipsCodexAndIcons, file, remove, `${file} does not ship`],
	),
	[
		shipsCodexAndIcons,
		node,
		(text) => text.replace('agent.dark.svg', 'agent.svg'),
		`${node} names no icon for each theme`,
	],
	...['dist/nodes/Agent/Agent.test.js', '.env', `${node}.map`].map((file): Offender => [
		shipsNothingElse,
		file,
		add,
		`${file} ships`,
	]),
	...(
		[
			['known/nodes.json', remove],
			['known/credentials.json', (text) => text.replace('"healthTrigger",', '')],
			['types/nodes.json', (text) => text.replace('"displayName":"', '$&Stale ')],
			['types/credentials.json', remove],
		] satisfies Array<[string, Change]>
	).map(([file, change]): Offender => [
		describesItself,
		`dist/${file}`,
		change,
		`dist/${file} differs from the code`,
	]),
	...['CHANGELOG.md', 'examples/README.md'].map((file): Offender => [
		shipsWhatIsRead,
		file,
		remove,
		`${file} does not ship`,
	]),
	[shipsWhatIsRead, 'examples', remove, 'no example ships'],
	...(
		[
			[canBeFound, { keywords: ['n8n-community-node-package'] }, 'has no keyword siem'],
			[canBeFound, { description: 'Nodes' }, 'has no description that fits a list of results'],
			[
				canBeFound,
				{ repository: { url: 'https://elsewhere.example' } },
				'has no repository at its homepage',
			],
			[canBeFound, { author: { name: 'Someone' } }, 'has no author with name and e-mail'],
			[installsNothing, { dependencies: { axios: '1.0.0' } }, 'depends on axios'],
			[installsNothing, { scripts: { postinstall: 'node x' } }, 'has a script postinstall'],
			[installsNothing, { peerDependencies: { 'n8n-workflow': '^2' } }, 'has other peers'],
		] as const
	).map(([rule, fields, finding]): Offender => [rule, 'package.json', manifest(fields), finding]),
	...(
		[
			[
				node,
				'\n// from registry.example.org',
				'the host of a package registry: registry.example.org',
			],
			[node, "\n'/home/someone/key';", 'a path of one machine: /home/s'],
			[node, '\n// FIXME', 'a mark of unfinished work: FIXME'],
			['LICENSE', '-----BEGIN RSA PRIVATE KEY', 'a secret: -----BEGIN RSA PRIVATE KEY'],
		] as const
	).map(([file, more, what]): Offender => [
		saysNothingUnwanted,
		file,
		append(more),
		`${file} holds ${what}`,
	]),
];

/** What a rule finds in a package of which one file or folder is changed; afterwards it is as before. */
async function findingsWith(directory: string, [rule, file, change]: Offender): Promise<string[]> {
	const path = join(directory, file);
	const aside = `${directory}-aside`;
	const isThere = existsSync(path);
	const text = change(isThere && statSync(path).isFile() ? readFileSync(path, 'utf8') : '');
	if (isThere) renameSync(path, aside);
	if (text !== undefined) writeFileSync(path, text);
	try {
		return await rule(directory);
	} finally {
		rmSync(path, { force: true });
		if (isThere) renameSync(aside, path);
	}
}

describe('the packed package', () => {
	let packed: Packed;
	beforeAll(async () => {
		packed = await pack();
	}, 120_000);

	it.each([
		['requires only the host', requiresOnlyTheHost],
		['registers its nodes and credentials', registersAll],
		['ships codex files and icons', shipsCodexAndIcons],
		['ships metadata that agree with its code', describesItself],
		['ships nothing else', shipsNothingElse],
		['ships its pages and examples', shipsWhatIsRead],
		['can be found in the registry', canBeFound],
		['installs nothing else', installsNothing],
		['holds no registry host, machine path, unfinished mark or secret', saysNothingUnwanted],
	])('%s', async (_name, rule) => {
		expect(await rule(packed.directory)).toEqual([]);
	});

	it('is smaller than 200 kB', () => {
		expect(packed.size).toBeLessThan(200_000);
	});

	it.each(offenders.map((offender) => [offender[3], offender] as const))(
		'is refused because it %s',
		async (finding, offender) => {
			expect(await findingsWith(packed.directory, offender)).toContain(finding);
		},
	);
});
