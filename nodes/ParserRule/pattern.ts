import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { mostSteps } from './matchCost';
import type { Mapping } from './ruleFields';

interface Extraction {
	regex?: string;
	fields?: readonly Mapping[] | undefined;
	sample_log?: string;
}

/** Steps at most of a pattern that is tried on its sample: it must not hold n8n's process up. */
const MOST_STEPS = 20_000_000;

/**
 * What a look at a pattern tells before it is sent. The service's own dialect may differ, so
 * these are notes: whether it compiles, whether its named groups and the mappings match, whether it
 * fits the sample.
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
	if (mostSteps(pattern.source, sample) > MOST_STEPS) {
		return ['The sample log was not tried against the pattern here: it could take too long'];
	}
	return pattern.test(sample) ? [] : ['The pattern does not fit the sample log'];
}

/**
 * A pattern as it is sent. What only JavaScript does not know passes, since the dialect of the service
 * is not known.
 * @throws InvalidParameterError for a pattern that is broken in every dialect
 */
export function validPattern(regex: string): string {
	const problem = compiled(regex) === undefined ? problemOf(regex) : undefined;
	if (problem === undefined) return regex;
	throw new InvalidParameterError(`The pattern ${problem}: ${regex}`, 'Correct the pattern.');
}

/** Quotations and comments of other dialects may hold any sign. */
const OPAQUE = /\\Q|\(\?(?:#|[a-z]*x)/;
/** A class may begin with a closing bracket in other dialects, and `(*` with a name is a verb. */
const SIGN =
	/\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]|\((?:\?(?:[:=!>]|<[=!]|P?<\w+>)|\*(?:[A-Z]|[a-z_]+:))?|[^]/g;

/** What is wrong with a pattern in every dialect, in one pass. */
function problemOf(regex: string): string | undefined {
	if (OPAQUE.test(regex)) return undefined;
	let depth = 0;
	let previous = '|';
	for (const [sign] of regex.matchAll(SIGN)) {
		if (sign === '[') return 'has a bracket that is not closed';
		// Other dialects know classes within classes.
		if (/^\[[^]*\[(?!:)/.test(sign)) return undefined;
		if (sign.startsWith('(')) depth++;
		if (sign === ')' && --depth < 0) return 'closes a parenthesis that is not open';
		const isGroupSyntax = previous === '(' && sign === '?';
		if (/^[*+?]$/.test(sign) && /^[(|]/.test(previous) && !isGroupSyntax) {
			return 'has a repeat with nothing to repeat';
		}
		previous = sign;
	}
	return depth > 0 ? 'has a parenthesis that is not closed' : undefined;
}
