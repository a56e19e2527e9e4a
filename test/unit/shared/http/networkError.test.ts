import { expect, it } from '@jest/globals';

import { networkCodeOf, networkError } from '../../../../nodes/shared/http/exchange';
import { nodeWith } from '../../../support/unit/node';

const errorOf = (code: string) => {
	const error = networkError(code, 45);
	const { message, description, facts, applied, retry, stopsAll } = error;
	const { failure } = error.toNodeError(nodeWith());
	return { message, description, ...facts, applied, retry, stopsAll, cause: failure?.cause };
};

const notSent = { applied: 'no', retry: 'never', stopsAll: true, cause: 'configuration-invalid' };
const lost = {
	...{ applied: 'unknown', retry: 'idempotent', stopsAll: false },
	cause: 'temporarily-unavailable',
};

/** What is said after network codes (CODE stands for each), and what it means for the request. */
const KINDS: Array<[codes: string, message: string, description: string, rest: object]> = [
	[
		'ECONNREFUSED ENOTFOUND EAI_AGAIN EADDRNOTAVAIL',
		'The service cannot be reached',
		'No connection could be made \\(CODE\\)',
		{ ...notSent, retry: 'always', cause: 'temporarily-unavailable' },
	],
	[
		// An open connection can end so.
		'ECONNRESET EPIPE UNKNOWN ERR_BAD_RESPONSE EHOSTUNREACH ENETUNREACH',
		'The connection to the service broke before its answer was complete',
		'CODE',
		lost,
	],
	[
		'ETIMEDOUT ECONNABORTED',
		'The service did not answer within 45 seconds',
		'Raise the timeout',
		lost,
	],
	[
		'EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_HTTP_REQUEST',
		'The port of the base URL does not speak https',
		'\\(CODE\\)\\. Write http:// in the base URL',
		{ retry: 'never', stopsAll: true, cause: 'configuration-invalid' },
	],
	[
		'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE ' +
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID',
		'The certificate of the service is not trusted',
		'turn on Ignore SSL Issues',
		notSent,
	],
	[
		'SSRF_BLOCKED',
		'n8n does not allow requests to the base URL',
		'N8N_SSRF_ALLOWED_HOSTNAMES .*N8N_SSRF_ALLOWED_IP_RANGES',
		notSent,
	],
];

const rows = KINDS.flatMap(([codes, ...kind]) =>
	codes.split(' ').map((code) => [code, ...kind] as const),
);

it.each(rows)('networkError after %s says: %s', (code, message, description, rest) => {
	const error = errorOf(code);
	expect(error).toMatchObject({ message, httpCode: code, ...rest });
	expect(error.description).toMatch(new RegExp(description.replace('CODE', code)));
});

it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	'networkCodeOf finds %s wherever it is wrapped',
	(name) => {
		const blocked = Object.assign(new Error('blocked'), { name, code: 'ECONNRESET' });
		const cause = new Error('again', { cause: blocked });
		expect(networkCodeOf(new Error('wrapped', { cause }))).toBe('SSRF_BLOCKED');
	},
);
