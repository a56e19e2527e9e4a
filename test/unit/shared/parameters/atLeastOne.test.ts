import { describe, expect, it } from '@jest/globals';

import { atLeastOne } from '../../../../nodes/shared/parameters/atLeastOne';
import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';

describe('atLeastOne', () => {
	it.each([{ name: 'x' }, { name: '' }, { count: 0 }])('returns %j', (changes) => {
		expect(atLeastOne(changes, ['name', 'count'])).toBe(changes);
	});

	it('refuses no changes, and names the fields that may change', () => {
		expect(() => atLeastOne({}, ['name', 'count'])).toThrow(
			expect.objectContaining({
				constructor: InvalidParameterError,
				message: 'Update Fields holds nothing to change',
				allowed: 'Add at least one field: name, count.',
			}),
		);
	});
});
