/** A comparison of a query: FIELD = value. */
export type Comparison = { field: string; value: string };

/** The text is not a query of the grammar. */
export class NotAQuery extends Error {}

const token = /\s*(?:([()=])|"((?:[^"\\]|\\.)*)"|([^\s()="\\]+))/y;

type Token = { kind: 'sign' | 'quoted' | 'word'; text: string };

const tokens = (query: string): Token[] => {
	const found: Token[] = [];
	const text = query.trimEnd();
	token.lastIndex = 0;
	while (token.lastIndex < text.length) {
		const match = token.exec(text);
		if (match === null) throw new NotAQuery(`Unreadable: ${query}`);
		const [, sign, quoted, word] = match;
		if (sign !== undefined) found.push({ kind: 'sign', text: sign });
		else if (quoted !== undefined) {
			if (/\\[^"\\]/.test(quoted.replaceAll('\\\\', ''))) throw new NotAQuery(`Escape: ${query}`);
			found.push({ kind: 'quoted', text: quoted.replace(/\\(["\\])/g, '$1') });
		} else if (word !== undefined) found.push({ kind: 'word', text: word });
	}
	return found;
};

/**
 * Reads a query: `*`, or comparisons `FIELD = value` and `FIELD = "value with spaces"` (with \" and
 * \\ inside), joined with AND, in any parentheses. Returns the comparisons, all of which must hold.
 * Throws NotAQuery on anything else.
 */
export const parseQuery = (query: string): Comparison[] => {
	if (query.trim() === '*') return [];
	const rest = tokens(query);
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
