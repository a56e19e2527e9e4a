import type { INodeProperties } from 'n8n-workflow';

import { isFilters } from '../parameters/presence';
import type { MaybeRead, Values } from '../parameters/values';
import { EMPTY_FILTERS, LIMIT_FIELDS, type ALL_FIELDS } from './listOptions';
import { optionCollection, type Operation } from './operation';
import { writeOptions, type WriteOptionValues } from './writeOptions';

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** All fields of an operation, including those that the engine adds, in the order of the editor. */
export function operationFields(operation: Operation): INodeProperties[] {
	return withEngineFields(operation).map(sortMembers);
}

/** Sorts the members of a collection by their labels. */
const sortMembers = (field: INodeProperties): INodeProperties =>
	isCollection(field) && field.options !== undefined
		? { ...field, options: field.options.toSorted(byLabel) }
		: field;

type Member = NonNullable<INodeProperties['options']>[number];

/** Compares code units, since each node sorts its members when n8n loads it. */
const byLabel = (first: Member, second: Member): number =>
	labelOf(first) < labelOf(second) ? -1 : 1;

const labelOf = (member: Member): string =>
	'displayName' in member ? member.displayName : member.name;

/** Adds the options of the engine to those of an operation, and Return All and Limit to a list. */
function withEngineFields(operation: Operation): INodeProperties[] {
	const { kind } = operation;
	const fields = withOptions(operation.fields, engineOptions(operation));
	if (kind !== 'list' || operation.noLimit === true) return fields;
	const firstCollection = fields.findIndex(isCollection);
	const index = firstCollection < 0 ? fields.length : firstCollection;
	return [...fields.slice(0, index), ...LIMIT_FIELDS, ...fields.slice(index)];
}

function withOptions(fields: INodeProperties[], more: INodeProperties[]): INodeProperties[] {
	if (more.length === 0) return fields;
	const ownOptions = fields.find(({ name }) => name === 'options');
	const options = [...(ownOptions?.options ?? []), ...more];
	return [...fields.filter((field) => field !== ownOptions), { ...optionCollection([]), options }];
}

/** Returns the options that the engine adds: those of a write, or Empty Filters. */
const engineOptions = (operation: Operation): INodeProperties[] =>
	operation.kind === 'write'
		? writeOptions(operation)
		: operation.fields.some(isFilters)
			? [EMPTY_FILTERS]
			: [];

/** The values of the fields that the engine reads itself. */
export type EngineValues = MaybeRead<Values<typeof LIMIT_FIELDS>> & {
	unsent: WriteOptionValues & MaybeRead<Values<[typeof ALL_FIELDS]>>;
};
