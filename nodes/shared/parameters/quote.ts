import { InvalidParameterError } from './invalidParameter';

/** Quotes a value, so that it cannot end its own quotation. */
export function quoteValue(value: string, quote: '"' | "'", where: string): string {
	const reason = value.includes(quote)
		? `holds the quotation mark ${quote}`
		: value.endsWith('\\')
			? 'ends with a backslash, which may be taken to cancel the closing quotation mark'
			: controlCharacter.test(value)
				? 'holds a control character'
				: undefined;
	if (reason === undefined) return `${quote}${value}${quote}`;
	throw new InvalidParameterError(
		`A value in ${where} ${reason}`,
		'How the service escapes it is not documented. Choose Text and write the expression as your service takes it.',
	);
}

const controlCharacter = /\p{Cc}/u;

/** Joins parts in parentheses; a single part stands alone. */
export const joinConditions = (parts: readonly string[], connective: 'AND' | 'OR'): string =>
	parts.length === 1 ? parts.join('') : `(${parts.join(` ${connective} `)})`;
