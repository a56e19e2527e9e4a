import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { idOrNamePicker, idPicker, namePicker } from '../../../../nodes/editor/pickers';
import { readField, type FieldInput } from '../../../../nodes/shared/parameters/fieldReaders';
import {
	requireChange,
	InvalidParameterError,
} from '../../../../nodes/shared/parameters/invalidParameter';

const field = (
	type: INodeProperties['type'],
	rest: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName: 'Field', name: 'field', type, default: '', ...rest });

const required = { required: true };
const TEXT = field('string');
const VERBATIM = field('string', { typeOptions: { verbatim: true } });
const PASSWORD = field('string', { typeOptions: { password: true } });
const NUMBER = field('number');
const BOUNDED = field('number', { typeOptions: { minValue: 11, maxValue: 1000 } });
const RATIO = field('number', { typeOptions: { numberPrecision: 2, minValue: 0 } });
const FLAG = field('boolean');
const TIME = field('dateTime');
const JSON_TEXT = field('json');
const TEXTS = field('string', { typeOptions: { multipleValues: true } });
const CHOICE = field('options', {
	options: [
		{ name: 'The First', value: 'one' },
		{ name: '2', value: 2 },
		{ name: 'No', value: false },
	],
});
const CHOICES = { ...CHOICE, type: 'multiOptions' as const };
const LOADED = field('multiOptions', { typeOptions: { loadOptionsMethod: 'getAlertProfiles' } });
const LIST = { noun: 'field', idField: 'field', nameField: 'field', placeholder: 'e.g. a' };
const ID = idPicker(LIST, 'searchAgents', '');
const OPTIONAL = { ...ID, required: false };
const NAME = namePicker(LIST, 'searchAgents', '');
const EITHER = idOrNamePicker(LIST, 'searchAgents', '');
const MEMBERS = field('collection', {
	options: [
		{ ...TEXT, displayName: 'Text', name: 'text' },
		{ ...NUMBER, displayName: 'Count', name: 'count' },
	],
});
const CLEARABLE = field('collection', {
	options: [field('string', { typeOptions: { verbatim: true, clearable: true } })],
});
const ROWS = field('fixedCollection', {
	options: [
		{
			displayName: 'Row',
			name: 'row',
			values: [
				{ ...TEXT, displayName: 'Key', name: 'key', required: true },
				{ ...TEXT, displayName: 'Value', name: 'value', default: 'x' },
			],
		},
	],
});

type Origin = Omit<FieldInput, 'raw'>;

/** A value that the user set by hand, in a workflow of India. */
const BY_HAND: Origin = { zone: 'Asia/Kolkata', isExpression: false, policy: 'workflow' };
const BY_EXPRESSION: Origin = { zone: 'UTC', isExpression: true, policy: 'workflow' };

function validate(declared: INodeProperties, raw: unknown, origin: Origin): unknown {
	return readField(declared, { raw, ...origin });
}

const LARGE = '1700000000000000001';

const located = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });

const TAKEN: Array<[INodeProperties, raw: unknown, value: unknown]> = [
	[TEXT, ' PC-1\r\n', 'PC-1'],
	[TEXT, null, ''],
	[TEXT, 5, '5'],
	[VERBATIM, ' {{ a\n', ' {{ a\n'],
	[VERBATIM, '\t', '\t'],
	[CLEARABLE, { field: '  ' }, { field: '  ' }],
	[CLEARABLE, { field: '' }, { field: '' }],
	[CLEARABLE, { field: null }, {}],
	[PASSWORD, ' a\t', ' a\t'],
	[TEXTS, 'a, b ,,c', ['a', 'b', 'c']],
	[TEXTS, ['a ', '', null], ['a']],
	[TEXTS, '["Security", "System"]', ['Security', 'System']],
	[TEXTS, ' Security\r\nSystem\n', ['Security', 'System']],
	[TEXTS, undefined, []],
	[TEXTS, `"Security",'Windows PowerShell',"`, ['Security', 'Windows PowerShell', '"']],
	[{ ...TEXTS, ...required }, ['a'], ['a']],
	[NUMBER, ' 15 ', 15],
	[BOUNDED, 11, 11],
	[BOUNDED, 1000, 1000],
	[RATIO, '0.25', 0.25],
	[FLAG, true, true],
	[FLAG, 'FALSE', false],
	[CHOICES, 'one, ONE', ['one']],
	[CHOICE, false, false],
	[CHOICES, ' ["one",2]', ['one', 2]],
	[LOADED, [901, LARGE], [901, BigInt(LARGE)]],
	[TIME, '2026-01-31T08:00:00', '2026-01-31T02:30:00Z'],
	[TIME, '', undefined],
	[ID, located('\u200E42\u202C'), 42],
	[ID, located(LARGE, 'list'), BigInt(LARGE)],
	[ID, { mode: 'id', value: 42 }, 42],
	[OPTIONAL, located('', 'list'), undefined],
	[OPTIONAL, null, undefined],
	[NAME, located(365, 'list'), '365'],
	[EITHER, located('42', 'list'), { id: 42 }],
	[EITHER, located('42', 'name'), { name: '42' }],
	[EITHER, 'WEB01', { name: 'WEB01' }],
	[EITHER, '\u200B42', { id: 42 }],
	[MEMBERS, { text: ' ', count: null }, {}],
	[MEMBERS, undefined, {}],
	[ROWS, '', {}],
	[ROWS, {}, {}],
	[ROWS, { row: [{ key: 'a', value: null }] }, { row: [{ key: 'a', value: 'x' }] }],
	[JSON_TEXT, `[{"id":${LARGE}}]`, [{ id: LARGE }]],
	[JSON_TEXT, [1], [1]],
	[LOADED, `[${LARGE}, 5]`, [BigInt(LARGE), 5]],
];

