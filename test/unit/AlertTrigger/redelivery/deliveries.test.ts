import { describe, expect, test } from '@jest/globals';

import { Deliveries } from '../../../../nodes/AlertTrigger/redelivery/deliveries';

describe('a batch', () => {
	test('of an earlier process has failed, one that appears later is foreign, one of this process is known', () => {
		const deliveries = new Deliveries();
		deliveries.note('batch', 'running');
		expect(deliveries.of('batch')).toBe('running');
		deliveries.note('batch', 'finished');
		expect(deliveries.of('batch')).toBe('finished');
		expect(deliveries.of('of another process')).toBe('foreign');
		deliveries.inherit(['of an earlier process'], false);
		deliveries.inherit(['seen later'], false);
		expect(deliveries.of('of an earlier process')).toBe('failed');
		expect(deliveries.of('seen later')).toBe('foreign');
		deliveries.inherit(['seen later'], true);
		expect(deliveries.of('seen later')).toBe('failed');
	});

	test('is forgotten once it has ended and no state names it', () => {
		const deliveries = new Deliveries();
		const [running, named, unnamed] = [1, 2, 3].map(() => deliveries.newId());
		if (running === undefined || named === undefined || unnamed === undefined) return;
		for (const id of [running, named, unnamed]) deliveries.note(id, 'running');
		deliveries.note(named, 'failed');
		deliveries.note(unnamed, 'failed');
		deliveries.prune([named]);
		// An own batch that is forgotten was settled before: it is not redelivered.
		expect([running, named, unnamed].map((id) => deliveries.of(id))).toEqual([
			'running',
			'failed',
			'finished',
		]);
	});
});
