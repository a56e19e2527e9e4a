import type { INodeProperties } from 'n8n-workflow';

const collectionOf = <const N extends string, const O extends INodeProperties[]>(
	displayName: string,
	name: N,
	placeholder: string,
	options: O,
) => ({ displayName, name, type: 'collection' as const, placeholder, default: {}, options });

export const FILTERS_NAME = 'filters' as const;

/** The filters of a read. An expression that leaves a filter empty is refused, so it never widens a search. */
export const filterCollection = <const O extends INodeProperties[]>(options: O) => ({
	...collectionOf('Filters', FILTERS_NAME, 'Add Filter', options),
	refusesEmpty: true as const,
});

/** The options of an operation. The engine adds its own to those of a write. */
export const optionCollection = <const O extends INodeProperties[]>(options: O) =>
	collectionOf('Options', 'options', 'Add Option', options);

/** The fields of an update. Only fields that the user added are changed. */
export const updateCollection = <const O extends INodeProperties[]>(options: O) =>
	collectionOf('Update Fields', 'updateFields', 'Add Field', options);
