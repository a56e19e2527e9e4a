import { expect, it } from '@jest/globals';

import { Namesakes } from '../../../../nodes/shared/outcomes/namesakes';

const named = new Namesakes(['WEB01', 'web01', 'Mail', ' mail ', 'db'], (name) => name);

it.each([
	['web01', ['web01']],
	['WEB01', ['WEB01']],
	['Web01', ['WEB01', 'web01']],
	['Mail', ['Mail']],
	[' mail ', [' mail ']],
	['MAIL', ['Mail', ' mail ']],
	[' DB', ['db']],
	['d', []],
	['', []],
])('an exact spelling wins over one that differs in case or blanks: %j', (name, found) => {
	expect(named.find(name)).toEqual(found);
});
