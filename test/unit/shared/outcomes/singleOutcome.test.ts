import { expect, it } from '@jest/globals';

import { createdWith, titledSuccess } from '../../../../nodes/shared/outcomes/settle';

it.each([
	[7, 7],
	['1700000000000000001', '1700000000000000001'],
])('the outcome of a whole request is success with the id %j', (given, shown) => {
	expect(createdWith('rule_id')({ data: { rule_id: given } })).toEqual({
		outcome: 'succeeded',
		extra: { rule_id: shown },
	});
});

it.each([{}, { data: {} }, { data: { rule_id: 'x' } }, { data: { log_type_id: 7 } }])(
	'the outcome of a whole request is unknown without an id: %j',
	(body) => {
		expect(createdWith('rule_id')(body)).toEqual({
			outcome: 'unknown',
			detail: 'The service answered without a rule_id',
		});
	},
);

it.each(['success', 'SUCCESS'])(
	'the outcome of a whole request is success with the title %s',
	(title) => {
		expect(titledSuccess({ data: { title } })).toEqual({ outcome: 'succeeded' });
	},
);

it.each([
	[{ data: { title: 'partial_success', detail: 'Some' } }, '"partial_success: Some"'],
	[{ data: {} }, '""'],
	[{}, '""'],
])('the outcome of a whole request is unknown with another title: %j', (body, said) => {
	expect(titledSuccess(body)).toEqual({
		outcome: 'unknown',
		detail: `The service did not say that it was done, but ${said}`,
	});
});
