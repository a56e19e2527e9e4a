/**
 * A pattern whose cost can be bounded consists of these parts only: a character or class with an
 * optional repeat, an assertion, a bar, and groups that do not repeat. Back references, look-arounds
 * and repeated groups are no parts.
 */
const PART =
	/(?<character>\\(?:[^\dBbckpPux]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4})|\[(?:\\[^]|[^\]\\])*\]|[^\\[(){}|^$*+?])(?<repeat>(?:[*+?]|\{\d+(?:,\d*)?\})\??)?|[|^$]|\\[bB]|\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))|\)(?![*+?{])/gy;

interface Part {
	text: string;
	/** A pattern of one character; undefined for parts of no width. */
	character: string | undefined;
	repeat: string | undefined;
}

/**
 * An upper bound for the steps of a backtracking engine that searches a text for a pattern;
 * Infinity where none is known.
 *
 * The engine may begin at each character, try each length of an open repeat and each side of a bar,
 * and so takes at most (n + 1) · (n + 1)^repeats · 2^bars ways. A repeat that is not open goes on
 * from one length only. On each way it reads and gives back each character at most once.
 */
export function mostSteps(source: string, text: string): number {
	const parts = partsOf(source);
	if (parts === undefined) return Infinity;
	const openRepeats = parts.filter((part, index) => isOpen(part, parts.slice(index + 1), text));
	const bars = parts.filter(({ text: sign }) => sign === '|');
	const ways = (text.length + 1) ** (1 + openRepeats.length) * 2 ** bars.length;
	return ways * (2 * text.length + parts.length);
}

function partsOf(source: string): Part[] | undefined {
	const matches = [...source.matchAll(PART)];
	if (matches.map(([text]) => text).join('') !== source) return undefined;
	return matches.map(({ 0: text, groups }) => ({
		text,
		character: groups?.character,
		repeat: groups?.repeat,
	}));
}

/**
 * Whether what follows a repeat can match after more than one of its lengths. It cannot after a
 * shorter one where the next part must take a character that the repeat takes too, or the end.
 */
function isOpen({ character, repeat }: Part, following: readonly Part[], text: string): boolean {
	if (repeat === undefined || /^\{\d+\}/.test(repeat)) return false;
	const next = following.find((part) => part.text !== ')');
	if (next === undefined || next.text === '$') return false;
	if (next.character === undefined || /^(?:[*?]|\{0)/.test(next.repeat ?? '')) return true;
	const both = [character, next.character].map((one) => new RegExp(`^(?:${one})$`));
	return text.split('').some((unit) => both.every((pattern) => pattern.test(unit)));
}
