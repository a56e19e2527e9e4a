import { inspect } from 'node:util';

import { beforeEach, expect, it, jest } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { accountOf } from '../support/account';
import { caseWorld } from '../support/cases/world';
import { runNode } from '../support/harness/harness';
import { startAnew } from '../support/hostile/examples';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

jest.setTimeout(60_000);

const TOKEN = 'canary.token+of/this=test';

const service = useService({
	token: TOKEN,
	world: caseWorld,
	switches: { ...documented, bulkFetchesBeforeReady: 0 },
});

beforeEach(() => startAnew(service));

const SEARCH = {
	timeRange: 'between',
	start_time: '2026-01-01T00:00:00Z',
	end_time: '2026-01-02T00:00:00Z',
};
/** A text of the service that no message may show. */
const HOSTILE = `x\u202e${TOKEN}`;
const row = (more: object) => ({ log_source_id: 1, log_source: 'A', domain_name: 'D', ...more });
const list = (...rows: object[]) => ({ data: { log_sources: rows }, meta: { total: rows.length } });
const named = (value: string) => ({ __rl: true, mode: 'name', value });
const refusal = { error: { code: '1', detail: HOSTILE } };
const alert = { Time: '2026-01-01 10:00:00' };

const MESSAGES: Record<string, [bodies: unknown[], node: string, parameters: INodeParameters]> = {
	'a request ID': [
		[{ data: { request_id: HOSTILE } }, refusal],
		'alert',
		{ operation: 'exportAlerts', format: 'items', ...SEARCH, options: { maxWait: 1 } },
	],
	'the name of a column': [
		[
			{ data: { request_id: 'r' } },
			{ data: [alert], meta: { total_items: 2, next_page: 2 } },
			{ data: [{ ...alert, [HOSTILE]: '1' }], meta: { total_items: 2 } },
		],
		'alert',
		{ operation: 'exportAlerts', format: 'csv', ...SEARCH },
	],
	'a last event': [
		[list(row({ last_event_time: HOSTILE }))],
		'logSource',
		{
			operation: 'getAll',
			returnAll: true,
			filters: { silentForHours: 1 },
			options: { output: 'selectedFields', selectedFields: ['log_source'] },
		},
	],
	'the domain of a namesake': [
		[list(row({ domain_name: HOSTILE }), row({ log_source_id: 2 }))],
		'logSource',
		{ operation: 'get', log_source_id: named('A') },
	],
	'the name of an item': [
		[list()],
		'logSource',
		{ operation: 'get', log_source_id: named('={{ $json.name }}') },
	],
	'a refused item': [
		[{ data: { failed_log_sources: [{ log_source: 'A', issue: HOSTILE }] } }],
		'logSource',
		{ operation: 'add', log_source: 'A', domain_name: named('D') },
	],
};

it.each(Object.entries(MESSAGES))('no message shows the token: %s', async (_name, given) => {
	const [bodies, node, parameters] = given;
	for (const [at, body] of bodies.entries())
		service.faults.push({ kind: 'raw', text: JSON.stringify(body), match: { nth: at + 1 } });
	const setting = { node, parameters, items: [{ json: { name: TOKEN } }] };
	const run = await runNode({ ...setting, credentials: accountOf(service) });
	const { outputs, hints, error, logs } = run;
	const files = outputs.flat().map(({ json }) => json['missing']);
	// n8n adds the parameters of the node to its error.
	const words = [error?.message, error?.description];
	const shown = inspect({ hints, words, logs, files }, { depth: 9, maxStringLength: Infinity });
	expect(shown).toContain('[hidden]');
	expect(shown).not.toMatch(/canary|\u202e|\\u202e/);
});
