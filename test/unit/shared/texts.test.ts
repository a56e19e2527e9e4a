import { expect, it } from '@jest/globals';

import { asText } from '../../../nodes/shared/texts';

it('strings and numbers are read as text, and nothing else', () => {
	const texts = ['a', 5, 5n, null, undefined, {}, true].map(asText);
	expect(texts).toEqual(['a', '5', '5', '', '', '', '']);
});
