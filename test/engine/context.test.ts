import { describe, expect, it } from '@jest/globals';
import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameterError } from '../../nodes/shared/parameters/invalidParameter';
import { ApiError } from '../../nodes/shared/http/apiError';
import { addHint } from '../../nodes/shared/engine/context';
import { runNode } from '../support/harness/harness';
import { nodeWith } from '../support/unit/node';
import { issueOf, toNodeError } from '../../nodes/shared/engine/nodeErrors';

const node = nodeWith();
const context = { getNode: () => node };

const refused = new ApiError('refused', {}, { message: 'Refused', description: 'Try again' });

describe('a fault as n8n shows it', () => {
	it.each([
		['a refusal', refused, NodeApiError, 'Refused'],
		['a bad parameter', new InvalidParameterError('Bad', 'Good'), NodeOperationError, 'Bad'],
		['an error of n8n', new NodeOperationError(node, 'Wrong'), NodeOperationError, 'Wrong'],
		['an answer as n8n has it', new NodeApiError(node, { message: 'x' }), NodeApiError, 'x'],
		['any other error', new TypeError('Odd'), NodeOperationError, 'Odd'],
		['a text', 'Thrown', NodeOperationError, 'Thrown'],
	])('%s is at its item, where there are items', (_name, fault, kind, message) => {
		const inTrigger = toNodeError(context, fault);
		expect(inTrigger).toBeInstanceOf(kind);
		expect(inTrigger.context.itemIndex).toBeUndefined();
		const atItem = toNodeError(context, fault, 3);
		expect(atItem).toBeInstanceOf(kind);
		expect(atItem.context.itemIndex).toBe(3);
		expect(atItem.message).toBe(message);
	});

	it('keeps an error that n8n made itself', () => {
		const own = new NodeApiError(node, { message: 'x' });
		expect(toNodeError(context, own, 0)).toBe(own);
	});

	it('is one text: what happened, and how to go on where that is known', () => {
		expect(issueOf(toNodeError(context, refused))).toBe('Refused. Try again');
		expect(issueOf(toNodeError(context, new Error('Odd')))).toBe('Odd');
	});
});

it('shows no hint where n8n has none to show', () => {
	const old = {} as IExecuteFunctions;
	expect(() => addHint(old, 'x', 'info')).not.toThrow();
});

it('refuses an operation that is none, and says which there are', async () => {
	const { error } = await runNode({
		node: 'logType',
		parameters: { operation: 'getOne' },
		credentials: { baseUrl: 'http://127.0.0.1:9', accessToken: 'x' },
	});
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'There is no operation "getOne"',
		description: 'Allowed are Create (create), Delete (delete), Get (get), Get Many (getAll).',
	});
});
