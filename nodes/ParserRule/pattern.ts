import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import type { Mapping } from './ruleFields';

interface Extraction {
	regex?: string;
	fields?: readonly Mapping[] | undefined;
}

/** What a service may take of a pattern and of a sample log, in characters. */
const MAX_PATTERN = 10_000;
const MAX_SAMPLE = 100_000;

/** Group kinds, possessive repeats and verbs that other dialects know and JavaScript does not. */
const OTHER_DIALECT = /\(\?(?![:=!<])|[*+?}]\+|\(\*[A-Z]/;

/** Why JavaScript does not compile a pattern; undefined if it does. */
function problemOf(regex: string): string | undefined {
	try {
		new RegExp(regex.replaceAll('(?P<', '(?<'));
		return undefined;
	} catch (error) {
		const { message } = error instanceof Error ? error : new Error(String(error));
		return message.slice(message.lastIndexOf(': ') + 2);
	}
}

/**
 * A pattern as it is sent. One of another dialect passes, since the dialect of the service is not known.
 * @throws InvalidParameterError for a pattern that does not compile, or that is too long
 */
export function validPattern(regex: string): string {
	if (regex.length > MAX_PATTERN) throw tooLong('Pattern', MAX_PATTERN, regex);
	const problem = problemOf(regex);
	if (problem === undefined || OTHER_DIALECT.test(regex)) return regex;
	throw new InvalidParameterError(
		`The pattern does not compile: ${problem}: ${shown(regex)}`,
		'Correct the pattern.',
	);
}

/** A sample log as it is sent. @throws InvalidParameterError for one that is too long */
export function validSample(sample_log: string): string {
	if (sample_log.length <= MAX_SAMPLE) return sample_log;
	throw tooLong('Sample Log', MAX_SAMPLE, sample_log);
}

const tooLong = (label: string, most: number, { length }: string): InvalidParameterError =>
	new InvalidParameterError(
		`${label} has ${length} characters`,
		`Allowed are at most ${most} characters.`,
	);

const shown = (regex: string): string => (regex.length > 200 ? `${regex.slice(0, 200)}…` : regex);

/** What the user may want to know of a pattern that is sent. */
export function patternNotes({ regex = '', fields = [] }: Extraction): string[] {
	if (regex === '') return [];
	if (problemOf(regex) !== undefined) {
		return [
			`The pattern is not one of JavaScript, so it was not looked at; it was sent as it is: ${shown(regex)}`,
		];
	}
	return groupNotes(regex, fields);
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
