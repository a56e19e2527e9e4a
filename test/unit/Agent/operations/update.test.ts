import { expect, it } from '@jest/globals';

import { update } from '../../../../nodes/Agent/operations/update';

it.each([
	[{ display_name: 'New' }, true],
	[{ display_name: 'Other' }, false],
	[{ display_name: 'New', log_level: '3' as const }, undefined],
	[{ log_level: '3' as const }, undefined],
])('updated agents with %j are done: %s', (changes, isDone) => {
	const rows = [{ agent_id: 5, display_name: 'New' }];
	expect(update.listed?.verdict?.({ agent_id: '5', ...changes }, rows)).toEqual({ isDone });
});
