import { describe, expect, it } from '@jest/globals';

import { call } from '../support/service/client';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const unauthorized = {
	code: '07001113',
	title: 'Unauthorized',
	detail: 'The access token is missing, invalid, revoked or expired.',
};
const missing = (...names: string[]) => ({
	error: {
		code: '07001111',
		title: 'Bad Request',
		detail: `[${names.join(', ')}] Required parameter missing`,
	},
});
const requestFailed = {
	error: { code: '07001111', title: 'Bad Request', detail: '[API] Request failed' },
};
const somethingWrong = {
	error: { code: '07001110', title: 'Bad Request', detail: 'Something went wrong' },
};

it.each([
	['missing', null, {}],
	['unknown', 'nobody', {}],
	['in another scheme', null, { authorization: 'Basic YTpi' }],
	['with a wrong prefix', null, { authorization: 'Zoho-oauthtoken x' }],
])('a token is refused when %s', async (_name, token, headers) => {
	const answer = await call(service, 'GET', '/log-sources', undefined, { token, headers });
	expect(answer.status).toBe(401);
	expect(answer.body).toEqual(unauthorized);
});

it('a token is refused once revoked', async () => {
	const token = service.tokenWith(['domains.READ']);
	const path = '/log-sources/domains';
	expect((await call(service, 'GET', path, undefined, { token })).status).toBe(200);
	service.revoke(token);
	expect((await call(service, 'GET', path, undefined, { token })).status).toBe(401);
});

const window = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' };
const items = (item: object, count = 1) => ({ log_sources: Array(count).fill(item) });
const agents = (agent: object) => ({ agents: [agent] });
const machine = { log_source: 'PC', domain_name: 'corp.example.com' };

async function isRefused(
	method: string,
	path: string,
	body: object | undefined,
	expected: object,
): Promise<void> {
	const answer = await call(service, method, path, body);
	expect(answer.body).toEqual(expected);
	expect(answer.status).toBe(400);
	expect(service.requests.at(-1)).toMatchObject({ carriedOut: false, status: 400 });
}

describe('a request', () => {
	const windows = '/log-sources/windows';
	const search = (more: object) => ({ ...window, query: '*', ...more });

	it.each<[string, string, object | undefined, object]>([
		['POST', windows, undefined, missing('log_sources')],
		['PUT', '/log-sources', {}, missing('log_sources')],
		['POST', windows, items({}), missing('log_source', 'domain_name')],
		['POST', windows, items(machine, 0), requestFailed],
		['POST', windows, items({ ...machine, x: 1 }), requestFailed],
		['DELETE', windows, items({}), missing('log_source_id', 'log_source', 'domain_name')],
		['DELETE', windows, items({ log_source_id: 1, log_source: 'a' }), requestFailed],
		['GET', '/log-sources?limit=1001', undefined, requestFailed],
		['GET', '/log-sources?page=1&page=2', undefined, requestFailed],
		['GET', '/log-sources?log_collection_status=ENABLED', undefined, requestFailed],
		['PUT', '/log-sources/agents', agents({ agent_id: 301, log_level: '2' }), requestFailed],
		['POST', '/log-sources/agents', undefined, missing('agents')],
		['DELETE', '/log-type', undefined, missing('log_type_id')],
		['POST', '/alerts', {}, missing('query', 'start_time', 'end_time')],
		['POST', '/alerts', search({ cursor: 'a' }), somethingWrong],
		['POST', '/alerts', search({ severity: 'Critical' }), somethingWrong],
		['GET', '/alerts/bulk?request_id=bulk-1', undefined, missing('page_no')],
	])('%s %s with %j is refused', async (method, path, body, expected) => {
		await isRefused(method, path, body, expected);
	});

	it('with 101 items is refused', async () => {
		await isRefused('POST', windows, items(machine, 101), requestFailed);
		const profile_ids = Array(101).fill(1);
		await isRefused('POST', '/alerts/bulk', search({ profile_ids }), somethingWrong);
	});

	it.each([
		['JSON under another content type', { text: '{}', headers: { 'content-type': 'text/plain' } }],
		['text that is no JSON', { text: '{"log_sources":' }],
		['a list', { text: '[]' }],
	])('with %s is refused', async (_name, options) => {
		const answer = await call(service, 'POST', '/log-sources/windows', undefined, options);
		expect(answer.body).toEqual(requestFailed);
	});

	it('takes a content type with a charset', async () => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		const answer = await call(service, 'POST', '/log-sources/windows', items(machine), { headers });
		expect(answer.status).toBe(200);
	});
});

it('answers 599 where its own answer does not fit the document', async () => {
	const [domain] = service.world.domains;
	Object.assign(domain ?? {}, { domain_id: 'one' });
	const answer = await call(service, 'GET', '/log-sources/domains');
	expect(answer.status).toBe(599);
	expect(service.requests.at(-1)?.why).toContain('must be integer');
});
