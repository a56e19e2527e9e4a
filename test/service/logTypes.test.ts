import { expect, it } from '@jest/globals';

import { call, rowsOf } from '../support/service/client';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const rule = {
	log_type_id: 503,
	rule_name: 'Payment refused',
	method: 'regex',
	regex: 'amount=(?<amount>\\d+)',
	delimiter: '',
	fields: [{ display_name: 'Amount', value: 'amount', group_number: 1, is_open_attribute: true }],
	apply_when: "(ID multi '4,5') AND (SEVERITY equals_cs 'error')",
	sample_log: 'amount=5',
};
const rules = async (id: number) =>
	rowsOf(await call(service, 'GET', `/log-type/parser?log_type_id=${id}`), 'data.rules');

it('log types that are predefined lose their custom rules only', async () => {
	service.world.rules.delete(704);
	expect((await call(service, 'DELETE', '/log-type?log_type_id=502')).status).toBe(200);
	expect(await rules(502)).toEqual([]);
	expect(service.world.logTypes.has(502)).toBe(true);
	expect(service.world.rules.has(701)).toBe(true);
});

it('log types with a rule that is referenced keep everything', async () => {
	expect((await call(service, 'DELETE', '/log-type?log_type_id=502')).status).toBe(400);
	expect((await rules(502)).map((row) => row['rule_id'])).toEqual([702, 704]);
});

it.each([
	['of an unknown type', 'POST', '', { ...rule, log_type_id: 77 }],
	['without a name', 'POST', '', { log_type_id: 503, method: 'regex' }],
	['that moves to another type', 'PUT', '', { ...rule, rule_id: 703 }],
	['that is predefined', 'PUT', '', { rule_id: 701, rule_name: 'a', method: 'regex' }],
	['that is unknown', 'DELETE', '?rule_id=77', undefined],
	['that is predefined', 'DELETE', '?rule_id=701', undefined],
	['that is referenced', 'DELETE', '?rule_id=704', undefined],
	['of an unknown type', 'GET', '?log_type_id=77', undefined],
])('parser rules %s are refused (%s)', async (_name, method, query, body) => {
	const before = JSON.stringify([...service.world.rules]);
	expect((await call(service, method, `/log-type/parser${query}`, body)).status).toBe(400);
	expect(JSON.stringify([...service.world.rules])).toBe(before);
});
