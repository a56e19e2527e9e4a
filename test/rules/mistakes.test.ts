import { readFileSync } from 'node:fs';

import { expect, it } from '@jest/globals';

import { mistakes } from '../tools/mistakes/list';

it.each(mistakes)('the mistake "$note" has one place in $file', ({ file, anchor, code }) => {
	const text = readFileSync(file, 'utf8');
	expect(text.split(anchor)).toHaveLength(2);
	expect(text.replace(anchor, () => code)).not.toBe(text);
});
