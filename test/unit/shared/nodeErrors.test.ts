import { expect, it } from '@jest/globals';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	errorJson,
	messageWithAdvice,
	nodeOperationError,
	prepareForPanel,
	toNodeError,
} from '../../../nodes/shared/nodeErrors';
import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';
import { errorOf } from '../../support/unit/errorOf';
import { nodeWith } from '../../support/unit/node';

const node = nodeWith();
const context = { getNode: () => node };

/** n8n's own table: messages with one of these codes are replaced by words of n8n. */
const CODES =
	'ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT ERRADDRINUSE EADDRNOTAVAIL ECONNABORTED EHOSTUNREACH EAI_AGAIN ENOENT EISDIR ENOTDIR EACCES EEXIST EPERM GETADDRINFO'.split(
		' ',
	);

const MAKERS: Record<string, (message: string) => NodeApiError | NodeOperationError> = {
	ApiError: (headline) => errorOf('incomplete', { headline }).toNodeError(node),
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

const refused = errorOf('incomplete', { headline: 'Refused. .', advice: 'Try again' });

it.each([
	['a refusal', refused, NodeApiError, 'Refused. .'],
	['a bad parameter', new InvalidParameterError('Bad', 'Good'), NodeOperationError, 'Bad'],
	['an error of n8n', new NodeApiError(node, { message: 'Wrong' }), NodeApiError, 'Wrong'],
	['any other error', new TypeError('Odd'), NodeOperationError, 'Odd'],
	['a text', 'Thrown', NodeOperationError, 'Thrown'],
])('%s is at its item, if there are items', (_name, error, kind, message) => {
	const inTrigger = toNodeError(context, error);
	expect(inTrigger).toBeInstanceOf(kind);
	expect(inTrigger.context.itemIndex).toBeUndefined();
	for (const item of [0, 3]) {
		const atItem = toNodeError(context, error, item);
		expect(atItem).toBeInstanceOf(kind);
		expect([atItem.context.itemIndex, atItem.message]).toEqual([item, message]);
	}
});

it.each([
	[0, true, 'Bad [Item 0]'],
	[1, true, 'Bad [Item 1]'],
	[0, undefined, 'Bad'],
	[undefined, true, 'Bad'],
])('the message about item %s, if it is named: %s, is: %s', (item, namesItem, message) => {
	const error = toNodeError(context, new Error('Bad'), item);
	expect(prepareForPanel(error, namesItem).message).toBe(message);
});

it('the panel shows markup in an error as text', () => {
	const error = new InvalidParameterError('No <a>, <b>', 'Set <c>');
	const { message, description } = prepareForPanel(toNodeError(context, error));
	expect([message, description]).toEqual(['No ‹a›, ‹b›', 'Set ‹c›']);
});

it('the reason of an error stands before the values of its item, whatever their names', () => {
	const { error } = errorJson('Bad', { id: 1, message: 'a text of the item' });
	expect(JSON.stringify(error)).toBe('{"message":"Bad","id":1}');
});

it('an issue is one text: what happened, and how to go on if that is known', () => {
	expect(messageWithAdvice(toNodeError(context, refused))).toBe('Refused. Try again');
	expect(messageWithAdvice(toNodeError(context, new Error('Odd')))).toBe('Odd');
});

it('a bad parameter says how to go on, and that a later poll does not help', () => {
	const failure = { cause: 'configuration-invalid' };
	const error = toNodeError(context, new InvalidParameterError('Bad', 'Good'));
	expect(error).toMatchObject({ description: 'Good', failure });
});
