import { expect, it } from '@jest/globals';

import { APPLY_WHEN_FIELDS } from '../../../nodes/ParserRule/applyWhen';
import { allFields, choicesOf } from '../../support/rules/fieldTree';

const fields = allFields(APPLY_WHEN_FIELDS);

it.each([
	['equals_cs', /^e\.g\. \d+$/],
	['multi', /^e\.g\. \d+(?:,\d+)+$/],
	['multi_range', /^e\.g\. \d+-\d+,\d+$/],
	['regex', /^e\.g\. \^.*\$$/],
])('an operand of the operator %s has an example of its own', (operator, example) => {
	const shown = fields.filter(
		({ name, displayOptions }) =>
			name === 'operand' && displayOptions?.show?.['operator']?.includes(operator),
	);
	expect(shown.map(({ placeholder }) => placeholder)).toEqual([expect.stringMatching(example)]);
});

it('an operand is there for every operator', () => {
	const operators = fields.filter(({ name }) => name === 'operator').flatMap(choicesOf);
	expect(fields.filter(({ name }) => name === 'operand')).toHaveLength(operators.length);
});
