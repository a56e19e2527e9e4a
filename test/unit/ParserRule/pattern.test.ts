import { describe, expect, it } from '@jest/globals';

import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';
import { patternNotes, validPattern } from '../../../nodes/ParserRule/pattern';

const regex = 'src=(?<source_ip>\\S+) user=(?P<user>\\S+)';
const fields = [
	{ value: 'source_ip', display_name: 'Source' },
	{ value: 'x', display_name: 'user' },
];

describe('what a look at a pattern tells', () => {
	const rules: Record<string, [rule: Parameters<typeof patternNotes>[0], notes: string[]]> = {
		'nothing without a pattern': [{ fields, sample_log: 'x' }, []],
		'nothing of an empty pattern': [{ regex: '', sample_log: 'x' }, []],
		'nothing where all fits': [{ regex, fields, sample_log: 'src=10.0.0.1 user=joe' }, []],
		'nothing of groups where no mapping is given': [{ regex }, []],
		'nothing of mappings where no group has a name': [{ regex: '(\\S+)', fields }, []],
		'that it does not compile': [
			{ regex: '(?i)a', fields },
			[
				'The pattern does not compile as a JavaScript regular expression; it was sent as it is: (?i)a',
			],
		],
		'which groups no mapping names': [
			{ regex, fields: [{ value: 'source_ip' }] },
			['Groups of the pattern without a field mapping: user'],
		],
		'which mappings name no group': [
			{ regex, fields: [...fields, { value: 'port' }, { display_name: 'Zone' }] },
			['Field mappings without a group in the pattern: port, Zone'],
		],
		'nothing of a mapping by number': [
			{ regex, fields: [...fields, { value: 'port', group_number: 3 }] },
			[],
		],
		'that the sample does not fit': [
			{ regex, fields, sample_log: 'src= user=' },
			['The pattern does not fit the sample log'],
		],
	};

	it.each(Object.entries(rules))('%s', (_what, [rule, notes]) => {
		expect(patternNotes(rule)).toEqual(notes);
	});

	it.each([
		['a repeated group of repeats', '^(a+)+$', 'a'.repeat(30) + '!'],
		['three repeats that overlap, on 500 digits', '\\w+\\d+\\w+!', '1'.repeat(500)],
		['four repeats that overlap, on 200 characters', 'a*a*a*a*b', 'a'.repeat(200)],
		['repeats of any character', '.*.*.*.*x', 'a'.repeat(400)],
		['a sample that is too long', 'x+y', 'x'.repeat(5000)],
		['a choice that repeats', '^(a|a)*$', 'a'.repeat(40) + '!'],
		['many choices', '(?:a|a)'.repeat(30) + 'b', 'a'.repeat(40)],
		['a repeated group with a bound', '^(?:a?){40}a{40}$', 'a'.repeat(39)],
		['a look-ahead', '(?=a)a', 'a'],
		['a reference to a group', '(a+)\\1', 'aa'],
		['repeats of an escaped sign that overlap', '\\x61+\\u0061+a+a+a+b', 'a'.repeat(200)],
		['repeats that overlap in a sign beyond ASCII', '[ä\\d]+[ä!]+[ä?]+[ä-]+x', 'ä'.repeat(200)],
	])('does not try %s', (_what, slow, sample_log) => {
		expect(patternNotes({ regex: slow, sample_log })).toEqual([
			'The sample log was not tried against the pattern here: it could take too long',
		]);
	});

	it.each([
		[
			'fields between brackets',
			'^\\[(?<time>[^\\]]+)\\] (?<level>\\w+): (?<message>.+)$',
			'[12:00] INFO: up',
		],
		[
			'many fields between blanks',
			'^(?<a>\\S+) (?<b>\\S+) (?<c>\\S+) (?<d>\\S+) (?<e>\\S+)$',
			'1 2 3 4 5',
		],
		[
			'a long line of fields',
			'src=(?<ip>\\S+) user=(?<user>\\S+)',
			`${'x'.repeat(2000)} src=10.0.0.1 user=joe`,
		],
		['a choice of words', '(?<level>INFO|WARN|ERROR): (?<text>.*)', 'WARN: disk'],
		['one open repeat', 'a.*b', `a${'x'.repeat(200)}b`],
	])('tries %s', (_what, quick, sample_log) => {
		expect(patternNotes({ regex: quick, sample_log })).toEqual([]);
		expect(patternNotes({ regex: `${quick}\\n`, sample_log })).toEqual([
			'The pattern does not fit the sample log',
		]);
	});
});

describe('a pattern that is broken in every dialect', () => {
	it.each([
		['a(', 'has a parenthesis that is not closed'],
		['((a)', 'has a parenthesis that is not closed'],
		['[)](', 'has a parenthesis that is not closed'],
		['a)', 'closes a parenthesis that is not open'],
		['a)(', 'closes a parenthesis that is not open'],
		['(?<user>\\S+))', 'closes a parenthesis that is not open'],
		['[a', 'has a bracket that is not closed'],
		['\\[a] [b\\]', 'has a bracket that is not closed'],
		['[[[[', 'has a bracket that is not closed'],
		['*a', 'has a repeat with nothing to repeat'],
		['a|+b', 'has a repeat with nothing to repeat'],
		['(*)', 'has a repeat with nothing to repeat'],
		['(?:+a)', 'has a repeat with nothing to repeat'],
		['(?<user>?)', 'has a repeat with nothing to repeat'],
	])('is refused: %s', (regex, problem) => {
		expect(() => validPattern(regex)).toThrow(
			new InvalidParameterError(`The pattern ${problem}: ${regex}`, 'Correct the pattern.'),
		);
	});

	it.each([
		'',
		'src=(?<ip>\\S+)',
		'[(]',
		'\\(\\[',
		'a]',
		'(?i)a',
		'a++b',
		'a*+',
		'(?>a)',
		'(?P<user>a)',
		'(?x) a # (',
		'(?#()a++',
		'\\Q(\\Ea++',
		'[](]a++',
		'[[:alpha:](]++',
		'[a[(]]++',
		'(*UTF8)a++',
		'(*pla:a)',
		'^*a',
	])('is not one that some dialect takes: %s', (regex) => {
		expect(validPattern(regex)).toBe(regex);
	});
});
