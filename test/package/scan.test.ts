import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';

const manifest = {
	name: 'n8n-nodes-planted',
	version: '0.0.1',
	description: 'A package for the scan',
	license: 'MIT',
	homepage: 'https://example.org',
	author: { name: 'A person', email: 'person@example.org' },
	keywords: ['n8n-community-node-package'],
	files: ['dist'],
	n8n: { n8nNodesApiVersion: 1, nodes: ['dist/nodes/Planted/Planted.node.js'] },
	peerDependencies: { 'n8n-workflow': '*' },
};

/** A package of that manifest and these files, in a new folder. */
async function planted(files: Record<string, string>, extra: object = {}): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'planted-'));
	const all = { 'package.json': JSON.stringify({ ...manifest, ...extra }), ...files };
	for (const [path, text] of Object.entries(all)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	return folder;
}

/** Runs the scan as a command over two folders; gives its exit code and what it printed. */
const scan = (source: string, unpacked: string) =>
	new Promise<{ code: number | null; output: string }>((done) => {
		const command = resolve(__dirname, '../../node_modules/.bin/tsx');
		const child = execFile(
			command,
			[resolve(__dirname, '../support/package/scan.ts'), source, unpacked],
			(_error, out) => {
				done({ code: child.exitCode, output: out });
			},
		);
	});

const harmless = { 'nodes/shared/sum.ts': 'export const sum = (a: number, b: number) => a + b;\n' };
const compiled = { 'dist/nodes/shared/sum.js': 'exports.sum = (a, b) => a + b;\n' };

describe('the verification scan', () => {
	it('passes a package without findings', async () => {
		const { code, output } = await scan(await planted(harmless), await planted(compiled));
		expect(output).toContain('scan of the source: no findings');
		expect(output).toContain('scan of the tarball: no findings');
		expect(code).toBe(0);
	});

	it('refuses an offender in the source whose comments switch the rules off', async () => {
		const offender = '/* eslint-disable */\nexport const here = () => process.cwd();\n';
		const source = await planted({ ...harmless, 'nodes/shared/here.ts': offender });
		const { code, output } = await scan(source, await planted(compiled));
		expect(output).toContain('no-restricted-globals');
		expect(output).toContain('scan of the tarball: no findings');
		expect(code).toBe(1);
	});

	it('refuses an offender in the tarball alone', async () => {
		const unpacked = await planted(
			{ ...compiled, 'dist/nodes/shared/here.js': "console.log(require('axios'));\n" },
			{ dependencies: { axios: '1.0.0' } },
		);
		const { code, output } = await scan(await planted(harmless), unpacked);
		expect(output).toContain('scan of the source: no findings');
		expect(output).toContain('no-console');
		expect(output).toContain('no-runtime-dependencies');
		expect(code).toBe(1);
	});

	it('refuses a source folder without sources', async () => {
		const { code, output } = await scan(
			await mkdtemp(join(tmpdir(), 'empty-')),
			await planted(compiled),
		);
		expect(output).toContain('scan of the source: No files found');
		expect(code).toBe(1);
	});
});

describe('n8n-node lint', () => {
	/** The rules that a configuration of ESLint holds a file to. */
	const rulesOf = async (file: string, ...options: string[]): Promise<unknown> => {
		const command = join(project, 'node_modules/.bin/eslint');
		return JSON.parse(await printed(command, ['--print-config', file, ...options], project));
	};
	const original = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';

	it.each([
		'nodes/Agent/Agent.node.ts',
		'credentials/LogManagementApi.credentials.ts',
		'package.json',
	])("holds %s to n8n's own configuration, unchanged", async (file) => {
		const asGiven = await rulesOf(file, '--config', `node_modules/${original}`);
		expect(asGiven).toHaveProperty(['rules', '@n8n/community-nodes/no-restricted-globals']);
		expect(await rulesOf(file)).toEqual(asGiven);
	});
});
