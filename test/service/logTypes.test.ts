import { describe, expect, it } from '@jest/globals';

import { call, inside, rowsOf } from '../support/service/client';
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

describe('log types', () => {
	it('are created, listed and deleted', async () => {
		const created = await call(service, 'POST', '/log-type', {
			log_type_display_name: 'Door_Log',
			type: 'syslog',
		});
		const id = inside(created, 'data.log_type_id');
		const listed = async () =>
			rowsOf(await call(service, 'GET', '/log-type'), 'data.types').find(
				(type) => type['log_type_id'] === id,
			);
		expect(await listed()).toEqual({
			log_type_id: id,
			log_type_display_name: 'Door_Log',
			log_type_name: 'door_log',
			origin: 'custom',
			type: 'syslog',
		});
		const deleted = await call(service, 'DELETE', `/log-type?log_type_id=${String(id)}`);
		expect(deleted.body).toEqual({ data: { title: 'success' } });
		expect(await listed()).toBeUndefined();
	});

	it('are refused when they exist, or do not', async () => {
		const again = { log_type_display_name: 'Billing', type: 'syslog' };
		expect((await call(service, 'POST', '/log-type', again)).status).toBe(400);
		const answer = await call(service, 'DELETE', '/log-type?log_type_id=77');
		expect(inside(answer, 'error.code')).toBe('07001110');
	});

	it('that are predefined lose their custom rules only', async () => {
		service.world.rules.delete(704);
		expect((await call(service, 'DELETE', '/log-type?log_type_id=502')).status).toBe(200);
		expect(await rules(502)).toEqual([]);
		expect(service.world.logTypes.has(502)).toBe(true);
		expect(service.world.rules.has(701)).toBe(true);
	});

	it('with a rule that is referenced keep everything', async () => {
		expect((await call(service, 'DELETE', '/log-type?log_type_id=502')).status).toBe(400);
		expect((await rules(502)).map((row) => row['rule_id'])).toEqual([702, 704]);
	});
});

describe('parser rules', () => {
	it('are created, updated, listed and deleted', async () => {
		const created = await call(service, 'POST', '/log-type/parser', rule);
		const id = Number(inside(created, 'data.rule_id'));
		const { log_type_id: _owner, ...change } = { ...rule, rule_name: 'Payment declined' };
		const updated = await call(service, 'PUT', '/log-type/parser', { ...change, rule_id: id });
		expect(updated.body).toEqual({ data: { rule_id: id } });
		expect(await rules(503)).toContainEqual({
			rule_id: id,
			method: 'regex',
			rule_name: 'Payment declined',
			origin: 'custom',
			regex: rule.regex,
			apply_when: rule.apply_when,
		});
		expect(service.world.rules.get(id)).toMatchObject({ ...rule, rule_name: 'Payment declined' });
		const deleted = await call(service, 'DELETE', `/log-type/parser?rule_id=${id}`);
		expect(deleted.body).toEqual({ data: { title: 'success' } });
		expect(service.world.rules.has(id)).toBe(false);
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
	])('%s are refused (%s)', async (_name, method, query, body) => {
		const before = JSON.stringify([...service.world.rules]);
		expect((await call(service, method, `/log-type/parser${query}`, body)).status).toBe(400);
		expect(JSON.stringify([...service.world.rules])).toBe(before);
	});
});
