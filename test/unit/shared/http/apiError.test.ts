import { expect, it } from '@jest/globals';
import { NodeApiError } from 'n8n-workflow';

import {
	ApiError,
	asApiErrorOrThrow,
	unexpectedAnswer,
} from '../../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { nodeWith } from '../../../support/unit/node';

const request: ApiRequest = { method: 'GET', path: '/log-sources' };
const node = nodeWith();
const throttled = new ApiError('throttled', {
	retryAfterMs: 7000,
	httpCode: '429',
	code: '00000109',
});

it('ApiError is shown by n8n in its own words, at its item', () => {
	const error = throttled.toNodeError(node, 3);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toBe('The service receives too many requests');
	expect(error.description).toMatch(
		/^HTTP 429\. It asks to wait 7 seconds\. Nothing was carried out\./,
	);
	expect(error.httpCode).toBe('429');
	expect(error.context.itemIndex).toBe(3);
	expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
});

it('ApiError keeps its message where n8n has another one for a network code', () => {
	const message = 'The service did not answer within 5 seconds';
	const error = new ApiError('timedOut', { httpCode: 'ETIMEDOUT', seconds: 5 }).toNodeError(node);
	expect(error.message).toBe(message);
	expect(error.context.itemIndex).toBeUndefined();
});

it('asApiErrorOrThrow returns an ApiError, and rethrows anything else', () => {
	expect(asApiErrorOrThrow(throttled)).toBe(throttled);
	expect(() => asApiErrorOrThrow(new TypeError('another'))).toThrow(new TypeError('another'));
});

it('unexpectedAnswer names the request and what is unexpected, and leaves open what was applied', () => {
	expect(unexpectedAnswer(request, 'it is odd')).toMatchObject({
		message: 'The service answered GET /log-sources in an unexpected way: it is odd',
		applied: 'unknown',
		retry: 'never',
	});
});
