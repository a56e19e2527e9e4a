import { expect, test } from '@jest/globals';

import { LogManagementApi } from '../../../credentials/LogManagementApi.credentials';
import { credentialType, testCredential } from '../../support/harness/harness';
import { allScopes } from '../../support/service/contract';
import type { Fault } from '../../support/service/faults';
import { startService } from '../../support/service/service';
import { useService } from '../../support/service/useService';

const service = useService();
/** The READ scopes, in the order in which the test of the credential tries them. */
const SCOPES = ['logsources.READ', 'alerts.READ', 'agents.READ', 'domains.READ', 'logformats.READ'];

const testWith = async (data: object) =>
	await testCredential({ baseUrl: service.url, accessToken: service.token, ...data });

const failing = (message: string) => ({
	status: 'Error',
	message: expect.stringContaining(message),
});

test('the credential opens with an address, a token, two switches and no more', async () => {
	const { properties } = await credentialType('logManagementApi');
	const shown = properties.filter(({ displayOptions }) => displayOptions === undefined);
	expect(shown.map(({ displayName }) => displayName)).toEqual([
		'Base URL',
		'Access Token',
		'Ignore SSL Issues (Insecure)',
		'Show Options',
	]);
	expect(properties.length).toBe(7);
	expect(properties).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'timeout', default: 60, typeOptions: { minValue: 1 } }),
			// With 0, the credential sets no limit.
			expect.objectContaining({ name: 'requestsPerMinute', typeOptions: { minValue: 0 } }),
		]),
	);
});

test('the word Bearer leaves once, also if it was pasted with the token', async () => {
	const credential = new LogManagementApi();
	const { headers } = await credential.authenticate({ accessToken: 'Bearer abc' }, { url: '' });
	expect(headers).toEqual({ Authorization: 'Bearer abc' });
});

test('the test of the credential tries every READ scope of the interface', () => {
	const scopes = allScopes.filter((scope) => scope.endsWith('.READ'));
	expect(SCOPES.toSorted()).toEqual(scopes.toSorted());
});

test('the test of the credential reads one list for each scope, as little as it can', async () => {
	expect(await testWith({})).toEqual({
		status: 'OK',
		message: `The access token has ${SCOPES.join(', ')}.`,
	});
	expect(service.requests.map(({ path, query }) => [path.slice('/api/v2'.length), query])).toEqual([
		['/log-sources', { limit: '1' }],
		['/alerts/profile', {}],
		['/log-sources/agents', { limit: '1' }],
		['/log-sources/domains', {}],
		['/log-type', {}],
	]);
});

test.each(SCOPES)(
	'the test of the credential names %s as the only scope that was granted',
	async (scope) => {
		const result = await testWith({ accessToken: service.tokenWith([scope]) });
		const others = SCOPES.filter((other) => other !== scope).join(', ');
		const message = `The access token has ${scope}. The service refuses ${others}.`;
		expect(result).toEqual({ status: 'OK', message });
	},
);

test('the test of the credential passes if it reads one list, and gives other errors as they are', async () => {
	service.faults.push(
		{ kind: 'refusal', code: '07001110', status: 400, match: { nth: 2 } },
		{ kind: 'refusal', code: '07001113', status: 403, match: { nth: 3 } },
		{ kind: 'status', status: 429, match: { nth: 4 } },
	);
	expect(await testWith({})).toEqual({
		status: 'OK',
		message:
			'The access token has logsources.READ. The service refuses agents.READ. The service refused GET /alerts/profile: Refused. The service receives too many requests.',
	});
	expect(service.requests).toHaveLength(4);
});

const refusal: Fault = { kind: 'refusal', code: '07001113', status: 403 };
const raw = (body: unknown): Fault => ({ kind: 'raw', text: JSON.stringify(body) });

const NO_SCOPE = `The access token is wrong or has expired, or it has none of the scopes ${SCOPES.join(', ')}`;
const UNREACHABLE = 'The service cannot be reached. No connection could be made (ECONNREFUSED). ';
const NO_ROWS = 'The response to GET /log-sources is unexpected: it holds no list of records';

test.each<[data: object, fault: Fault | undefined, message: string, requests: number]>([
	[{ accessToken: 'wrong-token' }, undefined, NO_SCOPE, 5],
	[{}, refusal, `${NO_SCOPE} ("Refused (Unauthorized, 07001113)"). Create`, 5],
	[{ baseUrl: 'http://127.0.0.1:1' }, undefined, UNREACHABLE, 0],
	[{ baseUrl: 'ftp://127.0.0.1' }, undefined, 'The base URL must be an http or https address', 0],
	[{}, { kind: 'html' }, 'with a web page instead of data (HTTP 200): Sign in. ', 5],
	[{}, { kind: 'redirect', to: 'same' }, 'redirect', 1],
	[{}, raw({ x: 1 }), 'is unexpected: it holds no data', 5],
	[{}, raw({ data: { x: 1 } }), NO_ROWS, 5],
	[{}, { kind: 'echo' }, 'Authorization: Bearer [hidden]', 5],
	[{}, { kind: 'status', status: 404 }, 'check the base URL', 5],
])(
	'the test of the credential says what is wrong in the words of the nodes: %j, %j',
	async (data, fault, message, requests) => {
		if (fault !== undefined) service.faults.push(fault);
		expect(await testWith(data)).toEqual(failing(message));
		expect(service.requests.length).toBe(requests);
	},
);

test('the test of the credential trusts no certificate unless SSL issues are ignored', async () => {
	const secure = await startService({ https: true });
	try {
		const account = { baseUrl: secure.url, accessToken: secure.token };
		expect(await testWith(account)).toEqual(failing('certificate'));
		expect(secure.requests).toEqual([]);
		const ignoring = await testWith({ ...account, ignoreSslIssues: true });
		expect(ignoring).toMatchObject({ status: 'OK' });
	} finally {
		await secure.stop();
	}
});

const upgrade = { connection: 'Upgrade', upgrade: 'x' };

test.each<[string, Fault]>([
	['the response goes on', { kind: 'drip', pieces: 8, everyMs: 500 }],
	['the service switches protocols', { kind: 'raw', status: 101, text: '', headers: upgrade }],
])('the test of the credential ends after its timeout, although %s', async (_name, fault) => {
	service.faults.push(fault);
	expect(await testWith({ timeout: 1 })).toEqual(failing('did not answer within 1 seconds'));
});
