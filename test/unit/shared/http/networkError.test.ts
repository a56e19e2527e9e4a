import { expect, it } from '@jest/globals';

import { networkCodeOf, networkError } from '../../../../nodes/shared/http/exchange';
import { nodeWith } from '../../../support/unit/node';

const errorOf = (code: string, seconds: number) => {
	const error = networkError(code, seconds);
	const { message, description, facts, applied, retry, stopsAll } = error;
	const { failure } = error.toNodeError(nodeWith());
	return { message, description, ...facts, applied, retry, stopsAll, failure };
};

const wrongSetting = {
	retry: 'never',
	stopsAll: true,
	failure: { cause: 'configuration-invalid' },
};

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'])(
	'networkError says after %s that nothing was sent',
	(code) => {
		expect(errorOf(code, 60)).toMatchObject({
			message: 'The service cannot be reached',
			description: expect.stringContaining(`No connection could be made (${code})`),
			applied: 'no',
			retry: 'always',
			stopsAll: true,
			httpCode: code,
			failure: { cause: 'temporarily-unavailable' },
		});
	},
);

it.each(['ECONNRESET', 'EPIPE', 'UNKNOWN', 'ERR_BAD_RESPONSE', 'EHOSTUNREACH', 'ENETUNREACH'])(
	'networkError leaves open after %s what was applied, since an open connection can end so',
	(code) => {
		const details = errorOf(code, 60);
		expect(details).toMatchObject({
			message: 'The connection to the service broke before its answer was complete',
			description: expect.stringContaining(code),
			applied: 'unknown',
			retry: 'idempotent',
			httpCode: code,
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(details.stopsAll).toBe(false);
	},
);

it.each(['ETIMEDOUT', 'ECONNABORTED'])('networkError says after %s how long it waited', (code) => {
	expect(errorOf(code, 45)).toMatchObject({
		message: 'The service did not answer within 45 seconds',
		description: expect.stringContaining('Raise the timeout'),
		applied: 'unknown',
		retry: 'idempotent',
	});
});

it.each([
	'EPROTO',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
	'ERR_SSL_HTTP_REQUEST',
])('networkError says after %s that the port does not speak https', (code) => {
	expect(errorOf(code, 60)).toMatchObject({
		message: 'The port of the base URL does not speak https',
		description: expect.stringContaining(`(${code}). Write http:// in the base URL`),
		httpCode: code,
		...wrongSetting,
	});
});

it.each([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'CERT_HAS_EXPIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
])('networkError points after %s to Ignore SSL Issues', (code) => {
	expect(errorOf(code, 60)).toMatchObject({
		message: 'The certificate of the service is not trusted',
		description: expect.stringContaining('turn on Ignore SSL Issues'),
		applied: 'no',
		...wrongSetting,
	});
});

it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	'networkError says after %s, wherever it is wrapped, that n8n did not send the request',
	(name) => {
		const blocked = Object.assign(new Error('blocked'), { name, code: 'ECONNRESET' });
		const code = networkCodeOf(
			new Error('wrapped', { cause: new Error('again', { cause: blocked }) }),
		);
		expect(errorOf(code, 60)).toMatchObject({
			message: 'n8n does not allow requests to the base URL',
			description: expect.stringMatching(/N8N_SSRF_ALLOWED_HOSTNAMES .*N8N_SSRF_ALLOWED_IP_RANGES/),
			applied: 'no',
			...wrongSetting,
		});
	},
);
