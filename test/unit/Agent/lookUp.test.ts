import { expect, it } from '@jest/globals';

import { lookUpUpdated } from '../../../nodes/Agent/lookUp';
import type { Payload } from '../../../nodes/shared/operation/operation';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';

it.each([
	[{ display_name: 'New' }, ['succeeded']],
	[{ display_name: 'Other' }, ['failed']],
	[{ display_name: 'New', log_level: '3' }, ['unknown']],
	[{ log_level: '3' }, []],
])('updated agents with %j are %j', async (changes, outcomes) => {
	const { service } = listing('agents', [{ agent_id: 5, display_name: 'New' }]);
	const payload: Payload & { agent_id: string; display_name?: string; log_level?: string } = {
		agent_id: '5',
		...changes,
	};
	expect(outcomesOf(await lookUpUpdated([item(payload)], [], service))).toEqual(outcomes);
});
