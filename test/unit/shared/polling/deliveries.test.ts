import { expect, jest, test } from '@jest/globals';

import { Deliveries } from '../../../../nodes/shared/polling/deliveries';

const batch = (id: string) => ({ id, tries: 0 });

const log = () => ({ info: jest.fn(), warn: jest.fn() });

test('a batch of an earlier process has failed, and is not finished', () => {
	const deliveries = new Deliveries();
	expect(deliveries.unfinished([batch('earlier')], false, log())).toEqual([batch('earlier')]);
	expect(deliveries.of('earlier')).toBe('failed');
});

test('a batch of an own poll that is no longer known has finished', () => {
	const deliveries = new Deliveries();
	const own = deliveries.newId();
	expect(deliveries.unfinished([], false, log())).toEqual([]);
	expect(deliveries.unfinished([batch(own)], false, log())).toEqual([]);
});

test('a batch of an own poll stays finished where n8n comes back with an older state', () => {
	const deliveries = new Deliveries();
	const own = deliveries.newId();
	deliveries.unfinished([batch(own)], false, log());
	expect(deliveries.unfinished([batch(own)], true, log())).toEqual([]);
});

test('a batch that n8n starts with is of an earlier process', () => {
	const deliveries = new Deliveries();
	deliveries.unfinished([], false, log());
	expect(deliveries.unfinished([batch('stored')], true, log())).toEqual([batch('stored')]);
});
