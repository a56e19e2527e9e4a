import { expect, it } from '@jest/globals';

import { statedError } from '../../../../nodes/shared/http/statedError';

const full = { code: '07001113', title: 'Unauthorized', detail: 'Expired' };
const failure = (data: object) => ({ status: 'failure', summary: 'Failed', data });
const stated = (code: string, title = '', detail = '') => ({ code, title, detail });

/** Bodies of answers, and what they state. */
const shapes: Record<string, [body: Record<string, unknown>, stated: object]> = {
	'code, title and detail at the top': [full, full],
	'code, title and detail below error': [{ error: full }, full],
	'message and errorcode below error': [
		{ error: { message: 'Not allowed', errorcode: 'XSS_DETECTED' } },
		stated('XSS_DETECTED', '', 'Not allowed'),
	],
	'a message without a code': [{ error: { message: 'Why' } }, stated('', '', 'Why')],
	'a failure with errorCode and errorMessage below data': [
		failure({ errorCode: '12', errorMessage: 'Why' }),
		stated('00000012', 'Failed', 'Why'),
	],
	'a failure with a message and no code below data': [
		failure({ errorMessage: 'Why' }),
		stated('failure', 'Failed', 'Why'),
	],
	'a failure with nothing but its summary': [
		{ status: 'FAILED', summary: 'Failed' },
		stated('failure', 'Failed'),
	],
	'a failure beside a list': [{ status: 'error', data: [] }, stated('failure')],
	ERROR_DESCRIPTION: [{ ERROR_DESCRIPTION: 'Why' }, stated('', '', 'Why')],
	'errorCode and errorMessage at the top': [
		{ errorCode: 'IAM0019', errorMessage: 'Too many' },
		stated('IAM0019', '', 'Too many'),
	],
	'a code beside data that is null': [{ ...full, data: null }, full],
	'a code that lost its leading zero': [{ code: 7001113 }, stated('07001113')],
	'a title and a detail of another type': [
		{ error: { code: '07001110', title: {}, detail: null } },
		stated('07001110'),
	],
	'an error beside data': [{ data: {}, error: { code: '07001110' } }, stated('07001110')],
};

it.each(Object.entries(shapes))('statedError is read from %s', (_shape, [body, stated]) => {
	expect(statedError(body)).toEqual(stated);
});

it.each<[string, Record<string, unknown>]>([
	['data beside a code', { data: [], code: '07001113', title: 'x' }],
	['data and a status of success', { data: {}, status: 'success' }],
	['data and an empty error', { data: {}, error: {} }],
	['data and no error', { data: {}, error: null }],
	['a title alone', { title: 'success' }],
	['nothing', {}],
])('statedError is none where an answer holds %s', (_shape, body) => {
	expect(statedError(body)).toBeUndefined();
});
