import type { INodeProperties } from 'n8n-workflow';

import { choicesOf } from './fieldTree';

/** A field that holds a value, by the path that leads to it: `filters.status`. */
export interface FieldPath {
	path: string;
	field: INodeProperties;
}

/** The fields that hold a value, those of collections and of rows included. */
export const fieldPaths = (fields: readonly INodeProperties[], within = ''): FieldPath[] =>
	fields.flatMap((field) => {
		const path = `${within}${field.name}`;
		if (field.type === 'notice' || field.type === 'hidden') return [];
		if (field.type !== 'collection' && field.type !== 'fixedCollection') return [{ path, field }];
		return (field.options ?? []).flatMap((option) =>
			fieldPaths('values' in option ? option.values : 'type' in option ? [option] : [], `${path}.`),
		);
	});

/** The choices of a drop-down that a user can change to: a filter or a field to update has no preset one. */
export const otherChoices = ({ path, field }: FieldPath): unknown[] =>
	field.type === 'options'
		? choicesOf(field)
				.map(({ value }) => value)
				.filter((value) => /^(?:filters|updateFields)\./.test(path) || value !== field.default)
		: [];
