import { InvalidParameterError } from './invalidParameter';

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
