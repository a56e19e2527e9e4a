const COMPARISON = /(\w+)\s*=\s*(?:"((?:[^"\\]|\\["\\])*)"|([^\s()="\\]+))/g;

/** Stands for a comparison that was read: a sign of no language. */
const MARK = '\uE000';

/** Comparisons joined with AND, or one in parentheses: together they are as one comparison. */
const JOINED_MARKS = new RegExp(`${MARK}\\s*AND\\s*${MARK}|\\(\\s*${MARK}\\s*\\)`, 'g');

/**
 * Reads a query: `*`, or comparisons `FIELD = value` and `FIELD = "value with spaces"` joined with
 * AND, in any parentheses; in quotes a backslash stands before `"` and `\` only.
 * @returns the comparisons, all of which must hold; undefined on anything else
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
