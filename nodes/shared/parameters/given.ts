import { InvalidParameterError, labelOf, type Labelled } from './invalidParameter';

/**
 * A parameter that a choice of the node asks for.
 * @param label what the editor calls it
 * @throws InvalidParameterError if it is not set, for instance if the choice is an expression
 */
export function given<T extends object, K extends keyof T & string>(
	params: T,
	name: K,
	label: string,
): NonNullable<T[K]> {
	const value = params[name];
	if (value !== undefined && value !== null) return value;
	throw new InvalidParameterError(
		`${label} is empty`,
		'Set it, or choose its field in the node instead of an expression.',
	);
}

/** A copy of an object without the properties of these names. */
export function omit<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const copy = { ...object };
	for (const name of names) Reflect.deleteProperty(copy, name);
	return copy;
}

/**
 * The fields to change, at least one of them.
 * @throws InvalidParameterError if there is none
 */
export function atLeastOne<T extends object>(changes: T, fields: readonly Labelled[]): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InvalidParameterError(
		'There is nothing to change',
		`Set at least one of these: ${fields.map(labelOf).join(', ')}.`,
	);
}
