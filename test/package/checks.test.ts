import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { run } from '../support/host/command';
import { temporaryFolder } from '../support/host/temporaryFolder';
import { project } from '../support/package/copy';

it('`npm run layers` refuses a room that imports one above it', async () => {
	const folder = temporaryFolder('layers');
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
	const refused = run(command, ['nodes'], folder, { NO_COLOR: '1' });
	await expect(refused).rejects.toThrow(
		/error shared\/json-looks-down: .*\n\n.* 1 dependency viol/,
	);
}, 240_000);
