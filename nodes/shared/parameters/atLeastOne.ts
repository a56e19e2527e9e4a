import { InvalidParameterError } from './invalidParameter';

/**
 * The fields to change, at least one of them.
 * @throws InvalidParameterError when there is none
 */
export function atLeastOne<T extends object>(changes: T, names: readonly string[]): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InvalidParameterError(
		'Update Fields holds nothing to change',
		`Add at least one field: ${names.join(', ')}.`,
	);
}
