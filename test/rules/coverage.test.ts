import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { temporaryFolder } from '../support/host/temporaryFolder';
import { namedOperations, nameOf, operationsIn } from '../support/rules/allOperations';
import { gapsOf } from '../support/rules/coverage';

it.each(namedOperations)(
	'%s has a case, cases of its fields, an endpoint, a section and a line of the README',
	(_name, offered) => {
		expect(gapsOf(offered)).toEqual([]);
	},
);

/** Makes a package that registers nodes with these sources. @returns its folder */
async function packageOf(sources: Readonly<Record<string, string>>): Promise<string> {
	const folder = await temporaryFolder('planted');
	for (const [node, source] of Object.entries(sources)) {
		await mkdir(join(folder, 'nodes', node), { recursive: true });
		await writeFile(join(folder, `nodes/${node}/${node}.node.ts`), source);
	}
	const nodes = Object.keys(sources).map((node) => `dist/nodes/${node}/${node}.node.js`);
	await writeFile(join(folder, 'package.json'), JSON.stringify({ n8n: { nodes } }));
	return folder;
}

it('the rule finds a registered node that nothing covers', async () => {
	const operation = { value: 'get', name: 'Get' };
	const folder = await packageOf({
		Ticket: `export const operations = [${JSON.stringify(operation)}];`,
		TicketTrigger: 'export {};',
	});
	const found = Object.entries(operationsIn(folder)).flatMap(([node, operations]) =>
		operations.map((planted) => ({ node, operation: planted })),
	);
	expect(found.map(nameOf)).toEqual(['ticket.get']);
	expect(found.flatMap(gapsOf)).toEqual([
		'case',
		'cases of its fields',
		'endpoint',
		'section of docs/nodes/ticket.md',
		'line of the README',
	]);
});

it('a registered node without operations is refused unless it is a trigger', async () => {
	const folder = await packageOf({ Invoice: 'export {};' });
	expect(() => operationsIn(folder)).toThrow(/Invoice\.node\.ts exports no operations/);
});
