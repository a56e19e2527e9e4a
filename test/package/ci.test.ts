import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { debianPackages } from '../support/host/debianPackages';
import { isWhole } from '../support/host/install';
import { temporaryFolder } from '../support/host/temporaryFolder';
import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';

const write = async (folder: string, path: string, text: string) => {
	await mkdir(dirname(join(folder, path)), { recursive: true });
	await writeFile(join(folder, path), text);
};

describe('.ci/run', () => {
	it('ends at once if the packages cannot be installed', async () => {
		const folder = await temporaryFolder('ci');
		await cp(join(project, '.ci'), join(folder, '.ci'), { recursive: true });
		await write(folder, 'bin/npm', '#!/bin/sh\necho "npm $*"\nexit 1\n');
		await chmod(join(folder, 'bin/npm'), 0o755);
		const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
		const output = await printed('env', [`PATH=${path}`, '.ci/run'], folder);
		expect(output.match(/^npm .*/gm)).toEqual(['npm ci']);
		expect(output).toMatch(/\n0 passed, 1 failed\n$/);
	});
});

describe('an installed n8n', () => {
	const paths = [
		'node_modules/n8n/package.json',
		'node_modules/n8n/node_modules/axios/package.json',
		'node_modules/sqlite3/build/Release/node_sqlite3.node',
		'node_modules/.package-lock.json',
	];
	const list = JSON.stringify({
		packages: { 'node_modules/n8n': {}, 'node_modules/n8n/node_modules/axios': {} },
	});

	it('is whole', async () => {
		const folder = await temporaryFolder('n8n');
		for (const path of paths) await write(folder, path, list);
		expect(await isWhole(folder)).toBe(true);
	});

	it.each(paths)('is not whole without %s', async (path) => {
		const folder = await temporaryFolder('n8n');
		for (const each of paths) await write(folder, each, list);
		await rm(join(folder, path));
		expect(await isWhole(folder)).toBe(false);
	});
});

it('the guide names each package of Debian that checks install', () => {
	const guide = readFileSync(join(project, 'docs/testing.md'), 'utf8');
	const packages = [...new Set(Object.values(debianPackages))];
	expect(packages.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
