import { InvalidParameterError } from './invalidParameter';
import { labelsOf, type Labelled } from './labels';

/**
 * The fields to change, at least one of them.
 * @throws InvalidParameterError when there is none
 */
export function atLeastOne<T extends object>(changes: T, fields: readonly Labelled[]): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InvalidParameterError(
		'There is nothing to change',
		`Set at least one of these: ${labelsOf(fields)}.`,
	);
}
