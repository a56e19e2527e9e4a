import { expect, it } from '@jest/globals';

import { count } from '../../../nodes/Alert/operations/count';
import { getMany } from '../../../nodes/Alert/operations/getMany';
import { asText } from '../../../nodes/shared/json';
import { BETWEEN } from '../../cases/case';
import { scriptedService } from '../../support/unit/scriptedService';

/** The accounts of alerts that are alike in all that they show. */
const ACCOUNTS = ['adm', 'adm', 'admin', 'admin', 'admin'];

it.each([
	['whole values', (account: string, value: string) => account === value, 3],
	['parts of values', (account: string, value: string) => account.includes(value), 5],
])(
	'alerts that look alike are as many to Get Many as to Count, where the service compares %s',
	async (_how, passes, expected) => {
		for (const value of [
			['adm', 'admin'],
			['admin', 'adm'],
		]) {
			const { service, notes } = scriptedService(({ body = {} }) => {
				const [, wanted = ''] = /"(.*)"/.exec(asText(body.query)) ?? [];
				const found = ACCOUNTS.filter((account) => passes(account, wanted));
				return { data: found.map(() => ({ Message: 'x' })), meta: { total_items: found.length } };
			});
			const conditions = { condition: [{ field: 'ACCOUNT', value }] };
			const shared = { ...BETWEEN, timeRange: 'between', filters: { conditions } } as const;
			const moment = { now: 0, zone: 'UTC' };
			const read = async (limit: number) => {
				const params = { ...shared, options: {} };
				const all: unknown[] = [];
				const request = getMany.request(params, moment);
				for await (const rows of getMany.pages(params)(service, request, limit)) all.push(...rows);
				return all.length;
			};
			expect([await read(Infinity), await read(50)]).toEqual([expected, expected]);
			const params = { ...shared, groupBy: 'none' } as const;
			const counted = count.pages(params)(service, count.request(params, moment), 1);
			expect((await counted.next()).value).toEqual([{ count: expected }]);
			expect(notes).toContainEqual(expect.stringContaining('taken once'));
		}
	},
);
