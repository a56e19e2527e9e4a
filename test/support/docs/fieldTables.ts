import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import { choicesOf } from '../rules/fieldTree';
import type { Offered } from '../rules/allOperations';
import { headingOf } from './pages';

const START = '<!-- Made by `npm run fields` -->';
const END = '<!-- End -->';

/** A longer list of choices stands once, at the end of its page, and does not make a table wide. */
const MAX_CHARACTERS = 100;

const NOTE =
	'A field behind “›” counts only once you add it. Its default is the value that it then has.';

/** The long lists of choices of a page, by their text, each with the label of its field. */
type LongLists = Map<string, string>;

const textOfChoice = (name: string, value: unknown): string =>
	name.toLowerCase() === String(value).toLowerCase() ? name : `${name} (\`${String(value)}\`)`;

function choicesText(field: INodeProperties, longLists: LongLists): string {
	const choices = choicesOf(field);
	const text = choices.map(({ name, value }) => textOfChoice(name, value)).join(', ');
	if (choices.length === 0) return 'from the list, or IDs';
	if (text.length <= MAX_CHARACTERS) return text;
	const labels = [...longLists.values()];
	const { displayName } = field;
	const isTaken = !longLists.has(text) && labels.includes(displayName);
	const label =
		longLists.get(text) ?? (isTaken ? `${displayName} (${labels.length + 1})` : displayName);
	longLists.set(text, label);
	return `[${choices.length} values](#values): ${label}`;
}

function allowedValues(field: INodeProperties, longLists: LongLists): string {
	const { type, typeOptions = {}, modes = [] } = field;
	const { minValue, maxValue, multipleValues } = typeOptions;
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
		case 'resourceLocator':
			return modes.map(({ displayName }) => displayName.replace(/^(?:By|From) /, '')).join(', ');
		case 'dateTime':
			return 'date and time';
		case 'json':
			return 'JSON';
		default:
			return multipleValues === true ? 'list of texts' : 'text';
	}
}

function defaultText(field: INodeProperties): string {
	const { type, required, default: value } = field;
	if (required === true) return 'required';
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const choice = choicesOf(field).find((each) => each.value === value);
	if (choice !== undefined) return choice.name;
	return typeof value === 'object' ? '' : String(value);
}

/** Makes the rows of fields and of the fields inside them, each with its label, default and values. */
const rowsOf = (
	fields: readonly INodeProperties[],
	longLists: LongLists,
	within = '',
): string[][] =>
	fields.flatMap((field) => {
		if (field.type === 'notice' || field.type === 'hidden') return [];
		const label = `${within}${field.displayName}`;
		const inside = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return inside.length > 0
			? rowsOf(inside, longLists, `${label} › `)
			: [[label, defaultText(field), allowedValues(field, longLists)]];
	});

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

/** Returns the text of a page with the present tables of its operations at the end of their sections. */
export function withFieldTables(text: string, operations: readonly Offered[]): string {
	const longLists: LongLists = new Map();
	const plain = text.replaceAll(new RegExp(`\n${START}[^]*?${END}\n`, 'g'), '');
	const [head = '', ...sections] = plain.split(/^(?=## )/m);
	const written = sections.map((section) => {
		const offered = operations.find((each) => section.startsWith(`## ${headingOf(each)}\n`));
		if (offered === undefined) return section;
		const table = tableOf(rowsOf(operationFields(offered.operation), longLists));
		return `${section.trimEnd()}\n\n${START}\n\n${table}\n\n${END}\n\n`;
	});
	const lists = [...longLists].map(([values, label]) => `**${label}**: ${values}`);
	const values = lists.length === 0 ? [] : ['## Values', ...lists];
	const parts = [[head, ...written].join('').trimEnd(), START, ...values, NOTE, END];
	return `${parts.join('\n\n')}\n`;
}
