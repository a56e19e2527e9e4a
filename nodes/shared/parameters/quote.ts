import { InvalidParameterError } from './invalidParameter';

/**
 * A value in quotation marks. Refuses what a grammar could read in two ways: how the service escapes
 * is not documented.
 * @throws InvalidParameterError
 */
export function quoteValue(value: string, quote: '"' | "'", where: string): string {
	if (value.trim() === '') {
		throw new InvalidParameterError(
			`A value in ${where} is empty`,
			'Set it, check that its expression gives a value for this item, or remove the condition.',
		);
	}
	if (value.includes(quote)) throw ambiguous(where, `holds the quotation mark ${quote}`);
	if (value.includes('\\')) throw ambiguous(where, 'holds a backslash');
	if (value.includes('*')) {
		throw ambiguous(where, 'holds an asterisk, which may stand for any text');
	}
	if (/\p{Cc}/u.test(value)) throw ambiguous(where, 'holds a control character');
	return `${quote}${value}${quote}`;
}

const ambiguous = (where: string, reason: string): InvalidParameterError =>
	new InvalidParameterError(
		`A value in ${where} ${reason}`,
		'How the service reads it is not documented. Give the expression as text, as your service takes it.',
	);

/** Joins conditions in parentheses, also a single one: a service may require them. */
export const joinConditions = (parts: readonly string[], connective: 'AND' | 'OR'): string =>
	`(${parts.join(` ${connective} `)})`;
