import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, it } from '@jest/globals';

import { temporaryFolder } from '../support/host/temporaryFolder';
import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';

/** Writes files into a new folder. */
async function folderWith(files: Record<string, string>): Promise<string> {
	const folder = await temporaryFolder('planted');
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	return folder;
}

it('the layers are read, and a room that imports one above it is refused', async () => {
	const layers = async (folder: string, ...paths: string[]) => {
		const command = join(project, 'node_modules/.bin/depcruise');
		const output = await printed(command, ['--output-type', 'json', ...paths], folder);
		return (
			JSON.parse(output) as {
				summary: { totalCruised: number; violations: Array<{ rule: { name: string } }> };
			}
		).summary;
	};
	const { totalCruised, violations } = await layers(project, 'nodes', 'credentials', 'test');
	expect(violations).toEqual([]);
	expect(totalCruised).toBeGreaterThan(200);

	const folder = await folderWith({
		'nodes/shared/json.ts': "import './http/client';",
		'nodes/shared/http/client.ts': 'export {};',
	});
	for (const file of [
		'.dependency-cruiser.cjs',
		'package.json',
		'tsconfig.json',
		'test/tsconfig.json',
	]) {
		await cp(join(project, file), join(folder, file));
	}
	const planted = await layers(folder, 'nodes');
	expect(planted.violations.map(({ rule }) => rule.name)).toEqual(['shared/json-looks-down']);
}, 240_000);

it("n8n's scan refuses a mistake in the source and in the tarball that switches rules off", async () => {
	const folder = await folderWith({
		'nodes/shared/here.ts': '/* eslint-disable */\nexport const here = () => process.cwd();\n',
		'dist/here.js': "/* eslint-disable */\nconsole.log('here');\n",
	});
	const scan = [join(project, 'test/support/package/scan.ts'), folder, folder];
	const output = await printed(join(project, 'node_modules/.bin/tsx'), scan, project);
	expect(output).toMatch(/scan of the source: [^]*no-restricted-globals[^]*scan of the tarball: /);
	expect(output).toMatch(/scan of the tarball: [^]*no-console/);
}, 240_000);
