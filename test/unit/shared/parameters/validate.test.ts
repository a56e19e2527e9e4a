import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { idLocator, nameLocator } from '../../../../nodes/pickers/locators';
import {
	validate,
	type ParameterValues,
	type ValueOrigin,
} from '../../../../nodes/shared/parameters/validate';
import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';

const field = (
	type: INodeProperties['type'],
	rest: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName: 'Some Field',
	name: 'some_field',
	type,
	default: '',
	...rest,
});
const required = { required: true };
const locator = { displayName: 'Some Field', name: 'some_field' };
const id = idLocator('searchAgents', locator);
const name = nameLocator('searchDomainNames', 'e.g. a', { ...locator, required: true });
const optional = idLocator('searchAgents', { ...locator, required: false });
const choices = field('options', {
	options: [
		{ name: 'One', value: 'one' },
		{ name: '2', value: 2 },
	],
});
const many = field('multiOptions', {
	options: [
		{ name: 'A', value: 'a' },
		{ name: 'B', value: 'b' },
	],
});
const loaded = field('multiOptions', { typeOptions: { loadOptionsMethod: 'getAlertProfiles' } });
const flagged = field('options', {
	options: [
		{ name: 'Yes', value: true },
		{ name: 'No', value: false },
	],
});
const texts = field('string', { typeOptions: { multipleValues: true } });
const bounded = field('number', { typeOptions: { minValue: 11, maxValue: 1000 } });
const members = field('collection', {
	options: [
		{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		{ displayName: 'Count', name: 'count', type: 'number', default: 0 },
	],
});
const rows = field('fixedCollection', {
	typeOptions: { multipleValues: true },
	options: [
		{
			displayName: 'Row',
			name: 'row',
			values: [
				{ displayName: 'Key', name: 'key', type: 'string', default: '', required: true },
				{ displayName: 'Value', name: 'value', type: 'string', default: 'x' },
			],
		},
	],
});
const filters = {
	...members,
	name: 'filters',
	options: [
		{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		{ displayName: 'Since', name: 'since', type: 'dateTime', default: '' },
		{ ...optional, displayName: 'Agent', name: 'agent' },
		{ ...many, displayName: 'Many', name: 'many' },
	],
} satisfies INodeProperties;
const ratio = field('number', { typeOptions: { numberPrecision: 2, minValue: 0, maxValue: 1 } });

/** A value that the user set by hand. */
const byHand: ValueOrigin = { zone: 'UTC', isExpression: () => false };
/** A value that an expression gave, whole or in these members. */
const byExpression = (...members: string[]): ValueOrigin => ({
	zone: 'UTC',
	isExpression: (member) =>
		members.length === 0 || (member !== undefined && members.includes(member)),
});
const large = '1700000000000000001';

describe('a value that is allowed', () => {
	it.each<[string, INodeProperties, unknown, unknown]>([
		['text', field('string'), 'a', 'a'],
		['an empty text', field('string'), '', ''],
		['text with spaces around it', field('string'), ' a ', ' a '],
		['a number where text is asked', field('string'), 5, '5'],
		['a large integer where text is asked', field('string'), BigInt(large), large],
		['a character of two halves', field('string'), '😀', '😀'],
		['several texts', texts, ['a', 'b,c'], ['a', 'b,c']],
		['several texts in one', texts, 'a, b ,,c', ['a', 'b', 'c']],
		['one number as several texts', texts, 5, ['5']],
		['no texts', texts, undefined, []],
		['null as several texts', texts, null, []],
		['several texts where some are required', { ...texts, ...required }, ['a'], ['a']],
		['a number', field('number'), -5, -5],
		['a number as text', field('number'), ' 15 ', 15],
		['the least number', bounded, 11, 11],
		['the largest number', bounded, 1000, 1000],
		['a fraction where the field has a precision', ratio, 0.25, 0.25],
		['a fraction as text where the field has a precision', ratio, '0.5', 0.5],
		['true', field('boolean'), true, true],
		['false', field('boolean'), false, false],
		['true as text', field('boolean'), 'true', true],
		['false as text', field('boolean'), 'false', false],
		['a choice', choices, 'one', 'one'],
		['a choice of a number as text', choices, '2', 2],
		['a choice of a number', choices, 2, 2],
		['a choice of true or false', flagged, false, false],
		['several choices', many, ['b', 'a'], ['b', 'a']],
		['several choices in one text', many, 'a,b', ['a', 'b']],
		['no choices', many, [], []],
		['ids of a list that the service gives', loaded, [901, large], [901, BigInt(large)]],
		['a time in UTC', field('dateTime'), '2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z'],
		[
			'a time of another zone',
			field('dateTime'),
			'2026-01-31T08:00:00+02:00',
			'2026-01-31T06:00:00Z',
		],
		['a time without a zone', field('dateTime'), '2026-01-31T08:00:00', '2026-01-31T02:30:00Z'],
		['ms since 1970', field('dateTime'), 1_767_225_600_000, '2026-01-01T00:00:00Z'],
		['a Date', field('dateTime'), new Date(0), '1970-01-01T00:00:00Z'],
		[
			'a Luxon date-time',
			field('dateTime'),
			tryToParseDateTime('2026-01-31T08:00:00', 'UTC-3'),
			'2026-01-31T11:00:00Z',
		],
		[
			'a time with a fraction, to its second',
			field('dateTime'),
			'2026-01-31T08:00:00.999Z',
			'2026-01-31T08:00:00Z',
		],
		['no time', field('dateTime'), '', undefined],
		['undefined for a time', field('dateTime'), undefined, undefined],
		['null for a time', field('dateTime'), null, undefined],
		['an id whose picker has no mark', id, { mode: 'id', value: 42 }, 42],
		['a located id', id, { __rl: true, mode: 'id', value: ' 42 ' }, 42],
		['a located id of 19 digits', id, { __rl: true, mode: 'list', value: large }, BigInt(large)],
		['an id by itself', id, '42', 42],
		['an id 0', id, 0, 0],
		['no id where none is needed', optional, { __rl: true, mode: 'list', value: '' }, undefined],
		['undefined where no id is needed', optional, undefined, undefined],
		['null where no id is needed', optional, null, undefined],
		['a located name', name, { __rl: true, mode: 'name', value: 'corp' }, 'corp'],
		['a name of digits', name, { __rl: true, mode: 'list', value: 365 }, '365'],
		['added fields only, empty ones too', members, { text: '' }, { text: '' }],
		['no added field', members, undefined, {}],
		['a field that n8n left empty', members, '', {}],
		['null for fields', members, null, {}],
		['undefined for rows', rows, undefined, {}],
		['null for rows', rows, null, {}],
		['rows that n8n left empty', rows, '', {}],
		[
			'rows, with defaults',
			rows,
			{ row: [{ key: 'a' }, { key: 'b', value: '' }] },
			{
				row: [
					{ key: 'a', value: 'x' },
					{ key: 'b', value: '' },
				],
			},
		],
		['one row', rows, { row: { key: 'a' } }, { row: [{ key: 'a', value: 'x' }] }],
		['no rows', rows, {}, {}],
		['JSON text', field('json'), `[{"id":${large}}]`, [{ id: large }]],
		['what an expression gives for JSON', field('json'), [1], [1]],
		['another type as it is', field('notice'), 'a', 'a'],
	])('is taken: %s', (_what, declared, raw, value) => {
		expect(validate(declared, raw, { ...byHand, zone: 'Asia/Kolkata' })).toEqual(value);
	});
});

describe('a value that is not allowed', () => {
	it.each<[string, INodeProperties, unknown, string, string]>([
		['an object for text', field('string'), { a: 1 }, "isn't text: an object", 'text'],
		['a list for text', field('string'), ['a'], "isn't text: a list", 'text'],
		['true for text', field('string'), true, "isn't text: 'true'", 'text'],
		['nothing for text', field('string'), undefined, "isn't text: undefined", 'text'],
		['null for text', field('string'), null, "isn't text: null", 'text'],
		[
			'half a character',
			field('string'),
			'a\ud83d',
			'holds half of a character',
			'whole characters',
		],
		['an empty required text', field('string', required), '', 'is empty', 'expression'],
		['spaces for a required text', field('string', required), ' ', 'is empty', 'expression'],
		[
			'a required text that is missing',
			field('string', required),
			undefined,
			'is empty',
			'expression',
		],
		['null for a required text', field('string', required), null, 'is empty', 'expression'],
		['no texts where some are required', { ...texts, ...required }, [], 'is empty', 'expression'],
		['an object among texts', texts, ['a', {}], "isn't text: an object", 'text'],
		['text for a number', field('number'), 'abc', "isn't a whole number: 'abc'", 'a whole number.'],
		[
			'an empty text for a number',
			field('number'),
			'',
			"isn't a whole number: ''",
			'a whole number.',
		],
		['spaces for a number', field('number'), ' ', "isn't a whole number: ' '", 'a whole number.'],
		['a fraction', field('number'), 1.5, "isn't a whole number: '1.5'", 'a whole number.'],
		[
			'a number that was rounded',
			field('number'),
			2 ** 53,
			"isn't a whole number: '9007199254740992'",
			'a whole number.',
		],
		['no number', field('number'), NaN, "isn't a whole number: 'NaN'", 'a whole number.'],
		[
			'a fraction above its bound',
			ratio,
			1.5,
			"isn't a number of at least 0 and at most 1: '1.5'",
			'a number of at least 0 and at most 1.',
		],
		[
			'no number where the field has a precision',
			ratio,
			NaN,
			"isn't a number of at least 0 and at most 1: 'NaN'",
			'a number of',
		],
		[
			'a list for a number',
			field('number'),
			[5],
			"isn't a whole number: a list",
			'a whole number.',
		],
		[
			'a number too small',
			bounded,
			10,
			"isn't a whole number of at least 11 and at most 1000: '10'",
			'at least 11 and at most 1000',
		],
		[
			'a number too large',
			bounded,
			1001,
			"isn't a whole number of at least 11 and at most 1000: '1001'",
			'at least 11 and at most 1000',
		],
		[
			'a word for true or false',
			field('boolean'),
			'yes',
			"isn't true or false: 'yes'",
			'true or false',
		],
		['1 for true', field('boolean'), 1, "isn't true or false: '1'", 'true or false'],
		['no choice', choices, 'three', "isn't one of its options: 'three'", 'Allowed are one, 2.'],
		[
			'a list for a choice',
			choices,
			['one'],
			"isn't one of its options: a list",
			'Allowed are one, 2.',
		],
		[
			'an object for a choice',
			choices,
			{},
			"isn't one of its options: an object",
			'Allowed are one, 2.',
		],
		[
			'no choice among several',
			many,
			['a', 'c'],
			"isn't one of its options: 'c'",
			'Allowed are a, b.',
		],
		['a word for an id', loaded, ['abc'], "isn't a valid ID: 'abc'", 'digits only'],
		[
			'no time',
			field('dateTime'),
			'yesterday',
			"isn't a valid date: 'yesterday'",
			'2026-01-31T08:00:00Z',
		],
		[
			'an object for a time',
			field('dateTime'),
			{},
			"isn't a valid date: an object",
			'2026-01-31T08:00:00Z',
		],
		['a required time that is missing', field('dateTime', required), '', 'is empty', 'expression'],
		[
			'a rounded id',
			id,
			1_700_000_000_000_000_001,
			"isn't a valid ID: '1700000000000000000'",
			'as text',
		],
		[
			'a name for an id',
			id,
			{ __rl: true, value: 'WEB01' },
			"isn't a valid ID: 'WEB01'",
			'digits only',
		],
		['an object for an id', id, { value: 5 }, "isn't a valid ID: an object", 'digits only'],
		['no id', id, { __rl: true, value: '' }, 'is empty', 'expression'],
		['no name', name, { __rl: true, value: null }, 'is empty', 'expression'],
		['an object for a name', name, { __rl: true, value: {} }, "isn't text: an object", 'text'],
		[
			'a list for a group of fields',
			members,
			[],
			"isn't a group of fields: a list",
			'a group of fields',
		],
		[
			'a field of another name',
			members,
			{ textt: 'a' },
			"has no field named 'textt'",
			'Allowed are text, count.',
		],
		['text for rows', rows, 'a', "isn't rows of fields: 'a'", 'rows of fields'],
		['text for JSON', field('json'), '{', "isn't valid JSON", 'JSON text'],
	])('is refused: %s', (_what, declared, raw, says, allowed) => {
		let thrown: unknown;
		try {
			validate(declared, raw, byHand);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBeInstanceOf(InvalidParameterError);
		expect(thrown).toMatchObject({
			message: `Some Field ${says}`,
			allowed: expect.stringContaining(allowed),
		});
	});

	it.each([
		['the member of a group', members, { count: 'x' }, "Count isn't a whole number: 'x'"],
		['the member of a row', rows, { row: [{ key: 'a' }, { value: 'b' }] }, 'Key is empty'],
		[
			'a member of another name in a row',
			rows,
			{ row: [{ keyy: 'a' }] },
			"Some Field has no field named 'keyy'",
		],
	])('is named where it stands: %s', (_what, declared, raw, message) => {
		expect(() => validate(declared, raw, byHand)).toThrow(new InvalidParameterError(message, ''));
	});

	it('is cut short in the message', () => {
		expect(() => validate(choices, 'x'.repeat(100), byHand)).toThrow(
			new InvalidParameterError(`Some Field isn't one of its options: '${'x'.repeat(60)}…'`, ''),
		);
		expect(() => validate(choices, 'x'.repeat(60), byHand)).toThrow(
			new InvalidParameterError(`Some Field isn't one of its options: '${'x'.repeat(60)}'`, ''),
		);
	});

	it('is never shown where it is a secret', () => {
		const secret = field('string', { typeOptions: { password: true } });
		expect(() => validate(secret, true, byHand)).toThrow(
			new InvalidParameterError("Some Field isn't text: what was given", ''),
		);
	});
});

describe('an empty filter', () => {
	const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
	const empty: Array<[string, string, unknown]> = [
		['Text', 'text', ''],
		['Text', 'text', '  '],
		['Text', 'text', null],
		['Text', 'text', undefined],
		['Since', 'since', ''],
		['Agent', 'agent', locator('')],
		['Agent', 'agent', locator(null)],
		['Many', 'many', []],
		['Many', 'many', ' , '],
	];

	it.each(empty)('is dropped where it was left so by hand: %s', (_label, name, value) => {
		const raw: ParameterValues = {
			[name]: value,
			...(name === 'text' ? { many: ['a'] } : { text: 'x' }),
		};
		const { [name]: _dropped, ...rest } = raw;
		expect(validate(filters, raw, byHand)).toEqual(rest);
		expect(validate(filters, raw, byHand)).not.toHaveProperty(name);
	});

	it.each(empty)('is refused by its name where an expression gave it: %s', (label, name, value) => {
		for (const origin of [byExpression(name), byExpression()]) {
			expect(() => validate(filters, { [name]: value }, origin)).toThrow(
				new InvalidParameterError(`${label} is empty`, ''),
			);
		}
	});

	it('is dropped beside a filter that an expression gave', () => {
		expect(validate(filters, { text: 'x', since: '' }, byExpression('text'))).toEqual({
			text: 'x',
		});
	});

	it.each(['', null, undefined])('is refused where the whole collection is %j', (raw) => {
		expect(() => validate(filters, raw, byExpression())).toThrow(
			new InvalidParameterError('Some Field is empty', ''),
		);
		expect(validate(filters, raw, byHand)).toEqual({});
	});

	it('is named where no such filter exists', () => {
		expect(() => validate(filters, { texts: '' }, byHand)).toThrow(
			new InvalidParameterError("Some Field has no field named 'texts'", ''),
		);
	});

	it('is a value like any other in a collection of another name', () => {
		expect(validate(members, { text: '' }, byExpression())).toEqual({ text: '' });
	});

	it.each([0, false])('is not what %j is', (value) => {
		const typed = { ...members, name: 'filters' };
		const raw = value === 0 ? { count: value } : { text: String(value) };
		expect(validate(typed, raw, byExpression())).toEqual(raw);
	});
});

describe('an empty time', () => {
	it.each(['', null, undefined])('is refused where an expression gave %j', (raw) => {
		expect(() => validate(field('dateTime'), raw, byExpression())).toThrow(
			new InvalidParameterError('Some Field is empty', ''),
		);
		expect(validate(field('dateTime'), raw, byHand)).toBeUndefined();
	});

	it('is refused by the name of its member where that is an expression', () => {
		const times: INodeProperties = {
			...members,
			options: [
				{ displayName: 'From', name: 'from', type: 'dateTime', default: '' },
				{ displayName: 'To', name: 'to', type: 'dateTime', default: '' },
			],
		};
		const raw = { from: '', to: '' };
		expect(() => validate(times, raw, byExpression('to'))).toThrow(
			new InvalidParameterError('To is empty', ''),
		);
		expect(validate(times, raw, byHand)).toEqual({ from: undefined, to: undefined });
	});
});

describe('every value', () => {
	it('is either taken or refused in words, and never changed in place', () => {
		const declared = fc.constantFrom(
			field('string'),
			texts,
			bounded,
			field('boolean'),
			choices,
			many,
			loaded,
			id,
			name,
			members,
			filters,
			ratio,
			rows,
			field('dateTime'),
			field('json'),
		);
		fc.assert(
			fc.property(declared, fc.anything({ withBigInt: true, withDate: true }), (one, raw) => {
				try {
					validate(one, frozen(raw), byHand);
				} catch (error) {
					expect(error).toBeInstanceOf(InvalidParameterError);
				}
			}),
			{ numRuns: 1000, seed: 31 },
		);
	});

	it('of a number stays within its bounds', () => {
		fc.assert(
			fc.property(fc.integer(), (value) => {
				const read = () => validate(bounded, value, byHand);
				if (value >= 11 && value <= 1000) expect(read()).toBe(value);
				else expect(read).toThrow(InvalidParameterError);
			}),
			{ seed: 32 },
		);
	});
});

/** The value with everything inside it frozen. */
function frozen(value: unknown): unknown {
	if (
		typeof value === 'object' &&
		value !== null &&
		!Object.isFrozen(value) &&
		!ArrayBuffer.isView(value)
	) {
		Object.values(value).forEach(frozen);
		Object.freeze(value);
	}
	return value;
}
