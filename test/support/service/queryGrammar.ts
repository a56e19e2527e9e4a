import type { Switches } from './switches';

/** A comparison of a query: FIELD = value. */
export type Comparison = { field: string; value: string };

/** The text is not a query of the grammar. */
export class NotAQuery extends Error {}

/** How a query is read where the specification leaves it open. */
export type QueryReadings = Pick<Switches, 'queryBackslash' | 'queryParentheses'>;

const plainest: QueryReadings = { queryBackslash: 'strictEscape', queryParentheses: 'optional' };

const withEscapes = /\s*(?:([()=])|"((?:[^"\\]|\\.)*)"|([^\s()="\\]+))/y;

const literal = /\s*(?:([()=])|"([^"]*)"|([^\s()="\\]+))/y;

/** The value of the text between two quotes. */
const unquoted = (quoted: string, backslash: QueryReadings['queryBackslash']): string => {
	if (backslash === 'literal') return quoted;
	if (backslash === 'refused' && quoted.includes('\\')) throw new NotAQuery(`Escape: ${quoted}`);
	if (backslash === 'strictEscape' && /\\[^"\\]/.test(quoted.replaceAll('\\\\', ''))) {
		throw new NotAQuery(`Escape: ${quoted}`);
	}
	return quoted.replace(/\\(.)/g, '$1');
};

type Token = { kind: 'sign' | 'quoted' | 'word'; text: string };

const tokens = (query: string, backslash: QueryReadings['queryBackslash']): Token[] => {
	const found: Token[] = [];
	const text = query.trimEnd();
	const token = backslash === 'literal' ? literal : withEscapes;
	token.lastIndex = 0;
	while (token.lastIndex < text.length) {
		const match = token.exec(text);
		if (match === null) throw new NotAQuery(`Unreadable: ${query}`);
		const [, sign, quoted, word] = match;
		if (sign !== undefined) found.push({ kind: 'sign', text: sign });
		else if (quoted !== undefined) {
			found.push({ kind: 'quoted', text: unquoted(quoted, backslash) });
		} else if (word !== undefined) found.push({ kind: 'word', text: word });
	}
	return found;
};

/** Whether one pair of parentheses holds all tokens. */
const isEnclosed = (all: readonly Token[]): boolean => {
	let depth = 0;
	return all.every(({ kind, text }, index) => {
		if (kind === 'sign' && text === '(') depth += 1;
		if (kind === 'sign' && text === ')') depth -= 1;
		return depth > 0 || index === all.length - 1;
	});
};

/**
 * Reads a query: `*`, or comparisons `FIELD = value` and `FIELD = "value with spaces"` joined with
 * AND, in any parentheses. Returns the comparisons, all of which must hold. Throws NotAQuery on
 * anything else.
 */
export const parseQuery = (
	query: string,
	{ queryBackslash, queryParentheses }: QueryReadings = plainest,
): Comparison[] => {
	if (query.trim() === '*') return [];
	const rest = tokens(query, queryBackslash);
	if (queryParentheses === 'required' && !isEnclosed(rest)) {
		throw new NotAQuery(`Not in parentheses: ${query}`);
	}
	const comparisons: Comparison[] = [];
	const take = (): Token => {
		const next = rest.shift();
		if (next === undefined) throw new NotAQuery(`Ends early: ${query}`);
		return next;
	};
	const takeSign = (sign: string) => {
		const next = take();
		if (next.kind !== 'sign' || next.text !== sign) throw new NotAQuery(`No ${sign}: ${query}`);
	};
	const term = (): void => {
		const first = take();
		if (first.kind === 'sign' && first.text === '(') {
			expression();
			takeSign(')');
			return;
		}
		if (first.kind !== 'word' || !/^\w+$/.test(first.text)) {
			throw new NotAQuery(`Not a field: ${query}`);
		}
		takeSign('=');
		const value = take();
		if (value.kind === 'sign') throw new NotAQuery(`Not a value: ${query}`);
		comparisons.push({ field: first.text, value: value.text });
	};
	const expression = (): void => {
		term();
		while (rest[0]?.kind === 'word' && rest[0].text === 'AND') {
			rest.shift();
			term();
		}
	};
	expression();
	if (rest.length > 0) throw new NotAQuery(`Something is left: ${query}`);
	return comparisons;
};
