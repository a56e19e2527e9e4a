import { expect, it } from '@jest/globals';

import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';
import { nodeWith } from '../../../support/unit/node';

const node = nodeWith();

it('InvalidParameterError is shown by n8n at its item, with what is allowed', () => {
	const error = new InvalidParameterError('It is odd', 'Make it even.').toNodeError(node, 2);
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'It is odd',
		description: 'Make it even.',
		context: { itemIndex: 2 },
		failure: { cause: 'configuration-invalid' },
	});
});

it('InvalidParameterError is shown without an item where there are none', () => {
	const error = new InvalidParameterError('It is odd', 'Make it even.').toNodeError(node);
	expect(error.context.itemIndex).toBeUndefined();
});
