import { expect, it } from '@jest/globals';

import { LOG_TYPES } from '../../../../nodes/lists/lists';
import { creationRules } from '../../../../nodes/shared/records/recordRules';

it.each([
	['shares its type', [{ type: 'SYSLOG' }], true],
	['is listed without its type', [{ log_type_id: 1 }], true],
	['has another type', [{ type: 'csv' }], false],
	['is not listed', [], false],
	['is listed twice', [{ type: 'syslog' }, { type: 'syslog' }], undefined],
])('a created record that %s is done: %j, %j', (_what, rows, expected) => {
	const { isDone } = creationRules(LOG_TYPES, ['type']);
	expect(isDone?.({ type: 'syslog' }, rows)).toBe(expected);
});
