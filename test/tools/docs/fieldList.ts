import type { INodeParameters, INodeProperties } from 'n8n-workflow';

/** Types of fields that say something to the user and hold nothing. */
const SILENT = ['notice', 'callout', 'hidden', 'button', 'credentials'];

type Option = NonNullable<INodeProperties['options']>[number];

const isField = (option: Option): option is INodeProperties => 'type' in option;

/** The fields inside a collection; of a field with choices none. */
const inside = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) =>
		'values' in option ? option.values : isField(option) ? [option] : [],
	);

/** The name that the editor shows for a choice. */
const choiceOf = (field: INodeProperties, value: unknown): string | undefined =>
	field.options?.find((option) => 'value' in option && option.value === value)?.name;

const asShown = (field: INodeProperties, value: unknown): string => {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const choices = Array.isArray(value) ? value : [value];
	return choices.map((choice) => choiceOf(field, choice) ?? String(choice)).join(', ');
};

/** Where a field stands. */
interface Where {
	/** In a collection, whose members are added one by one. */
	isInside: boolean;
	/** In one whose members have no effect if they are not added. */
	isAdded: boolean;
}

/** What a field is if the user leaves it alone: `required`, or its default. */
function startOf(field: INodeProperties, { isInside, isAdded }: Where): string {
	if (field.required === true) return ' (required)';
	const { default: value } = field;
	// A switch that is not added is off.
	if (isInside && value === true) return ', on when added';
	const when = isAdded ? 'when added' : 'by default';
	if (typeof value === 'string' && value.startsWith('=')) return `, ${code(value)} ${when}`;
	const isList = Array.isArray(value) && value.length > 0;
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
	return isList || isPlain ? `, ${asShown(field, value)} ${when}` : '';
}

/** More choices than these are seen in the editor only. */
const MAX_CHOICES = 8;

/** The choices of a drop-down. */
function choicesOf({ type, options = [] }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return '';
	if (options.length === 0 || options.length > MAX_CHOICES) return '';
	return ` Choices: ${options.map(({ name, ...rest }) => ('displayName' in rest ? rest.displayName : name)).join(', ')}.`;
}

/** The range that a number must be in. */
function rangeOf({ typeOptions: { minValue, maxValue } = {} }: INodeProperties): string {
	if (minValue === undefined && maxValue === undefined) return '';
	if (maxValue === undefined) return ` At least ${String(minValue)}.`;
	return ` ${String(minValue ?? 0)} to ${String(maxValue)}.`;
}

/** A text without the links of the editor, with a full stop. */
const sentence = (text = ''): string => {
	const plain = text
		.replaceAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g, '$2')
		.replaceAll(/&lt;/g, '<')
		.trim();
	return plain === '' || /[.!?]$/.test(plain) ? plain : `${plain}.`;
};

/** Collections whose members have no effect if they are not added. */
const ADDED = ['filters', 'updateFields'];

/** A list of fields in Markdown, as the editor names them, each with its default and its range. */
export const fieldList = (fields: readonly INodeProperties[]): string =>
	linesOf(fields, '', { isInside: false, isAdded: false });

const linesOf = (fields: readonly INodeProperties[], indent: string, where: Where): string =>
	fields
		.filter(({ name, type }) => !SILENT.includes(type) && name !== 'pollTimes')
		.map((field) => {
			const text = `${sentence(field.description)}${rangeOf(field)}${choicesOf(field)}`.trim();
			const head = `${indent}- **${field.displayName}**${startOf(field, where)}${text === '' ? '' : `: ${text}`}`;
			const isAdded = where.isAdded || ADDED.includes(field.name);
			const deeper = linesOf(inside(field), `${indent}  `, { isInside: true, isAdded });
			return deeper === '' ? head : `${head}\n${deeper}`;
		})
		.join('\n');

const MODES: Readonly<Record<string, string>> = { id: 'By ID', name: 'By Name', list: 'From List' };

/** A value that a user sets, in the words of the editor. */
function settingOf(field: INodeProperties, value: unknown): string {
	if (typeof value !== 'object' || value === null) {
		const chosen = typeof value === 'boolean' || choiceOf(field, value) !== undefined;
		return chosen ? asShown(field, value) : code(String(value));
	}
	if (Array.isArray(value)) return asShown(field, value);
	if ('__rl' in value && 'mode' in value && 'value' in value) {
		return `${MODES[String(value.mode)] ?? String(value.mode)}, ${code(String(value.value))}`;
	}
	const rows = (field.options ?? []).flatMap((option) =>
		'values' in option ? rowsIn(value, option.name) : [],
	);
	const ofRows = rows.map((row) => settings(inside(field), row).join(', '));
	return [...settings(inside(field), value as INodeParameters), ...ofRows].join('; ');
}

/** The rows that a collection holds under a name. */
const rowsIn = (collection: object, name: string): INodeParameters[] => {
	const held = (collection as Record<string, INodeParameters | INodeParameters[]>)[name];
	return held === undefined ? [] : [held].flat();
};

const code = (text: string): string => `\`${text.replace(/^=/, '')}\``;

/** What a user sets, one text a field: `Limit: 5`. */
export const settings = (
	fields: readonly INodeProperties[],
	parameters: INodeParameters,
): string[] =>
	fields
		.filter(({ name }) => name in parameters)
		.map((field) => `${field.displayName}: ${settingOf(field, parameters[field.name])}`);
