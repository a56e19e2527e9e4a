import { expect, jest, test } from '@jest/globals';

import { Deliveries } from '../../../../nodes/shared/polling/deliveries';

const batch = (id: string) => ({ id, tries: 0 });

const later = { isOn: true, isStart: false };
const start = { isOn: true, isStart: true };

const log = () => ({ info: jest.fn(), warn: jest.fn() });

test('a batch of an earlier process has failed, and is not finished', () => {
	const deliveries = new Deliveries();
	expect(deliveries.unfinished([batch('earlier')], later, log())).toEqual([batch('earlier')]);
	expect(deliveries.of('earlier')).toBe('failed');
});

test('a batch of an own poll that is no longer known has finished', () => {
	const deliveries = new Deliveries();
	const own = deliveries.newId();
	expect(deliveries.unfinished([], later, log())).toEqual([]);
	expect(deliveries.unfinished([batch(own)], later, log())).toEqual([]);
});

test('a batch of an own poll stays finished where n8n comes back with an older state', () => {
	const deliveries = new Deliveries();
	const own = deliveries.newId();
	deliveries.unfinished([batch(own)], later, log());
	expect(deliveries.unfinished([batch(own)], start, log())).toEqual([]);
});

test('a batch that n8n starts with is of an earlier process', () => {
	const deliveries = new Deliveries();
	deliveries.unfinished([], later, log());
	expect(deliveries.unfinished([batch('stored')], start, log())).toEqual([batch('stored')]);
});
