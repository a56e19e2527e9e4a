import { expect, it } from '@jest/globals';

import {
	atLeastOne,
	InvalidParameterError,
} from '../../../../nodes/shared/parameters/invalidParameter';
import { nodeWith } from '../../../support/unit/node';

it('an InvalidParameterError is shown at its item, in its own words', () => {
	const error = new InvalidParameterError('It is odd', 'Make it even.');
	expect(error.toNodeError(nodeWith(), 2)).toMatchObject({
		name: 'NodeOperationError',
		message: 'It is odd',
		description: 'Make it even.',
		context: { itemIndex: 2 },
		failure: { cause: 'configuration-invalid' },
	});
	expect(error.toNodeError(nodeWith()).context.itemIndex).toBeUndefined();
});

it('a change has at least one field', () => {
	const fields = [{ displayName: 'Log Level' }, { name: 'Status' }];
	expect(atLeastOne({ log_level: '' }, fields)).toEqual({ log_level: '' });
	expect(() => atLeastOne({}, fields)).toThrow(
		expect.objectContaining({
			message: 'There is nothing to change',
			description: 'Set at least one of these: Log Level, Status.',
		}),
	);
});
