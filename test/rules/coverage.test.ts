import { expect, it } from '@jest/globals';

import { deleteLogType } from '../../nodes/LogType/operations/delete';
import { namedOperations } from '../support/rules/allOperations';
import { gapsOf } from '../support/rules/coverage';

it.each(namedOperations)(
	'%s has a case, cases of its fields, an endpoint, a section and a line of the README',
	(_name, offered) => {
		expect(gapsOf(offered)).toEqual([]);
	},
);

it('the rule finds an operation that nothing covers', () => {
	const operation = { ...deleteLogType, value: 'void' as const, name: 'Void' };
	expect(gapsOf({ node: 'ticket', operation })).toEqual([
		'case',
		'cases of its fields',
		'endpoint',
		'section of docs/nodes/ticket.md',
		'line of the README',
	]);
});
