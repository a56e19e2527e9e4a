import { describe, expect, it } from '@jest/globals';

import { asApiErrorOrThrow, RULES, type ErrorKind } from '../../../../nodes/shared/http/apiError';
import { networkError } from '../../../../nodes/shared/http/networkError';
import { rowsOfTable } from '../../../support/table';
import { errorOf, kindsNamedIn } from '../../../support/unit/errorOf';
import { nodeWith } from '../../../support/unit/node';

const node = nodeWith();

const throttled = errorOf('throttled', { retryAfterMs: 7000, httpCode: '429' });

describe('ApiError', () => {
	it('keeps its words and its item in n8n', () => {
		const error = throttled.toNodeError(node, 3);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			description: expect.stringMatching(/^Nothing was carried out\. .* another 7 seconds\. Set/),
			httpCode: '429',
			context: { itemIndex: 3 },
			failure: { cause: 'rate-limited', retryAfterMs: 7000 },
		});
		expect(error.message).toBe('The service receives too many requests');
		expect(errorOf('refused').toNodeError(node).failure).toBeUndefined();
	});

	it('is returned by asApiErrorOrThrow, which rethrows anything else', () => {
		expect(asApiErrorOrThrow(throttled)).toBe(throttled);
		expect(() => asApiErrorOrThrow(new TypeError('another'))).toThrow(new TypeError('another'));
	});
});

/** The consequences of each kind: only a refusal, or a request that did not leave, has done nothing. */
const CONSEQUENCES: Readonly<Record<ErrorKind, string>> = {
	throttled: 'failed always stop rate-limited holds',
	unavailable: 'failed always stop temporarily-unavailable holds',
	unauthorized: 'failed never stop credential-invalid scope',
	missingScope: 'failed never stop credential-invalid scope',
	refused: 'failed never readLess',
	gateway: 'unknown idempotent readAgain temporarily-unavailable holds-if-named',
	redirected: 'unknown never stop configuration-invalid all',
	webPage: 'unknown never readAgain temporarily-unavailable',
	unreadable: 'unknown idempotent readAgain temporarily-unavailable',
	tooLarge: 'unknown never readLess temporarily-unavailable',
	unexpected: 'unknown never readAgain temporarily-unavailable',
	unreachable: 'failed always stop temporarily-unavailable all',
	ssrfBlocked: 'failed never stop configuration-invalid all',
	lost: 'unknown idempotent readAgain temporarily-unavailable',
	timedOut: 'unknown idempotent readAgain temporarily-unavailable',
	notHttps: 'failed never stop configuration-invalid all',
	untrustedCertificate: 'failed never stop configuration-invalid all',
	wrongCredential: 'failed never stop configuration-invalid all',
	incomplete: 'failed never readAgain temporarily-unavailable',
};

it.each(Object.entries(CONSEQUENCES))('the consequences of %s are: %s', (kind, expected) => {
	const { mayBeApplied, rule } = errorOf(kind as ErrorKind);
	const { retry, reaction, failureCause, alsoFails, holds } = rule;
	const holdText = holds === 'ifNamed' ? 'holds-if-named' : holds && 'holds';
	const words = [
		...[mayBeApplied ? 'unknown' : 'failed', retry, reaction, failureCause],
		...[alsoFails, holdText],
	];
	expect(words.filter(Boolean).join(' ')).toBe(expected);
});

it.each(
	Object.entries(RULES).filter(([, { holds, retry }]) => holds === true || retry === 'always'),
)(
	'a request that fails as %s waits for the service, or ends all, and is sent again',
	(_kind, rule) => {
		const { holds, alsoFails = holds, failureCause } = rule;
		expect(rule).toMatchObject({ mayBeApplied: false, retry: 'always', reaction: 'stop' });
		expect([true, 'all']).toContain(alsoFails);
		expect(['rate-limited', 'temporarily-unavailable']).toContain(failureCause);
	},
);

const PORT_SPEAKS_HTTP = 'The port of the base URL does not speak https';

const HANDSHAKE = 'No connection could be made';

