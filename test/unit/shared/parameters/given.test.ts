import { describe, expect, it } from '@jest/globals';

import { given } from '../../../../nodes/shared/parameters/given';
import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';

describe('given', () => {
	it.each(['x', '', 0, false])('returns %j, which is set', (value) => {
		expect(given({ name: value }, 'name')).toBe(value);
	});

	it.each([{}, { name: undefined }, { name: null }])('refuses %j by its name', (params) => {
		const read = () => given<{ name?: string | null | undefined }, 'name'>(params, 'name');
		expect(read).toThrow(new InvalidParameterError('The parameter name is not set', ''));
	});
});
