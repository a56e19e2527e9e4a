import { expect, it } from '@jest/globals';

import { atLeastOne } from '../../../../nodes/shared/parameters/given';
import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';

const FIELDS = [{ displayName: 'Name' }, { name: 'count', displayName: 'Number of Things' }];

it.each([{ name: 'x' }, { name: '' }, { count: 0 }])('atLeastOne returns %j', (changes) => {
	expect(atLeastOne(changes, FIELDS)).toBe(changes);
});

it('atLeastOne refuses no changes, and names the fields that may change', () => {
	expect(() => atLeastOne({}, FIELDS)).toThrow(
		expect.objectContaining({
			constructor: InvalidParameterError,
			message: 'There is nothing to change',
			allowed: 'Set at least one of these: Name, Number of Things.',
		}),
	);
});
