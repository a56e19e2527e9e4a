/** A comparison of a query: FIELD = value. */
export type Comparison = { field: string; value: string };

/** The text is not a query of the grammar. */
export class NotAQuery extends Error {}

const token = /\s*(?:(?<sign>[()=])|"(?<quoted>(?:[^"\\]|\\["\\])*)"|(?<word>[^\s()="\\]+))/y;

type Token = { kind: 'sign' | 'quoted' | 'word'; text: string };

const tokensOf = (query: string): Token[] => {
	const found: Token[] = [];
	token.lastIndex = 0;
	while (token.lastIndex < query.trimEnd().length) {
		const { sign, quoted, word } = token.exec(query)?.groups ?? {};
		if (sign !== undefined) found.push({ kind: 'sign', text: sign });
		else if (word !== undefined) found.push({ kind: 'word', text: word });
		else if (quoted !== undefined) {
			found.push({ kind: 'quoted', text: quoted.replace(/\\(.)/g, '$1') });
		} else throw new NotAQuery(`Unreadable: ${query}`);
	}
	return found;
};

/**
 * Reads a query: `*`, or comparisons `FIELD = value` and `FIELD = "value with spaces"` joined with
 * AND, in any parentheses; in quotes a backslash stands before `"` and `\` only.
 * @returns the comparisons, all of which must hold
 * @throws NotAQuery on anything else
 */
export const parseQuery = (query: string): Comparison[] => {
	if (query.trim() === '*') return [];
	const rest = tokensOf(query);
	const comparisons: Comparison[] = [];
	const take = (kinds: ReadonlyArray<Token['kind']>, texts = /^/): string => {
		const next = rest.shift();
		if (next !== undefined && kinds.includes(next.kind) && texts.test(next.text)) return next.text;
		throw new NotAQuery(`Not a query: ${query}`);
	};
	const isNext = (text: string) => rest[0]?.text === text && rest[0].kind !== 'quoted';
	const term = (): void => {
		if (isNext('(')) {
			rest.shift();
			expression();
			take(['sign'], /^\)$/);
			return;
		}
		const field = take(['word'], /^\w+$/);
		take(['sign'], /^=$/);
		comparisons.push({ field, value: take(['quoted', 'word']) });
	};
	const expression = (): void => {
		term();
		while (isNext('AND')) {
			rest.shift();
			term();
		}
	};
	expression();
	if (rest.length > 0) throw new NotAQuery(`Something is left: ${query}`);
	return comparisons;
};
