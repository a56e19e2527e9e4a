import { describe, expect, it } from '@jest/globals';

import type { JsonObject } from '../../../../nodes/shared/json';
import { defineGet } from '../../../../nodes/shared/operation/getOne';
import { validate } from '../../../../nodes/shared/parameters/validate';
import { idOrNameLocator } from '../../../../nodes/pickers/locators';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS } from '../../../support/unit/things';

const thing = idOrNameLocator('searchLogSources', 'e.g. A', {
	displayName: 'Thing',
	name: 'thing',
	required: true,
});

const get = defineGet({
	action: 'Get thing',
	description: 'Read one thing',
	endpoint: 'Get things',
	list: { ...THINGS, rows: (body) => body.data, id: 'thing_id' },
	fields: [thing],
	wanted: (params) => params.thing,
});

async function found(pages: readonly JsonObject[][], named: { id: number } | { name: string }) {
	const { service, asked } = scriptedService((_request, index) => ({
		data: pages[index % (pages.length + 1)] ?? [],
	}));
	const params = { thing: named };
	const rows: unknown[] = [];
	for await (const page of get.pages(params)(
		service,
		get.request(params, { now: 0, zone: 'UTC' }),
		Infinity,
	)) {
		rows.push(...page);
	}
	return { rows, requests: asked.length };
}

const fillers = Array.from({ length: 10 }, (_, index) => ({ thing_id: 50 + index, name: 'Other' }));

describe('a Get', () => {
	it('returns the row of an id and reads no further page', async () => {
		expect(await found([fillers, [{ thing_id: '7', name: 'A' }]], { id: 7 })).toEqual({
			rows: [{ thing_id: '7', name: 'A' }],
			requests: 2,
		});
		expect((await found([[{ thing_id: 7 }, ...fillers], fillers], { id: 7 })).requests).toBe(1);
	});

	it('returns the row of a name in any case, among rows that only contain it', async () => {
		const rows = [
			{ thing_id: 1, name: 'web01-old' },
			{ thing_id: 2, name: 'WEB01' },
		];
		expect((await found([rows], { name: 'web01' })).rows).toEqual([rows[1]]);
	});

	it('prefers the row whose name is spelled exactly so, on whatever page it is', async () => {
		const pages = [
			[{ thing_id: 1, name: 'a' }, { thing_id: 2, name: 'a ' }, ...fillers],
			[{ thing_id: 3, name: 'A' }],
		];
		expect((await found(pages, { name: 'A' })).rows).toEqual([{ thing_id: 3, name: 'A' }]);
	});

	it.each([
		['two spelled alike', 'a', 'a '],
		['two spelled exactly so', 'A', 'A'],
	])('refuses a name that several rows have: %s', async (_what, one, other) => {
		const rows = [
			{ thing_id: 1, name: one },
			{ thing_id: 2, name: other },
		];
		await expect(found([rows], { name: 'A' })).rejects.toMatchObject({
			message: 'The service lists more than one thing with name "A"',
			applied: 'no',
			retry: 'never',
		});
	});

	it('refuses an id that no row has', async () => {
		await expect(found([fillers], { id: 7 })).rejects.toMatchObject({
			message: 'The service lists no thing with thing_id 7',
			applied: 'no',
			retry: 'never',
		});
	});
});

describe('a picker by id or name', () => {
	const origin = { zone: 'UTC', isExpression: () => false };

	it.each([
		[{ __rl: true, mode: 'list', value: 7 }, { id: 7 }],
		[{ __rl: true, mode: 'id', value: '7' }, { id: 7 }],
		[{ __rl: true, mode: 'name', value: '7' }, { name: '7' }],
		[7, { id: 7 }],
		['WEB01', { name: 'WEB01' }],
	])('gives %j as %j', (raw, expected) => {
		expect(validate(thing, raw, origin)).toEqual(expected);
	});

	it('refuses a text as an id, and an empty name', () => {
		expect(() => validate(thing, { __rl: true, mode: 'id', value: 'WEB01' }, origin)).toThrow(
			"isn't a valid ID",
		);
		expect(() => validate(thing, { __rl: true, mode: 'name', value: ' ' }, origin)).toThrow(
			'is empty',
		);
	});
});
