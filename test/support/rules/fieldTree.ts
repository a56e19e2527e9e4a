import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

/** The fields that stand directly inside a collection, or inside the groups of a fixed collection. */
export const fieldsInside = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});

/** These fields and all that stand inside them, at any depth. */
export const allFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...allFields(fieldsInside(field))]);

/** Fields that hold a value themselves. */
export const valueFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	allFields(fields).filter(({ type }) => type !== 'collection' && type !== 'fixedCollection');

/** The choices of a drop-down that are written into it. */
export const choicesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? [option] : []));

/** A field that holds a value, and where it stands. */
export interface Place {
	field: INodeProperties;
	/** The names of the fields on the way to it, its own included: filters.status. */
	path: string;
	/** The labels of these fields. */
	labels: string[];
	/** The value of the outermost field with a value there. */
	put: (value: NodeParameterValueType) => NodeParameterValueType;
}

/** The rows of a fixed collection in which a member of one has a value. */
type Rows = (members: readonly INodeProperties[], changed: INodeParameters) => INodeParameters[];

/** These rows as n8n stores them: a fixed collection that takes one row alone holds no list. */
export const rowsIn = (
	{ typeOptions }: INodeProperties,
	rows: INodeParameters[],
): NodeParameterValueType =>
	typeOptions?.multipleValues === true || rows[0] === undefined ? rows : rows[0];

/** The fields inside a field that hold a value, or the field itself where it does. */
export function placesIn(field: INodeProperties, rows: Rows): Place[] {
	const inside = (member: INodeProperties, put: Place['put']): Place[] =>
		placesIn(member, rows).map((place) => ({
			field: place.field,
			path: `${field.name}.${place.path}`,
			labels: [field.displayName, ...place.labels],
			put: (value) => put(place.put(value)),
		}));
	if (field.type === 'collection') {
		return fieldsInside(field).flatMap((member) =>
			inside(member, (value) => ({ [member.name]: value })),
		);
	}
	if (field.type === 'fixedCollection') {
		return (field.options ?? []).flatMap((group) =>
			'values' in group
				? group.values.flatMap((member) =>
						inside(member, (value) => ({
							[group.name]: rowsIn(field, rows(group.values, { [member.name]: value })),
						})),
					)
				: [],
		);
	}
	return [{ field, path: field.name, labels: [field.displayName], put: (value) => value }];
}

/** A field set in two ways that differ in one value of it, which may stand deep inside. */
export interface Change {
	/** The names of the fields on the way to the value. */
	path: string;
	from: NodeParameterValueType;
	to: NodeParameterValueType;
}

/** Every value that can be set inside a field, each changed once; every choice of a drop-down. */
export function changesOf(outermost: INodeProperties): Change[] {
	const rows: Rows = (members, changed) => {
		const row = Object.fromEntries(members.map((each) => [each.name, sampleOf(each)]));
		return [{ ...row, ...changed }, row];
	};
	return placesIn(outermost, rows).flatMap(({ field, path, put }) => {
		const values = valuesOf(field).map(put);
		return values.slice(1).map((to, index) => ({ path, from: values[index], to }));
	});
}

/** A value that a field takes. */
export function sampleOf(field: INodeProperties): NodeParameterValueType {
	if (field.type === 'collection') return {};
	const [first] = changesOf(field);
	return first?.from ?? field.default;
}

/** Values that a field takes, two at least. */
function valuesOf(field: INodeProperties): NodeParameterValueType[] {
	const usual = typeof field.default === 'number' ? field.default : 1;
	const least = field.typeOptions?.minValue ?? usual;
	const choices = choicesOf(field).map(({ value }) => value);
	const ids = ['11', '22'];
	const texts = ['a1', 'b2'];
	switch (field.type) {
		case 'boolean':
			return [false, true];
		case 'number':
			return [least, least + 1];
		case 'dateTime':
			return ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
		case 'json':
			return ['[{"value":"a"}]', '[{"value":"b"}]'];
		case 'options':
			return choices;
		case 'multiOptions':
			return (choices.length > 0 ? choices : ids).map((value) => [value]);
		case 'resourceLocator':
			return field.modes?.some(({ name }) => name === 'id') === true ? ids : texts;
		default:
			return field.typeOptions?.multipleValues === true ? texts.map((text) => [text]) : texts;
	}
}
