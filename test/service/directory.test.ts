import { expect, it } from '@jest/globals';

import { call, inside, rowsOf } from '../support/service/client';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const path = '/log-sources/computers?limit=1000';
const names = async (query: string) =>
	rowsOf(await call(service, 'GET', path + query), 'data').map((row) => row['name']);

it('lists the computers of a domain, without its name', async () => {
	const answer = await call(service, 'GET', `${path}&domain_name=lab.example.com`);
	expect(inside(answer, 'meta')).toEqual({ total: 14, limit: 1000, from: 1 });
	expect(rowsOf(answer, 'data')[1]).toEqual({
		guid: expect.stringMatching(/^\{[-0-9a-f]{36}\}$/),
		sid: expect.stringMatching(/^S-1-5-21-/),
		name: 'LAB-PC-01',
		dns_name: 'lab-pc-01.lab.example.com',
		os: 'Windows 11 Pro',
	});
	expect(await names('')).toHaveLength(43);
	expect(await names('&os=ubuntu')).toEqual(['CORP-LINUX-01']);
	expect(await names('&domain_name=nowhere')).toEqual([]);
});
