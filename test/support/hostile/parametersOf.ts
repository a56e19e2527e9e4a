import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';

import { placesIn, rowsIn, type Place } from '../rules/fieldTree';

/** One parameter of an operation, wherever it stands: a message may call it by any of its labels. */
export interface Target extends Omit<Place, 'put'> {
	/** The node's parameters with a value there, beside those that make it visible. */
	set: (value: NodeParameterValueType) => INodeParameters;
}

/** Texts with a grammar of their own. */
const GOOD_TEXTS = new Map([
	['query', 'EVENTID = "4625"'],
	['field', 'EVENTID'],
]);

/** A value that the field takes. */
export function goodValue(field: INodeProperties): NodeParameterValueType {
	const { type, typeOptions, options = [], modes, name } = field;
	if (type === 'fixedCollection') return {};
	if (typeOptions?.multipleValues === true) return ['Security'];
	switch (type) {
		case 'number':
			return Math.max(typeOptions?.minValue ?? 0, Number(field.default), 1);
		case 'boolean':
			return true;
		case 'dateTime':
			return '2026-03-01T11:00:00Z';
		case 'options': {
			const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
			// The other choices may need more than themselves.
			return values.find((value) => value === field.default) ?? values[0] ?? '';
		}
		case 'resourceLocator':
			if (modes?.some((mode) => mode.name === 'id') === true) return '1002';
			return name === 'domain_name' ? 'corp.example.com' : 'WindowsGroup';
		case 'multiOptions': {
			const [first] = options;
			return first !== undefined && 'value' in first ? [String(first.value)] : ['1'];
		}
		case 'json':
			return [];
		case 'collection':
			return {};
		default:
			return GOOD_TEXTS.get(name) ?? 'good';
	}
}

const goodRows = (members: readonly INodeProperties[], changed: INodeParameters) => [
	{
		...Object.fromEntries(members.map((each) => [each.name, goodRowValue(each)])),
		...changed,
	},
];

const goodRowValue = (field: INodeProperties): NodeParameterValueType => {
	const [group] = field.options ?? [];
	return field.type === 'fixedCollection' && group !== undefined && 'values' in group
		? { [group.name]: rowsIn(field, goodRows(group.values, {})) }
		: goodValue(field);
};

const ofOperation = (properties: readonly INodeProperties[], operation: string) =>
	properties.filter(({ displayOptions, noDataExpression }) => {
		const show = displayOptions?.show;
		const shown = show?.['operation'] ?? show?.['/operation'];
		return noDataExpression !== true && (shown === undefined || shown.includes(operation));
	});

/** All that n8n may ask for: where an expression decides what is visible, that is everything required. */
export const requiredOf = (
	properties: readonly INodeProperties[],
	operation: string,
): INodeParameters =>
	Object.fromEntries(
		ofOperation(properties, operation)
			.filter(({ required }) => required === true)
			.map((field) => [field.name, goodValue(field)]),
	);

/** Every parameter of an operation, those inside others included. */
export function parametersOf(properties: readonly INodeProperties[], operation: string): Target[] {
	return ofOperation(properties, operation).flatMap((outermost) => {
		const visible = Object.entries(outermost.displayOptions?.show ?? {}).flatMap(
			([name, values]) => {
				const [value] = values ?? [];
				return name.endsWith('operation') || value === undefined || typeof value === 'object'
					? []
					: [[name, value] as const];
			},
		);
		return placesIn(outermost, goodRows).map(({ put, ...place }) => ({
			...place,
			set: (value) => ({ ...Object.fromEntries(visible), [outermost.name]: put(value) }),
		}));
	});
}

/** The value of an item under a name, as an expression reads it. */
export const fromItem = '={{ $json.value }}';

/** An item with a value of its own. */
export const itemWith = (item: IDataObject | undefined, value: unknown): IDataObject =>
	Object.assign({ ...item }, { value });
