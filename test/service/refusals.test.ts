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

describe('a token', () => {
	it.each([
		['missing', null, {}],
		['unknown', 'nobody', {}],
		['in another scheme', null, { authorization: 'Basic YTpi' }],
		['with a wrong prefix', null, { authorization: 'Zoho-oauthtoken x' }],
	])('is refused when %s', async (_name, token, headers) => {
		const answer = await call(service, 'GET', '/log-sources', undefined, { token, headers });
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual(unauthorized);
	});

	it('is refused once revoked', async () => {
		const token = service.tokenWith(['domains.READ']);
		const path = '/log-sources/domains';
		expect((await call(service, 'GET', path, undefined, { token })).status).toBe(200);
		service.revoke(token);
		expect((await call(service, 'GET', path, undefined, { token })).status).toBe(401);
	});
});

const window = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' };
const items = (item: object, count = 1) => ({ log_sources: Array(count).fill(item) });
const machine = { log_source: 'PC', domain_name: 'corp.example.com' };

describe('a request', () => {
	it.each<[string, string, string, object | undefined, object]>([
		['no body', 'POST', '/log-sources/windows', undefined, missing('log_sources')],
		['an empty body', 'PUT', '/log-sources', {}, missing('log_sources')],
		[
			'items without what they need',
			'POST',
			'/log-sources/windows',
			items({}),
			missing('log_source', 'domain_name'),
		],
		['no item', 'POST', '/log-sources/windows', items(machine, 0), requestFailed],
		['101 items', 'POST', '/log-sources/windows', items(machine, 101), requestFailed],
		[
			'an unknown field',
			'POST',
			'/log-sources/windows',
			items({ ...machine, x: 1 }),
			requestFailed,
		],
		[
			'an empty name',
			'POST',
			'/log-sources/windows',
			items({ ...machine, log_source: '' }),
			requestFailed,
		],
		[
			'an agent_id as text',
			'POST',
			'/log-sources/windows',
			items({ ...machine, agent_id: '1' }),
			requestFailed,
		],
		[
			'an empty deletion',
			'DELETE',
			'/log-sources/windows',
			items({}),
			missing('log_source_id', 'log_source', 'domain_name'),
		],
		[
			'an id and a name',
			'DELETE',
			'/log-sources/windows',
			items({ log_source_id: 1, log_source: 'a' }),
			requestFailed,
		],
		[
			'a domain alone',
			'DELETE',
			'/log-sources/windows',
			items({ domain_name: 'a' }),
			requestFailed,
		],
		['no change', 'PUT', '/log-sources', items({ log_source_id: 1 }), requestFailed],
		[
			'ten minutes',
			'PUT',
			'/log-sources',
			items({ log_source_id: 1, monitoring_interval: 10 }),
			requestFailed,
		],
		[
			'an unknown type',
			'PUT',
			'/log-sources',
			items({ log_source_id: 1, log_type_name: 'Windows' }),
			requestFailed,
		],
		['a limit too large', 'GET', '/log-sources?limit=1001', undefined, requestFailed],
		['a page that is no number', 'GET', '/log-sources?page=one', undefined, requestFailed],
		['a page twice', 'GET', '/log-sources?page=1&page=2', undefined, requestFailed],
		['a boolean that is none', 'GET', '/log-sources?is_ascending=yes', undefined, requestFailed],
		[
			'a status unknown',
			'GET',
			'/log-sources?log_collection_status=ENABLED',
			undefined,
			requestFailed,
		],
		['a parameter unknown', 'GET', '/log-sources/domains?limit=1', undefined, requestFailed],
		[
			'an id as number',
			'PUT',
			'/log-sources/agents',
			{ agents: [{ agent_id: 301, log_level: '2' }] },
			requestFailed,
		],
		[
			'a log level of 4',
			'PUT',
			'/log-sources/agents',
			{ agents: [{ agent_id: '301', log_level: '4' }] },
			requestFailed,
		],
		['no agents at all', 'POST', '/log-sources/agents', undefined, missing('agents')],
		[
			'half the query form',
			'POST',
			'/log-sources/agents?device_name=a',
			undefined,
			missing('domain_name'),
		],
		['no id', 'DELETE', '/log-type', undefined, missing('log_type_id')],
		['an id that is text', 'GET', '/log-type/parser?log_type_id=a', undefined, somethingWrong],
		['neither query nor times', 'POST', '/alerts', {}, missing('query', 'start_time', 'end_time')],
		[
			'query with cursor',
			'POST',
			'/alerts',
			{ ...window, query: '*', cursor: 'a' },
			somethingWrong,
		],
		[
			'a day for an instant',
			'POST',
			'/alerts',
			{ ...window, query: '*', start_time: '2026-01-01' },
			somethingWrong,
		],
		[
			'severity in capitals',
			'POST',
			'/alerts',
			{ ...window, query: '*', severity: 'Critical' },
			somethingWrong,
		],
		[
			'101 profiles',
			'POST',
			'/alerts/bulk',
			{ ...window, query: '*', profile_ids: Array(101).fill(1) },
			somethingWrong,
		],
		['OR in a query', 'POST', '/alerts', { ...window, query: 'A = 1 OR B = 2' }, somethingWrong],
		['no page', 'GET', '/alerts/bulk?request_id=bulk-1', undefined, missing('page_no')],
	])('with %s is refused', async (_name, method, path, body, expected) => {
		const answer = await call(service, method, path, body);
		expect(answer.body).toEqual(expected);
		expect(answer.status).toBe(400);
		expect(service.requests.at(-1)).toMatchObject({ carriedOut: false, status: 400 });
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
