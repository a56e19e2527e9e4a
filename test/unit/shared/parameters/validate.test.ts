import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { idLocator, nameLocator } from '../../../../nodes/pickers/locators';
import type { ValueOrigin } from '../../../../nodes/shared/parameters/scalars';
import { validate, type ParameterValues } from '../../../../nodes/shared/parameters/validate';
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
const text = field('string');
const number = field('number');
const flag = field('boolean');
const time = field('dateTime');
const json = field('json');
const locator = { displayName: 'Some Field', name: 'some_field' };
const id = idLocator('searchAgents', locator);
const name = nameLocator('searchDomainNames', 'e.g. a', { ...locator, required: true });
const optional = idLocator('searchAgents', { ...locator, required: false });
const choices = field('options', {
	options: [
		{ name: 'The First', value: 'one' },
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
	narrows: true,
	options: [
		{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		{ displayName: 'Since', name: 'since', type: 'dateTime', default: '' },
		{ ...optional, displayName: 'Agent', name: 'agent' },
		{ ...many, displayName: 'Many', name: 'many' },
	],
} satisfies INodeProperties & { narrows: true };
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

const luxon = tryToParseDateTime('2026-01-31T08:00:00', 'UTC-3');
const located = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });

it.each<[string, INodeProperties, unknown, unknown]>([
	['text', text, 'a', 'a'],
	['an empty text', text, '', ''],
	['text with spaces around it', text, ' a ', ' a '],
	['a number where text is asked', text, 5, '5'],
	['a large integer where text is asked', text, BigInt(large), large],
	['a character of two halves', text, '😀', '😀'],
	['several texts', texts, ['a', 'b,c'], ['a', 'b,c']],
	['several texts in one', texts, 'a, b ,,c', ['a', 'b', 'c']],
	['one number as several texts', texts, 5, ['5']],
	['no texts', texts, undefined, []],
	['null as several texts', texts, null, []],
	['several texts where some are required', { ...texts, ...required }, ['a'], ['a']],
	['a number', number, -5, -5],
	['a number as text', number, ' 15 ', 15],
	['the least number', bounded, 11, 11],
	['the largest number', bounded, 1000, 1000],
	['a fraction where the field has a precision', ratio, 0.25, 0.25],
	['a fraction as text where the field has a precision', ratio, '0.5', 0.5],
	['true', flag, true, true],
	['false', flag, false, false],
	['true as text', flag, 'true', true],
	['false as text', flag, 'false', false],
	['a choice', choices, 'one', 'one'],
	['a choice of a number as text', choices, '2', 2],
	['a choice of a number', choices, 2, 2],
	['a choice of true or false', flagged, false, false],
	['several choices', many, ['b', 'a'], ['b', 'a']],
	['several choices in one text', many, 'a,b', ['a', 'b']],
	['no choices', many, [], []],
	['ids of a list that the service gives', loaded, [901, large], [901, BigInt(large)]],
	['a time in UTC', time, '2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z'],
	['a time of another zone', time, '2026-01-31T08:00:00+02:00', '2026-01-31T06:00:00Z'],
	['a time without a zone', time, '2026-01-31T08:00:00', '2026-01-31T02:30:00Z'],
	['ms since 1970', time, 1_767_225_600_000, '2026-01-01T00:00:00Z'],
	['a Date', time, new Date(0), '1970-01-01T00:00:00Z'],
	['a Luxon date-time', time, luxon, '2026-01-31T11:00:00Z'],
	['a time with a fraction, cut', time, '2026-01-31T08:00:00.999Z', '2026-01-31T08:00:00Z'],
	['no time', time, '', undefined],
	['undefined for a time', time, undefined, undefined],
	['null for a time', time, null, undefined],
	['an id whose picker has no mark', id, { mode: 'id', value: 42 }, 42],
	['a located id', id, located(' 42 '), 42],
	['a located id of 19 digits', id, located(large, 'list'), BigInt(large)],
	['an id by itself', id, '42', 42],
	['an id 0', id, 0, 0],
	['no id where none is needed', optional, located('', 'list'), undefined],
	['undefined where no id is needed', optional, undefined, undefined],
	['null where no id is needed', optional, null, undefined],
	['a located name', name, located('corp', 'name'), 'corp'],
	['a name of digits', name, located(365, 'list'), '365'],
	['added fields, empty ones too', members, { text: '' }, { text: '' }],
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
	['JSON text', json, `[{"id":${large}}]`, [{ id: large }]],
	['what an expression gives for JSON', json, [1], [1]],
	['another type as it is', field('notice'), 'a', 'a'],
])('a value that is allowed is taken: %s', (_what, declared, raw, value) => {
	expect(validate(declared, raw, { ...byHand, zone: 'Asia/Kolkata' })).toEqual(value);
});

/** Values that a field refuses, with what is said of each, and what is said to be allowed. */
const refused: Array<[INodeProperties, raw: unknown, says: string, allowed: string]> = [
	[text, { a: 1 }, "isn't text: an object", 'Allowed is text'],
	[text, ['a'], "isn't text: a list", 'Allowed is text'],
	[text, true, "isn't text: 'true'", 'Allowed is text'],
	[text, undefined, "isn't text: undefined", 'Allowed is text'],
	[text, null, "isn't text: null", 'Allowed is text'],
	[text, 'a\ud83d', 'holds half of a character', 'whole characters'],
	[texts, ['a', {}], "isn't text: an object", 'text'],
	[number, 'abc', "isn't a whole number: 'abc'", 'a whole number.'],
	[number, '', "isn't a whole number: ''", 'a whole number.'],
	[number, ' ', "isn't a whole number: ' '", 'a whole number.'],
	[number, 1.5, "isn't a whole number: '1.5'", 'a whole number.'],
	[number, 2 ** 53, "isn't a whole number: '9007199254740992'", 'a whole number.'],
	[number, NaN, "isn't a whole number: 'NaN'", 'a whole number.'],
	[number, [5], "isn't a whole number: a list", 'a whole number.'],
	[ratio, 1.5, "isn't a number of at least 0 and at most 1: '1.5'", 'a number of at least 0'],
	[ratio, NaN, "isn't a number of at least 0 and at most 1: 'NaN'", 'and at most 1.'],
	[bounded, 10, "isn't a whole number of at least 11 and at most 1000: '10'", 'at least 11 and'],
	[bounded, 1001, "isn't a whole number of at least 11 and at most 1000: '1001'", 'most 1000'],
	[flag, 'yes', "isn't true or false: 'yes'", 'true or false'],
	[flag, 1, "isn't true or false: '1'", 'true or false'],
	[choices, 'three', "isn't one of its options: 'three'", 'Allowed are The First (one), 2.'],
	[choices, ['one'], "isn't one of its options: a list", 'Allowed are The First (one), 2.'],
	[choices, {}, "isn't one of its options: an object", 'Allowed are The First (one), 2.'],
	[many, ['a', 'c'], "isn't one of its options: 'c'", 'Allowed are A (a), B (b).'],
	[loaded, ['abc'], "isn't a valid ID: 'abc'", 'digits only'],
	[time, 'yesterday', "isn't a valid date: 'yesterday'", '2026-01-31T08:00:00Z'],
	[time, {}, "isn't a valid date: an object", '2026-01-31T08:00:00Z'],
	[id, 1_700_000_000_000_000_001, "isn't a valid ID: '1700000000000000000'", 'as text'],
	[id, { __rl: true, value: 'WEB01' }, "isn't a valid ID: 'WEB01'", 'digits only'],
	[id, { value: 5 }, "isn't a valid ID: an object", 'digits only'],
	[name, { __rl: true, value: {} }, "isn't text: an object", 'text'],
	[members, [], "isn't a group of fields: a list", 'a group of fields'],
	[
		members,
		{ textt: 'a' },
		"has no field named 'textt'",
		'Allowed are Text (text), Count (count).',
	],
	[rows, 'a', "isn't rows of fields: 'a'", 'rows of fields'],
	[json, '{', "isn't valid JSON", 'JSON text'],
	[{ ...text, ...required }, '', 'is empty', 'expression'],
	[{ ...text, ...required }, ' ', 'is empty', 'expression'],
	[{ ...text, ...required }, undefined, 'is empty', 'expression'],
	[{ ...text, ...required }, null, 'is empty', 'expression'],
	[{ ...texts, ...required }, [], 'is empty', 'expression'],
	[{ ...time, ...required }, '', 'is empty', 'expression'],
	[id, { __rl: true, value: '' }, 'is empty', 'expression'],
	[name, { __rl: true, value: null }, 'is empty', 'expression'],
];

describe('a value that is not allowed', () => {
	it.each(
		refused.map(
			([declared, raw, says, allowed]) => [declared.type, raw, says, declared, allowed] as const,
		),
	)('is refused for a field of type %s: %j %s', (_type, raw, says, declared, allowed) => {
		expect(() => validate(declared, raw, byHand)).toThrow(
			expect.objectContaining({
				constructor: InvalidParameterError,
				message: `Some Field ${says}`,
				allowed: expect.stringContaining(allowed),
			}),
		);
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
	])('is named by its own label: %s', (_what, declared, raw, message) => {
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

	it('is a value like any other in a collection that does not narrow', () => {
		expect(validate(members, { text: '' }, byExpression())).toEqual({ text: '' });
	});

	it.each([0, false])('is not what %j is', (value) => {
		const typed = { ...members, narrows: true };
		const raw = value === 0 ? { count: value } : { text: String(value) };
		expect(validate(typed, raw, byExpression())).toEqual(raw);
	});
});

it.each(['', null, undefined])('an empty time is refused where an expression gave %j', (raw) => {
	expect(() => validate(time, raw, byExpression())).toThrow(
		new InvalidParameterError('Some Field is empty', ''),
	);
	expect(validate(time, raw, byHand)).toBeUndefined();
});

it('an empty time is refused by the name of its member where that is an expression', () => {
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

it('every value is taken or refused with an InvalidParameterError, and never changed in place', () => {
	const declared = fc.constantFrom(filters, ...refused.map(([one]) => one));
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

/** The value with everything inside it frozen. */
function frozen(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
	Object.values(value).forEach(frozen);
	return Object.freeze(value);
}
