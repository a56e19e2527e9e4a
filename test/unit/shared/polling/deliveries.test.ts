import { expect, jest, test } from '@jest/globals';

import { bounded, Deliveries, isGivenUp } from '../../../../nodes/shared/polling/deliveries';

const batch = (id: string) => ({ id, tries: 0 });

const later = { isOn: true, isStart: false };
const start = { isOn: true, isStart: true };

const log = () => ({ info: jest.fn(), warn: jest.fn() });

test('a batch of an earlier process has failed, and is not finished', () => {
	const deliveries = new Deliveries();
	expect(deliveries.unfinished([batch('earlier')], later, log())).toEqual([batch('earlier')]);
	expect(deliveries.of('earlier')).toBe('lost');
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

const contents = {
	noun: 'change',
	nouns: 'changes',
	sizeOf: ({ tries }: { tries: number }) => tries,
	most: 10,
};

const holding = (...sizes: number[]) =>
	sizes.map((tries, index) => ({ id: `delivery ${index}`, tries }));

test.each([
	['all that fit', holding(3, 3, 4), holding(3, 3, 4)],
	['the newest of those that hold too much', holding(9, 3, 4, 3), holding(9, 3, 4, 3).slice(1)],
	['the newest one, however much it holds', holding(1, 99), holding(1, 99).slice(1)],
	[
		'the newest hundred',
		holding(...Array<number>(103).fill(0)),
		holding(...Array<number>(103).fill(0)).slice(3),
	],
])('of deliveries that are waited for, %s are kept', (_what, deliveries, kept) => {
	const { warn, info } = log();
	expect(bounded(deliveries, contents, { warn, info })).toEqual(kept);
	const left = deliveries.length - kept.length;
	expect(warn.mock.calls).toEqual(
		left === 0 ? [] : [[expect.stringContaining(`the ${left} oldest are no longer waited for`)]],
	);
});

test.each([
	[4, false],
	[5, true],
])('a delivery that was tried %i times is given up: %j', (tries, isOver) => {
	const { warn, info } = log();
	expect(isGivenUp({ id: 'one', tries }, contents, { warn, info })).toBe(isOver);
	expect(warn).toHaveBeenCalledTimes(isOver ? 1 : 0);
});
