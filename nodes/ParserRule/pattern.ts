import type { Mapping } from './ruleFields';

interface Extraction {
	regex?: string;
	fields?: readonly Mapping[] | undefined;
	sample_log?: string;
}

/** Characters of a sample that are tried: a pattern must not hold the process up. */
const LONGEST_SAMPLE = 500;
const MOST_OPEN_REPEATS = 3;

/**
 * What a look at a pattern tells before it is sent. The service's own dialect may differ, so
 * these are notes and never a refusal: whether it compiles, whether its named groups and the
 * mappings match, whether it fits the sample.
 */
export function patternNotes({ regex, fields, sample_log }: Extraction): string[] {
	if (regex === undefined || regex === '') return [];
	const pattern = compiled(regex);
	if (pattern === undefined) {
		return [
			`The pattern does not compile as a JavaScript regular expression; it was sent as it is: ${regex}`,
		];
	}
	return [...groupNotes(regex, fields ?? []), ...sampleNotes(pattern, sample_log ?? '')];
}

function compiled(regex: string): RegExp | undefined {
	try {
		return new RegExp(regex.replaceAll('(?P<', '(?<'));
	} catch {
		return undefined;
	}
}

function groupNotes(regex: string, fields: readonly Mapping[]): string[] {
	const groups = [...regex.matchAll(/\(\?P?<([A-Za-z]\w*)>/g)].map(([, name]) => name ?? '');
	if (fields.length === 0 || groups.length === 0) return [];
	const named = new Set(fields.flatMap(({ value, display_name }) => [value, display_name]));
	const unmapped = groups.filter((group) => !named.has(group));
	const unknown = fields.filter(
		({ value = '', display_name = '', group_number }) =>
			group_number === undefined && !groups.includes(value) && !groups.includes(display_name),
	);
	return [
		...(unmapped.length === 0
			? []
			: [`Groups of the pattern without a field mapping: ${unmapped.join(', ')}`]),
		...(unknown.length === 0
			? []
			: [
					`Field mappings without a group in the pattern: ${unknown.map(({ value, display_name }) => value ?? display_name ?? '').join(', ')}`,
				]),
	];
}

function sampleNotes(pattern: RegExp, sample: string): string[] {
	if (sample === '') return [];
	if (sample.length > LONGEST_SAMPLE || openRepeats(pattern.source) > MOST_OPEN_REPEATS) {
		return ['The sample log was not tried against the pattern here: it could take too long'];
	}
	return pattern.test(sample) ? [] : ['The pattern does not fit the sample log'];
}

const TOKEN =
	/\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:P?<[A-Za-z]\w*>|[:=!]|<[=!]))?|[)|^$]|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/g;
const REPEAT = /^(?:[*+]|\{\d+,\}|\{\d+(?:,\d+)?\})/;

/**
 * Counts the repeats that a backtracking engine may have to try at many lengths: those whose
 * character can also begin what follows. A repeated group counts as too many.
 */
function openRepeats(source: string): number {
	const tokens: string[] = source.match(TOKEN) ?? [];
	return tokens.reduce((count, token, index) => {
		if (!REPEAT.test(token)) return count;
		const repeated = tokens[index - 1] ?? '';
		if (repeated === ')') return count + MOST_OPEN_REPEATS + 1;
		const next = tokens.slice(index + 1).find((follower) => !/^[()^]/.test(follower)) ?? '';
		const optional = /^[*?]|^\{0/.test(tokens[tokens.indexOf(next, index) + 1] ?? '');
		return !optional && apart(repeated, next) ? count : count + 1;
	}, 0);
}

/** Whether no character fits both of two single-character patterns. */
function apart(one: string, other: string): boolean {
	if (other === '' || /^[|$\\][bB]?$/.test(other)) return false;
	const both = [compiled(`^${one}$`), compiled(`^${other}$`)];
	return ASCII.every((character) => !both.every((pattern) => pattern?.test(character) !== false));
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
