import type { INodeProperties } from 'n8n-workflow';

import { isObject, omit } from '../json';
import type { ParameterValues } from './fieldReaders';

/** A field that only the node reads. It has no column, and a member of a collection moves to `unsent`. */
export interface UnsentField extends INodeProperties {
	unsent: true;
}

export const isUnsent = (field: object): field is UnsentField => 'unsent' in field;

/** Moves the values of unsent members from their collections to `unsent`, so that a collection is sent as it is. */
export function divideUnsent(
	fields: readonly INodeProperties[],
	values: ParameterValues,
): ParameterValues & { unsent: ParameterValues } {
	const divided: ParameterValues & { unsent: ParameterValues } = { ...values, unsent: {} };
	for (const { name, type, options = [] } of fields) {
		const collection = values[name];
		if (type !== 'collection' || !isObject(collection)) continue;
		const names = options.filter(isUnsent).map((member) => member.name);
		const given = names.filter((member) => member in collection);
		for (const member of given) divided.unsent[member] = collection[member];
		divided[name] = omit(collection, ...given);
	}
	return divided;
}
