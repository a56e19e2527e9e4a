import { expect, it } from '@jest/globals';

import { lookUpUpdated } from '../../../nodes/LogSource/lookUpUpdated';
import type { Payload } from '../../../nodes/shared/operation/operation';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';

const rows = [{ log_source_id: 1, display_name: 'New', log_collection_mode: 'REALTIME' }];
const settledAs = async (changes: Payload) =>
	outcomesOf(
		await lookUpUpdated(
			[item({ log_source_id: 1, ...changes })],
			[],
			listing('log_sources', rows).service,
		),
	);

it.each([
	[{ display_name: 'New', log_collection_mode: 'Realtime' }, 'succeeded'],
	[{ display_name: 'Other' }, 'failed'],
	[{ display_name: 'NEW' }, 'failed'],
	[{ display_name: ' New ' }, 'succeeded'],
	[{ display_name: 'New', time_zone: 'GMT' }, 'unknown'],
	[{ monitoring_interval: 11 }, 'unknown'],
	[{ display_name: 'Other', time_zone: 'GMT' }, 'failed'],
])('updated log sources with %j are %s', async (changes, outcome) => {
	expect(await settledAs(changes)).toEqual([outcome]);
});
