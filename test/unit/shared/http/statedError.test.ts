import { describe, expect, it } from '@jest/globals';

import { statedError } from '../../../../nodes/shared/http/statedError';

describe('statedError', () => {
	it.each<[string, Record<string, unknown>, object]>([
		[
			'code, title and detail at the top',
			{ code: '07001113', title: 'Unauthorized', detail: 'Expired' },
			{ code: '07001113', title: 'Unauthorized', detail: 'Expired' },
		],
		[
			'code, title and detail below error',
			{ error: { code: '07001111', title: 'Bad Request', detail: '[API] Request failed' } },
			{ code: '07001111', title: 'Bad Request', detail: '[API] Request failed' },
		],
		[
			'message and errorcode below error',
			{ error: { message: 'Not allowed', errorcode: 'XSS_DETECTED' } },
			{ code: 'XSS_DETECTED', title: '', detail: 'Not allowed' },
		],
		[
			'a message without a code below error',
			{ error: { message: 'Not allowed' } },
			{ code: '', title: '', detail: 'Not allowed' },
		],
		[
			'a failure with errorCode and errorMessage below data',
			{ status: 'failure', summary: 'Failed', data: { errorCode: '12', errorMessage: 'Why' } },
			{ code: '00000012', title: 'Failed', detail: 'Why' },
		],
		[
			'a failure with a message and no code below data',
			{ status: 'failure', summary: 'Failed', data: { errorMessage: 'Why' } },
			{ code: 'failure', title: 'Failed', detail: 'Why' },
		],
		[
			'a failure with nothing but its summary',
			{ status: 'FAILED', summary: 'Failed' },
			{ code: 'failure', title: 'Failed', detail: '' },
		],
		[
			'a failure beside a list',
			{ status: 'error', data: [] },
			{ code: 'failure', title: '', detail: '' },
		],
		['ERROR_DESCRIPTION', { ERROR_DESCRIPTION: 'Why' }, { code: '', title: '', detail: 'Why' }],
		[
			'errorCode and errorMessage at the top',
			{ errorCode: 'IAM0019', errorMessage: 'Too many' },
			{ code: 'IAM0019', title: '', detail: 'Too many' },
		],
		[
			'a code beside data that is null',
			{ code: '07001113', title: 'Unauthorized', detail: 'Expired', data: null },
			{ code: '07001113', title: 'Unauthorized', detail: 'Expired' },
		],
		[
			'a code that lost its leading zero, as a number does',
			{ code: 7001113 },
			{ code: '07001113', title: '', detail: '' },
		],
		[
			'a title and a detail of another type',
			{ error: { code: '07001110', title: {}, detail: null } },
			{ code: '07001110', title: '', detail: '' },
		],
		[
			'an error beside data',
			{ data: {}, error: { code: '07001110' } },
			{ code: '07001110', title: '', detail: '' },
		],
	])('is read from %s', (_shape, body, stated) => {
		expect(statedError(body)).toEqual(stated);
	});

	it.each<[string, Record<string, unknown>]>([
		['data beside a code', { data: [], code: '07001113', title: 'x' }],
		['data and a status of success', { data: {}, status: 'success' }],
		['data and an empty error', { data: {}, error: {} }],
		['data and no error', { data: {}, error: null }],
		['a title alone', { title: 'success' }],
		['nothing', {}],
	])('is none where an answer holds %s', (_shape, body) => {
		expect(statedError(body)).toBeUndefined();
	});
});
