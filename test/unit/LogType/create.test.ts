import { expect, it } from '@jest/globals';

import { create } from '../../../nodes/LogType/operations/create';

it.each([
	['shares its type', [{ type: 'SYSLOG' }], true],
	['is listed without its type', [{ log_type_id: 1 }], true],
	['has another type', [{ type: 'csv' }], false],
	['is not listed', [], false],
	['is listed twice', [{ type: 'syslog' }, { type: 'syslog' }], undefined],
])('a created record that %s is done: %j, %j', (_what, rows, expected) => {
	const payload = { log_type_display_name: 'A', type: 'syslog' };
	expect(create.isDone?.({ target: {}, payload }, rows)).toBe(expected);
});
