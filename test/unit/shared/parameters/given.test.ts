import { expect, it } from '@jest/globals';

import { given } from '../../../../nodes/shared/parameters/given';
import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';

it.each(['x', '', 0, false])('given returns %j, which is set', (value) => {
	expect(given({ name: value }, 'name', 'Rule Name')).toBe(value);
});

it.each([{}, { name: undefined }, { name: null }])('given refuses %j by its label', (params) => {
	const read = () =>
		given<{ name?: string | null | undefined }, 'name'>(params, 'name', 'Rule Name');
	expect(read).toThrow(new InvalidParameterError('Rule Name is empty', ''));
});
