import { expect, it } from '@jest/globals';
import type { NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../../../nodes/shared/engine/nodeErrors';
import { ApiError } from '../../../nodes/shared/http/apiError';
import { nodeApiError, nodeOperationError } from '../../../nodes/shared/nodeError';
import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';
import { nodeWith } from '../../support/unit/node';

const node = nodeWith();
const context = { getNode: () => node };

/** n8n's own table: messages with one of these codes are replaced by words of n8n. */
const CODES =
	'ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT ERRADDRINUSE EADDRNOTAVAIL ECONNABORTED EHOSTUNREACH EAI_AGAIN ENOENT EISDIR ENOTDIR EACCES EEXIST EPERM GETADDRINFO'.split(
		' ',
	);

/** Everything that makes an error as n8n shows it. */
const MAKERS: Record<string, (message: string) => NodeApiError | NodeOperationError> = {
	ApiError: (message) => new ApiError('refused', {}, { message }).toNodeError(node),
	'a network error': (message) =>
		new ApiError('lost', { httpCode: 'ECONNRESET' }, { message }).toNodeError(node),
	InvalidParameterError: (message) => new InvalidParameterError(message, 'How').toNodeError(node),
	'any other error': (message) => toNodeError(context, new Error(message)),
	'a stopped run': (message) => nodeOperationError(node, message),
};

it.each(Object.entries(MAKERS))('%s keeps a message that n8n would replace', (_name, make) => {
	for (const code of CODES) {
		const plain = new NodeOperationError(node, `of ${code}01`);
		expect([code, plain.message]).not.toEqual([code, `of ${code}01`]);
		const messages = [`The service refused ${code}01`, `Remote${code.toLowerCase()}Host`];
		expect(messages.map((message) => make(message).message)).toEqual(messages);
	}
});

it('an error has the place, the description and the cause that it is given', () => {
	const options = { itemIndex: 3, httpCode: '429', failure: { cause: 'rate-limited' } } as const;
	const error = nodeApiError(node, { message: 'M', description: 'D' }, options);
	const { itemIndex, ...given } = options;
	expect(error).toMatchObject({ description: 'D', ...given, context: { itemIndex } });
	const own = nodeOperationError(node, new Error('M'), { itemIndex: 3, description: 'D' });
	expect([own.message, own.description, own.context.itemIndex]).toEqual(['M', 'D', 3]);
});
