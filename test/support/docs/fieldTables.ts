import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import { allOperations, type Offered } from '../rules/allOperations';
import { choicesOf, fieldPaths, type FieldPath } from '../rules/fieldTree';
import { headingOf } from './pages';

/** The marks around what `npm run fields` writes. */
const START = '<!-- fields -->';
const END = '<!-- end -->';

/** The page that describes the fields that many operations share. */
export const SHARED_FIELDS_PAGE = 'docs/fields.md';

/** A longer list of choices stands once, at the end of its page, and does not make a table wide. */
const MAX_CHARACTERS = 100;

/** The long lists of choices of a page, by their text, each with the label of its field. */
type LongLists = Map<string, string>;

function choicesText(field: INodeProperties, longLists: LongLists): string {
	const choices = choicesOf(field);
	const texts = choices.map(({ name, value }) =>
		name.toLowerCase() === String(value).toLowerCase() ? name : `${name} (\`${String(value)}\`)`,
	);
	const text = texts.join(', ');
	if (text.length <= MAX_CHARACTERS) return text;
	const label = longLists.get(text) ?? field.displayName;
	longLists.set(text, label);
	return `[${choices.length} values](#values): ${label}`;
}

function allowedValues(field: INodeProperties, longLists: LongLists): string {
	const { type, typeOptions: { minValue, maxValue } = {} } = field;
	switch (type) {
		case 'options':
			return choicesText(field, longLists);
		case 'multiOptions':
			return `any of: ${choicesText(field, longLists)}`;
		case 'boolean':
			return 'on, off';
		case 'number':
			if (minValue === undefined) return 'number';
			return maxValue === undefined ? `from ${minValue}` : `${minValue} to ${maxValue}`;
		case 'dateTime':
			return 'date and time';
		case 'json':
			return 'JSON';
		default:
			return 'text';
	}
}

function defaultText(field: INodeProperties): string {
	const { type, default: value } = field;
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const choice = choicesOf(field).find((each) => each.value === value);
	if (choice !== undefined) return choice.name;
	return typeof value === 'object' ? '' : String(value);
}

/**
 * Returns whether a table has news about a field: a default, or a list of choices. The choices of Selected
 * Fields are the names of the columns, which need no table.
 */
const isListed = (field: INodeProperties): boolean =>
	field.name !== 'selectedFields' && (choicesOf(field).length > 0 || defaultText(field) !== '');

const listedFields = ({ operation }: Offered): FieldPath[] =>
	fieldPaths(operationFields(operation)).filter(({ field }) => isListed(field));

const rowOf = ({ label, field }: FieldPath, longLists: LongLists): string[] => [
	label,
	defaultText(field),
	allowedValues(field, longLists),
];

/** A field is shared if this many operations have it with the same default and the same values. */
const MIN_OPERATIONS = 4;

/** The fields that many operations share, by the text of their rows. */
function sharedFields(): Map<string, FieldPath> {
	const counts = new Map<string, number>();
	const shared = new Map<string, FieldPath>();
	for (const offered of allOperations) {
		for (const labelled of listedFields(offered)) {
			const key = keyOf(labelled);
			counts.set(key, (counts.get(key) ?? 0) + 1);
			if (counts.get(key) === MIN_OPERATIONS) shared.set(key, labelled);
		}
	}
	return shared;
}

const keyOf = (labelled: FieldPath): string => rowOf(labelled, new Map()).join(' | ');

/** Makes a table as the formatter of the project aligns it. */
function tableOf(rows: readonly string[][]): string {
	const all = [
		['Field', 'Default', 'Values'],
		...rows.map((row) => row.map((text) => text.replaceAll('|', '\\|'))),
	];
	const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
	const lines = all.map(
		(row) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`,
	);
	lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
	return lines.join('\n');
}

const withoutTables = (text: string): string =>
	text.replaceAll(new RegExp(`\n${START}[^]*?${END}\n`, 'g'), '');

const block = (...parts: string[]): string => [START, ...parts, END].join('\n\n');

/**
 * Returns the text of a page with the present tables of its operations at the end of their sections, and long
 * lists of choices at its end. A table leaves out what {@link withSharedFields} shows.
 */
export function withFieldTables(text: string, operations: readonly Offered[]): string {
	const longLists: LongLists = new Map();
	const shared = sharedFields();
	const [head = '', ...sections] = withoutTables(text).split(/^(?=## )/m);
	const written = sections.map((section) => {
		const offered = operations.find((each) => section.startsWith(`## ${headingOf(each)}\n`));
		if (offered === undefined) return section;
		const fields = listedFields(offered);
		const rows = fields
			.filter((labelled) => !shared.has(keyOf(labelled)))
			.map((labelled) => rowOf(labelled, longLists));
		return rows.length === 0 ? section : `${section.trimEnd()}\n\n${block(tableOf(rows))}\n\n`;
	});
	return withValues([head, ...written].join(''), longLists);
}

/** Adds the long lists of choices to the end of a page. */
function withValues(page: string, longLists: LongLists): string {
	const lists = [...longLists].map(([values, label]) => `**${label}**: ${values}`);
	const parts = lists.length === 0 ? [] : [block('## Values', ...lists)];
	return `${[page.trimEnd(), ...parts].join('\n\n')}\n`;
}

/** Returns the text of the page of shared fields with their present table, and long lists of choices, at its end. */
export function withSharedFields(text: string): string {
	const longLists: LongLists = new Map();
	const rows = [...sharedFields().values()].map((labelled) => rowOf(labelled, longLists));
	return withValues(`${withoutTables(text).trimEnd()}\n\n${block(tableOf(rows))}`, longLists);
}
