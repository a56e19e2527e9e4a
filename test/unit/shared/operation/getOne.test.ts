import { describe, expect, it } from '@jest/globals';

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

it.each([
	[[{ thing_id: '7' }, { thing_id: '8' }], { thing_id: '7' }],
	[[{ thing_id: '8' }], 'Not found: the service lists no thing with the ID 7'],
	[[{ thing_id: '7' }, { thing_id: '7', name: 'B' }], 'Ambiguous: 2 things are with the ID 7: '],
])('a Get returns the one row that is meant, of %j', async (data, expected) => {
	const { service } = scriptedService(() => ({ data }));
	const params = { thing: { id: 7 } };
	const request = get.request(params, { now: 0, zone: 'UTC' });
	const reading = get.pages(params)(service, request, Infinity).next();
	if (typeof expected === 'string') await expect(reading).rejects.toThrow(expected);
	else expect((await reading).value).toEqual([expected]);
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
