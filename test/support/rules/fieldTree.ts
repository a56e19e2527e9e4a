import type { INodeProperties } from 'n8n-workflow';

/** Lists the fields directly inside a collection, or inside the groups of a fixed collection. */
export const fieldsInside = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});

export const allFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...allFields(fieldsInside(field))]);

export const choicesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? [option] : []));

/** A field that holds a value, with its path, `filters.status`, and its label, `Filters › Status`. */
export interface FieldPath {
	path: string;
	label: string;
	field: INodeProperties;
}

/** Lists the fields that hold a value, including fields in collections and rows. */
export const fieldPaths = (
	fields: readonly INodeProperties[],
	parentPath = '',
	parentLabel = '',
): FieldPath[] =>
	fields.flatMap((field) => {
		const path = parentPath + field.name;
		const label = parentLabel + field.displayName;
		if (field.type === 'notice' || field.type === 'hidden') return [];
		if (field.type !== 'collection' && field.type !== 'fixedCollection') {
			return [{ path, label, field }];
		}
		return fieldPaths(fieldsInside(field), `${path}.`, `${label} › `);
	});

/** Lists the choices of a drop-down except the default; all choices of filters and fields to update. */
export const otherChoices = ({ path, field }: FieldPath): unknown[] =>
	field.type === 'options'
		? choicesOf(field)
				.map(({ value }) => value)
				.filter((value) => /^(?:filters|updateFields)\./.test(path) || value !== field.default)
		: [];
