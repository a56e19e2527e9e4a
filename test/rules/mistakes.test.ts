import { readFileSync } from 'node:fs';

import { expect, it } from '@jest/globals';

import { mistakes } from '../tools/mistakes/list';

it.each(mistakes)('the mistake "$note" can be planted in $file', ({ file, from, to }) => {
	expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2);
	expect(to).not.toBe(from);
});
