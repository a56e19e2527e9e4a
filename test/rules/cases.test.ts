import { describe, expect, it } from '@jest/globals';

import { cases } from '../cases';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { caseFindings } from '../support/rules/caseRules';

const operations = allOperations.map(nameOf);

describe('the table of cases', () => {
	it('covers every operation', () => {
		expect(caseFindings(operations, cases)).toEqual([]);
	});

	it('is refused without a case, with one of no operation, or with one twice', () => {
		const one = { operation: 'agent.add', name: 'one' } as const;
		expect(caseFindings(['agent.add', 'agent.get'], [one])).toEqual(['agent.get has no case']);
		expect(caseFindings([], [one])).toEqual(['agent.add is no operation']);
		expect(caseFindings(['agent.add'], [one, one])).toEqual(['agent.add: one stands twice']);
	});
});
