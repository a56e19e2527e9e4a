import { inspect } from 'node:util';

import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { BETWEEN, named } from '../cases/case';
import { accountOf } from '../support/account';
import { useCaseService } from '../support/cases/useCaseService';
import { runNode } from '../support/harness/harness';

const TOKEN = 'canary.token+of/this=test';

const service = useCaseService({}, TOKEN);

/** Texts of an item and of the service that no message may show whole. */
const LONG = `${TOKEN}${'y'.repeat(10_000)}`;
const HOSTILE = `x\u202e\u0007${LONG}`;

const row = (more: object) => ({ log_source_id: 1, log_source: 'A', domain_name: 'D', ...more });
const list = (...rows: object[]) => ({
	data: { log_sources: rows },
	meta: { total: rows.length, limit: 1000 },
});
const alert = { Time: '2026-01-01 10:00:00' };

/** The greatest length of a value, and of a reason, in a message. */
const [VALUE, REASON] = [100, 2000];

type Case = [most: number, bodies: unknown[], node: string, parameters: INodeParameters];

const CASES: Readonly<Record<string, Case>> = {
	'the name of a column': [
		VALUE,
		[
			{ data: { request_id: 'r' } },
			{ data: [alert], meta: { total_items: 2, next_page: 2 } },
			{ data: [{ ...alert, [HOSTILE]: '1' }], meta: { total_items: 2 } },
		],
		'alert',
		{ operation: 'exportAlerts', format: 'csv', ...BETWEEN },
	],
	'the domain of a namesake': [
		VALUE,
		[list(row({ domain_name: HOSTILE }), row({ log_source_id: 2 }))],
		'logSource',
		{ operation: 'get', log_source_id: named('A') },
	],
	'the name of an item': [
		VALUE,
		[list()],
		'logSource',
		{ operation: 'get', log_source_id: named('={{ $json.name }}') },
	],
	'a refused item': [
		REASON,
		[{ data: { failed_log_sources: [{ log_source: 'A', issue: HOSTILE }] } }],
		'logSource',
		{ operation: 'add', log_source: 'A', domain_name: named('D') },
	],
};

it.each(Object.entries(CASES))('no message shows %s whole', async (_name, given) => {
	const [most, bodies, node, parameters] = given;
	for (const [at, body] of bodies.entries())
		service.faults.push({ kind: 'raw', text: JSON.stringify(body), match: { nth: at + 1 } });
	const credentials = accountOf(service);
	const setting = { node, parameters, items: [{ json: { name: LONG } }] };
	const { outputs, hints, error, logs } = await runNode({ ...setting, credentials });
	const files = outputs.flat().map(({ json }) => json['missing']);
	// n8n adds the parameters of the node to its error.
	const words = [error?.message, error?.description];
	const shown = inspect({ hints, words, logs, files }, { depth: 9, maxStringLength: Infinity });
	expect(shown).toContain('[hidden]');
	expect(shown).not.toMatch(new RegExp(`canary|\u202e|\\\\u202e|\\\\x07|y{${most + 1}}`));
});
