const COMPARISON = /(\w+)\s*=\s*(?:"((?:[^"\\]|\\["\\])*)"|([^\s()="\\]+))/g;

/** Replaces a parsed comparison: a character of no language. */
const MARK = '\uE000';

/** Matches two comparisons joined with AND, or a comparison in parentheses, which count as one comparison. */
const JOINED_MARKS = new RegExp(`${MARK}\\s*AND\\s*${MARK}|\\(\\s*${MARK}\\s*\\)`, 'g');

/**
 * Parses a query: `*`, or comparisons `FIELD = value` and `FIELD = "value with spaces"` joined with
 * AND, in any parentheses; in quotes a backslash escapes only `"` and `\`.
 * @returns the comparisons, all of which must hold, or undefined for any other text
 */
export const parseQuery = (query: string): Array<{ field: string; value: string }> | undefined => {
	if (query.trim() === '*') return [];
	const comparisons = [...query.matchAll(COMPARISON)].map(([, field = '', quoted, word = '']) => ({
		field,
		value: quoted?.replace(/\\(.)/g, '$1') ?? word,
	}));
	let rest = query.replace(COMPARISON, MARK).trim();
	for (let before = ''; before !== rest;) {
		before = rest;
		rest = rest.replace(JOINED_MARKS, MARK);
	}
	return rest === MARK ? comparisons : undefined;
};