/** Network errors: codes, further words of the error, the kind, the message, and a pattern of the description. */
const CAUSES = rowsOfTable(`
ECONNREFUSED ENOTFOUND EAI_AGAIN EADDRNOTAVAIL || unreachable | The service cannot be reached | ^No connection could be made
EHOSTUNREACH ENETUNREACH ETIMEDOUT EACCES | connect EXXX 192.0.2.1:8400 | unreachable | The service cannot be reached | ^No connection could be made
EINVAL | getaddrinfo EINVAL a.test | unreachable | The service cannot be reached | ^No connection could be made
ECONNRESET EPIPE UNKNOWN ERR_BAD_RESPONSE EHOSTUNREACH ENETUNREACH | read EXXX | lost | The connection to the service broke before its response was complete | Check the network, .* whether the port speaks https or http
ETIMEDOUT ECONNABORTED | timeout of 45000ms exceeded | timedOut | The service did not answer within 45 seconds | ^Raise the timeout
ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_HTTP_REQUEST || notHttps | ${PORT_SPEAKS_HTTP} | or write http:// in the base URL
EPROTO | wrong version number | notHttps | ${PORT_SPEAKS_HTTP} | or write http:
EPROTO | tlsv1 alert protocol version | unreachable | The service cannot be reached | ${HANDSHAKE}
EPROTO | sslv3 alert handshake failure | unreachable | The service cannot be reached | ${HANDSHAKE}
ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED ERR_SSL_UNSUPPORTED_PROTOCOL || unreachable | The service cannot be reached | ${HANDSHAKE}
HPE_INVALID_CONSTANT | Parse Error: Expected HTTP/ | lost | The connection to the service broke before its response was complete | HPE_INVALID_CONSTANT.* whether the port speaks https
ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC | ssl alert bad record mac | lost | The connection to the service broke before its response was complete | The connection was lost
CERT_HAS_EXPIRED CERT_NOT_YET_VALID ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY || untrustedCertificate | The certificate of the service is not trusted | ^Check that it is current and names the host .* with NODE_EXTRA_CA_CERTS and restart n8n, or turn on Ignore SSL Issues
SSRF_BLOCKED || ssrfBlocked | n8n does not allow requests to the base URL | N8N_SSRF_ALLOWED_HOSTNAMES .*N8N_SSRF_ALLOWED_IP_RANGES
`).flatMap(([codes = '', ...row]) => codes.split(' ').map((code) => [code, ...row]));

const networkErrorOf = (error: unknown, timeoutMs = 1) =>
	networkError(error, new AbortController().signal, timeoutMs);

const EPROTO = (words: string) =>
	`write EPROTO 80:error:0A00010B:SSL routines:${words}:ssl3.c:1601:`;

it.each(CAUSES)(
	'networkError of %s %s is %s and says: %s',
	(code, words, kind, message, advice) => {
		const text = code === 'EPROTO' ? EPROTO(words) : words.replace('EXXX', code);
		const cause = Object.assign(new Error(text), { code });
		const error = networkErrorOf(new Error('wrapped', { cause }), 45_000);
		expect(error).toMatchObject({ kind, message, facts: { httpCode: code } });
		expect(error.description).toMatch(new RegExp(advice));
		if (message !== PORT_SPEAKS_HTTP) expect(error.description).not.toContain('http://');
	},
);

it('CAUSES has an error of each kind', () => {
	const kinds = new Set(CAUSES.map(([, , kind]) => kind));
	expect(kindsNamedIn('networkError.ts').filter((kind) => !kinds.has(kind))).toEqual([]);
});

it('networkError finds the code that an n8n before 2.41 keeps in httpCode alone', () => {
	const error = Object.assign(new Error(EPROTO('wrong version number')), { httpCode: 'EPROTO' });
	expect(networkErrorOf(error).message).toBe(PORT_SPEAKS_HTTP);
});

it('networkError finds that no address of a host accepted a connection in time', () => {
	const failed = Object.assign(new Error('connect ETIMEDOUT 192.0.2.1:80'), { code: 'ETIMEDOUT' });
	const cause = Object.assign(new AggregateError([failed, failed]), { code: 'ETIMEDOUT' });
	expect(networkErrorOf(new Error('', { cause })).kind).toBe('unreachable');
});

it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	'networkError finds %s wherever it is wrapped',
	(name) => {
		const blocked = Object.assign(new Error('blocked'), { name, code: 'ECONNRESET' });
		const cause = Object.assign(new Error('again', { cause: blocked }), { httpCode: 'ECONNRESET' });
		expect(networkErrorOf(new Error('wrapped', { cause })).kind).toBe('ssrfBlocked');
	},
);
