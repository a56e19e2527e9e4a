import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { pages } from '../support/docs/pages';
import { currentHashes, storedHashes } from '../tools/pictures';
import { project } from '../support/package/copy';

const folder = join(project, 'docs/pictures');

it('each picture shows the present state; if one does not, `npm run pictures` takes all of them', async () => {
	const stored = storedHashes(folder);
	const current = await currentHashes();
	const names = new Set([...Object.keys(stored), ...Object.keys(current)]);
	expect([...names].filter((name) => stored[name] !== current[name])).toEqual([]);
});

it('each picture is on a page and has a hash', () => {
	const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'));
	const text = pages.map((page) => page.text).join();
	expect(pictures.filter((file) => !text.includes(`pictures/${file}`))).toEqual([]);
	expect(pictures).toEqual(Object.keys(storedHashes(folder)).map((name) => `${name}.png`));
});