it.each(TAKEN.map(([declared, ...rest]) => [declared.type, ...rest, declared] as const))(
	'a field of type %s takes %j as %j',
	(_type, raw, value, declared) => {
		expect(validate(declared, raw, BY_HAND)).toEqual(value);
	},
);

const REFUSED: Array<[INodeProperties, raw: unknown, message: string, description: string]> = [
	[TEXT, true, "Field isn't text: 'true'", 'Enter text.'],
	[TEXT, 'PC\r\n1', 'Field holds a line break or another control character', 'Remove it.'],
	[NAME, located('{{ $json.a }}', 'name'), "an expression: '{{ $json.a }}'", 'Expression'],
	[TEXTS, ['a', '{{ $json.a }}'], 'Field looks like an expression', 'Expression'],
	[TEXTS, 'a;b', "Field holds ; or |: 'a;b'", 'by commas or line breaks'],
	[TEXTS, ['a', 'b|c'], "Field holds ; or |: 'b|c'", 'by commas or line breaks'],
	[NUMBER, ' ', "Field isn't a whole number: ' '", 'Enter a whole number.'],
	[NUMBER, '24h', "Field isn't a whole number: '24h'", 'Enter'],
	[NUMBER, 2 ** 53, "Field isn't a whole number: '9007199254740992'", 'Enter'],
	[RATIO, NaN, "Field isn't a number of at least 0: 'NaN'", 'a number of at least 0.'],
	[BOUNDED, 10, "Field isn't a whole number of at least 11 and at most 1000: '10'", 'at most 1000'],
	[BOUNDED, 1001, "Field isn't a whole number of at least 11 and at most 1000: '1001'", 'least 11'],
	[FLAG, 1, "Field isn't true or false: '1'", 'Enter true or false.'],
	[CHOICE, ['one'], "Field isn't one of its options: a list", 'Use one of'],
	[CHOICES, ['one', 'c'], "options: 'c'", 'Use one of: The First (one), 2, No (false).'],
	[LOADED, ['abc'], "Field isn't a valid ID: 'abc'", 'digits only'],
	[TIME, 'yesterday', "Field isn't a date and time: 'yesterday'", '2026-01-31T08:00:00Z'],
	[ID, 1_700_000_000_000_000_001, "Field isn't a valid ID: '1700000000000000000'", 'as text'],
	[ID, { value: 5 }, "Field isn't a valid ID: an object", 'digits only'],
	[MEMBERS, [], "Field isn't a group of fields: a list", 'a group of fields'],
	[ROWS, 'a', "Field isn't rows of fields: 'a'", 'rows of fields'],
	[ROWS, { row: [{ key: 'a' }, { value: 'b' }] }, 'Row 2: Key is empty', 'expression'],
	[JSON_TEXT, '{', "Field isn't valid JSON", 'JSON text'],
	[{ ...TEXT, ...required }, ' ', 'Field is empty', 'expression'],
	[{ ...TEXTS, ...required }, [], 'Field is empty', 'expression'],
	[{ ...ID, ...required }, located(''), 'Field is empty', 'expression'],
	[EITHER, located('WEB01'), "Field isn't a valid ID: 'WEB01'", 'digits only'],
	// A value is cut short in the message, and never shown if it is a secret.
	[FLAG, 'x'.repeat(101), `Field isn't true or false: '${'x'.repeat(100)}…'`, 'true or false'],
	[FLAG, '🔒'.repeat(101), `Field isn't true or false: '${'🔒'.repeat(50)}…'`, 'true or false'],
	[FLAG, '\u202Eon', "Field isn't true or false: ' on'", 'true or false'],
	[PASSWORD, true, "Field isn't text: (hidden)", 'Enter text.'],
];

