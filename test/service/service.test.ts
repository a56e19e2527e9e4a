import { describe, expect, it } from '@jest/globals';

import type { Incoming } from '../support/service/outgoing';
import { parseQuery } from '../support/service/queryGrammar';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented });

/** Asks the service in this process; a body that is no text is sent as JSON. */
const ask = (
	method: string,
	path: string,
	body: object | string = '',
	headers: Incoming['headers'] = {},
) => {
	const sent = typeof body === 'string' ? body : JSON.stringify(body);
	const { status, text } = service.answer(method, `/api/v2${path}`, sent, headers);
	return { status, text, body: JSON.parse(text) as Record<string, Record<string, unknown>> };
};

const WINDOWS = '/log-sources/windows';
const AGENTS = '/log-sources/agents';
const corp = 'corp.example.com';
const machine = { log_source: 'PC', domain_name: corp };
const items = (item: object, count = 1) => ({ log_sources: Array(count).fill(item) });

it.each([undefined, '', 'Bearer nobody', 'Basic YTpi', 'Zoho-oauthtoken x'])(
	'the token is refused as %s',
	(authorization) => {
		const { status, body } = ask('GET', '/log-sources', '', { authorization });
		const detail = 'The access token is missing, invalid, revoked or expired.';
		expect([status, body]).toEqual([401, { code: '07001113', title: 'Unauthorized', detail }]);
	},
);

describe('a request that breaks the contract', () => {
	const refusal = (code: string, detail: string) => ({ code, title: 'Bad Request', detail });
	const missing = (...names: string[]) =>
		refusal('07001111', `[${names.join(', ')}] Required parameter missing`);
	const requestFailed = refusal('07001111', '[API] Request failed');
	const somethingWrong = refusal('07001110', 'Something went wrong');
	const window = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' };
	const search = (more: object) => ({ ...window, query: '*', ...more });
	const agent = { agent_id: 301, log_level: '2' };

	it.each<[string, string, object | string, object]>([
		['POST', WINDOWS, '', missing('log_sources')],
		['POST', WINDOWS, items({}), missing('log_source', 'domain_name')],
		['POST', WINDOWS, items(machine, 0), requestFailed],
		['POST', WINDOWS, items({ ...machine, x: 1 }), requestFailed],
		['POST', WINDOWS, '{"log_sources":', requestFailed],
		['POST', WINDOWS, [], requestFailed],
		['PUT', '/log-sources', items({ log_source_id: 1001 }), requestFailed],
		['DELETE', WINDOWS, items({}), requestFailed],
		['DELETE', WINDOWS, items({ log_source_id: 1, log_source: 'a' }), requestFailed],
		['GET', '/log-sources?limit=1001', '', requestFailed],
		['GET', '/log-sources?page=1&page=2', '', requestFailed],
		['GET', '/log-sources?name=PC', '', requestFailed],
		['GET', '/log-sources?log_collection_status=ENABLED', '', requestFailed],
		['PUT', AGENTS, { agents: [agent] }, requestFailed],
		['DELETE', '/log-type', '', missing('log_type_id')],
		['GET', '/log-type', {}, somethingWrong],
		['POST', '/alerts', {}, missing('query', 'start_time', 'end_time')],
		['POST', '/alerts', search({ cursor: 'a' }), somethingWrong],
		['POST', '/alerts', search({ severity: 'Critical' }), somethingWrong],
	])('is refused: %s %s with %j', (method, path, sent, error) => {
		const { status, body } = ask(method, path, sent);
		expect([status, body]).toEqual([400, { error }]);
	});

	it('is refused if it has more than a hundred', () => {
		const profile_ids = Array(101).fill(1);
		expect(ask('POST', WINDOWS, items(machine, 101)).status).toBe(400);
		expect(ask('POST', '/alerts/bulk', search({ profile_ids })).status).toBe(400);
	});

	it('is refused if its content type is not JSON', () => {
		const statusAs = (type: string) =>
			ask('POST', WINDOWS, items(machine), { 'content-type': type }).status;
		expect(statusAs('text/plain')).toBe(400);
		expect(statusAs('application/json; charset=utf-8')).toBe(200);
	});
});

it('a query is read by the grammar of the specification, and anything else refused', () => {
	const query = '(A = "x AND C = 1" AND (B = "a \\"b\\" \\\\ c")) ';
	expect(parseQuery(query)).toEqual([
		{ field: 'A', value: 'x AND C = 1' },
		{ field: 'B', value: 'a "b" \\ c' },
	]);
	const others = ['', 'A', 'A =', 'A = 1 B = 2', 'A = 1 OR B = 2', '(A = 1', 'A = "open'];
	for (const other of [...others, 'A = two words', 'A != 1', 'A = "\\n"', '"A" = 1', '()']) {
		expect(parseQuery(other)).toBeUndefined();
	}
});
