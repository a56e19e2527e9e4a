import { InvalidParameterError } from './invalidParameter';

/**
 * A parameter that a choice of the node asks for.
 * @throws InvalidParameterError where it is not set, for instance where the choice is an expression
 */
export function given<T extends object, K extends keyof T & string>(
	params: T,
	name: K,
): NonNullable<T[K]> {
	const value = params[name];
	if (value !== undefined && value !== null) return value;
	throw new InvalidParameterError(
		`The parameter ${name} is not set`,
		'Set it, or choose its field in the node instead of an expression.',
	);
}