it.each(REFUSED.map(([declared, ...rest]) => [declared.type, ...rest, declared] as const))(
	'a field of type %s refuses %j: %s',
	(_type, raw, message, description, declared) => {
		expect(() => validate(declared, raw, BY_HAND)).toThrow(
			expect.objectContaining({
				constructor: InvalidParameterError,
				message: expect.stringContaining(message),
				description: expect.stringContaining(description),
			}),
		);
	},
);

describe('an empty filter', () => {
	const FILTERS = {
		...MEMBERS,
		options: [
			{ ...TEXT, displayName: 'Text', name: 'text' },
			{ ...TIME, displayName: 'Since', name: 'since' },
			{ ...OPTIONAL, displayName: 'Agent', name: 'agent' },
			{ ...CHOICES, displayName: 'Many', name: 'many' },
			{ ...ROWS, displayName: 'Rows', name: 'rows' },
		],
	};

	it.each([
		['Text', 'text', '  '],
		['Since', 'since', ''],
		['Agent', 'agent', located('')],
		['Agent', 'agent', { mode: 'id', value: '' }],
		['Many', 'many', ' , '],
		['Rows', 'rows', { row: [] }],
	])('is dropped by hand and refused by expression: %s', (label, name, value) => {
		const raw = { [name]: value };
		expect(validate(FILTERS, raw, { ...BY_HAND, isFilter: true })).toEqual({});
		const origin = { ...BY_EXPRESSION, isFilter: true };
		expect(() => validate(FILTERS, raw, origin)).toThrow(`${label} is empty`);
		expect(() => validate(FILTERS, null, origin)).toThrow('Field is empty');
	});

	it('in a row that is left out still counts in the numbers of the rows', () => {
		const members = ['Key', 'Value'].map((label) => ({
			...{ ...TEXT, ...required, displayName: label, name: label },
			typeOptions: { makesRow: label === 'Value' },
		}));
		const pairs = field('fixedCollection', {
			options: [{ displayName: 'Row', name: 'row', values: members }],
		});
		const raw = { row: [{ Key: 'a', Value: '' }, { Value: 'b' }] };
		const origin: Origin = { ...BY_EXPRESSION, policy: 'leaveOut' };
		expect(() => validate(pairs, raw, origin)).toThrow('Row 2: Key is empty');
	});

	it('is left out of a collection that does not narrow, unless it needs a value', () => {
		expect(validate(MEMBERS, { text: '' }, BY_EXPRESSION)).toEqual({});
		const needed = { ...MEMBERS, options: [{ ...FLAG, typeOptions: { needsValue: true } }] };
		expect(() => validate(needed, { field: null }, BY_EXPRESSION)).toThrow('Field is empty');
	});
});

it.each([
	[located('PC-1 }}', 'name'), NAME],
	['PC-1 }}', TEXT],
	['a,{{b', TEXTS],
	['{{ 42', ID],
	[located('42 }}', 'id'), EITHER],
])('braces that an expression leaves over are refused: %j', (raw, declared) => {
	expect(() => validate(declared, raw, BY_EXPRESSION)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining('Field looks like an expression'),
			description: 'Remove the braces that stand beside the expression.',
		}),
	);
	expect(() => validate(declared, raw, BY_HAND)).toThrow('Field looks like an expression');
});

it('braces stay in a text that is no name', () => {
	expect(validate(VERBATIM, 'a{{2}}', BY_EXPRESSION)).toBe('a{{2}}');
});

it('a time that an expression leaves empty is refused', () => {
	expect(() => validate(TIME, '', BY_EXPRESSION)).toThrow('Field is empty');
});

it('a change has at least one field', () => {
	const fields = [{ displayName: 'Log Level' }, { displayName: 'Status' }];
	expect(requireChange({ log_level: '' }, fields)).toEqual({ log_level: '' });
	expect(() => requireChange({}, fields)).toThrow(
		expect.objectContaining({
			message: 'There is nothing to change',
			description: 'Set at least one of these: Log Level, Status.',
		}),
	);
});
