import type { ErrorKind } from '../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../nodes/shared/http/request';

/** A response; without a text, body or bytes, the body is too large to read. */
export interface Reply {
	status?: number;
	body?: unknown;
	text?: string | undefined;
	bytes?: Buffer;
	headers?: Record<string, unknown>;
	request?: ApiRequest;
}

/** Makes the body of a refusal. */
export const error = (code: unknown, detail?: unknown, title: unknown = 'Bad Request') => ({
	error: { code, title, detail },
});

/** Responses whose words do not show their kind of error. */
export const REPLIES: ReadonlyArray<readonly [string, Reply, ErrorKind]> = [
	[
		'the code of a refused token as a number at the top',
		{ body: { code: 7001113 } },
		'unauthorized',
	],
	['a text under HTTP 403', { status: 403, text: 'Blocked' }, 'refused'],
	['a refusal beside data', { body: { data: {}, ...error('07001110') } }, 'refused'],
	['a refusal beside null', { body: { data: null, code: '07001110' } }, 'refused'],
	['an object without anything', { body: {} }, 'unexpected'],
	['a title', { status: 400, body: error('1', '', 'X_THROTTLES_LIMIT') }, 'throttled'],
	['a detail', { status: 400, body: error('1', 'Throttle_Log is taken') }, 'refused'],
	['HTTP 408', { status: 408, text: '' }, 'gateway'],
	['a page under HTTP 200', { text: ' <html>' }, 'webPage'],
	['an empty body', { text: ' \n' }, 'unreadable'],
	['null', { body: null }, 'unreadable'],
	['a large body under HTTP 429', { status: 429, text: undefined }, 'throttled'],
];
