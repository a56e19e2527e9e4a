import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { temporaryFolder } from '../support/host/temporaryFolder';
import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';

it('`npm run layers` refuses a room that imports one above it', async () => {
	const folder = await temporaryFolder('layers');
	await mkdir(join(folder, 'nodes/shared/http'), { recursive: true });
	await writeFile(join(folder, 'nodes/shared/json.ts'), "import './http/client';");
	await writeFile(join(folder, 'nodes/shared/http/client.ts'), 'export {};');
	const settings = [
		'.dependency-cruiser.cjs',
		'package.json',
		'tsconfig.json',
		'test/tsconfig.json',
	];
	for (const file of settings) await cp(join(project, file), join(folder, file));
	const command = join(project, 'node_modules/.bin/depcruise');
	const output = await printed(command, ['--output-type', 'json', 'nodes'], folder);
	const { summary } = JSON.parse(output) as {
		summary: { violations: Array<{ rule: { name: string } }> };
	};
	expect(summary.violations.map(({ rule }) => rule.name)).toEqual(['shared/json-looks-down']);
}, 240_000);
