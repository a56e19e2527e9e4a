import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/operationFields';
import { operationsByNode } from '../rules/allOperations';
import { choicesOf, fieldPaths } from '../rules/fieldTree';
import { fieldsHeadingOf } from './pages';

/** The marks around what `npm run fields` writes. */
const START = '<!-- fields -->';
const END = '<!-- end -->';

/** A longer list of choices would make a table wide; the editor and a refused value show it. */
const MAX_CHOICES = 10;

const bold = (text: string): string => `**${text}**`;

function choicesText(field: INodeProperties): string {
	const choices = choicesOf(field);
	const texts = choices.map(({ name, value }) => (value === field.default ? bold(name) : name));
	if (texts.length <= MAX_CHOICES) return texts.join(', ');
	const shown = texts.find((text) => text.startsWith('**')) ?? texts[0];
	return `${texts.length} values, such as ${shown}`;
}

function rangeOf({ typeOptions: { minValue, maxValue } = {} }: INodeProperties): string {
	if (minValue === undefined) return 'number';
	return maxValue === undefined ? `from ${minValue}` : `${minValue} to ${maxValue}`;
}

/** Names the values that a picker takes apart from a choice from its list. */
const modesText = ({ modes = [] }: INodeProperties): string =>
	modes.flatMap(({ name }) => (name === 'list' ? [] : [name === 'id' ? 'ID' : name])).join(' or ');

/** Describes the values that a field takes, without its default. */
function kindText(field: INodeProperties): string {
	switch (field.type) {
		case 'number':
			return rangeOf(field);
		case 'dateTime':
			return 'date and time';
		case 'json':
			return 'JSON';
		case 'resourceLocator':
			return modesText(field);
		default:
			return 'text';
	}
}

/** Describes the values that a field takes, with its default in bold. */
function valuesText(field: INodeProperties): string {
	const { type, default: preset } = field;
	if (type === 'options') return choicesText(field);
	if (type === 'multiOptions') {
		const choices = choicesText(field);
		return choices === '' ? 'names or IDs' : `any of: ${choices}`;
	}
	if (type === 'boolean') return preset === true ? '**on**, off' : 'on, **off**';
	const hasDefault = typeof preset === 'number' || (typeof preset === 'string' && preset !== '');
	return hasDefault ? `${kindText(field)}, ${bold(String(preset))}` : kindText(field);
}

/** A row of a table: fields of one collection that the same operations have with the same values. */
interface Row {
	/** The labels of the collections, such as "Filters › "; empty for fields outside. */
	place: string;
	labels: string[];
	values: string;
	operations: string[];
}

/** Lists the fields of a node: fields outside collections, then members by their labels. */
function rowsOf(node: string): Row[] {
	const fields = new Map<string, Row>();
	for (const operation of operationsByNode[node] ?? []) {
		for (const { label, field } of fieldPaths(operationFields(operation))) {
			const place = label.slice(0, -field.displayName.length);
			const name = field.required === true ? `${field.displayName} \\*` : field.displayName;
			const row: Row = { place, labels: [name], values: valuesText(field), operations: [] };
			const key = [place, name, row.values].join('|');
			const known = fields.get(key) ?? row;
			fields.set(key, { ...known, operations: [...known.operations, operation.name] });
		}
	}
	const rows = new Map<string, Row>();
	for (const row of fields.values()) {
		const key = [row.place, row.values, ...row.operations].join('|');
		const known = rows.get(key);
		rows.set(key, { ...row, labels: [...(known?.labels ?? []), ...row.labels] });
	}
	return [...rows.values()].sort((one, other) => one.place.localeCompare(other.place, 'en'));
}

function tableOf(rows: readonly string[][]): string {
	const all = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')));
	const widths = (all[0] ?? []).map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
	const lines = all.map(
		(row) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`,
	);
	lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
	return lines.join('\n');
}

/** Names the operations that have a field, among all operations of their node. */
function operationsText(operations: readonly string[], all: readonly string[]): string {
	const others = all.filter((name) => !operations.includes(name));
	if (others.length > 1 || all.length < 4) return operations.join(', ');
	return ['all', ...others].join(' but ');
}

/** Makes the table of a node's fields. The column of operations exists if the node has several. */
function fieldTable(node: string): string {
	const names = (operationsByNode[node] ?? []).map(({ name }) => name);
	const isShared = names.length > 1;
	const rows = rowsOf(node).map(({ place, labels, values, operations }) => [
		`${place}${labels.join(', ')}`,
		...(isShared ? [operationsText(operations, names)] : []),
		values,
	]);
	const head = [
		'Field (\\* required)',
		...(isShared ? ['Operations'] : []),
		'Values (**default**)',
	];
	return tableOf([head, ...rows]);
}

/** Returns a page with the present table of each node at the end of its section. @throws Error without that section */
export function withFieldTables(text: string, nodes: readonly string[]): string {
	const withoutTables = text.replaceAll(new RegExp(`\n${START}[^]*?${END}\n`, 'g'), '');
	const sections = withoutTables.split(/^(?=## )/m);
	for (const node of nodes) {
		const heading = `## ${fieldsHeadingOf(node)}`;
		const at = sections.findIndex((section) => section.startsWith(`${heading}\n`));
		if (at < 0) {
			throw new Error(
				`The page of ${node} has no heading "${heading}": add it where the table of its fields belongs`,
			);
		}
		const section = (sections[at] ?? '').trimEnd();
		sections[at] = `${[section, START, fieldTable(node), END].join('\n\n')}\n\n`;
	}
	return `${sections.join('').trimEnd()}\n`;
}
