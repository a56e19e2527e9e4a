import { describe, expect, it } from '@jest/globals';

import { patternNotes } from '../../../nodes/ParserRule/pattern';

const regex = 'src=(?<source_ip>\\S+) user=(?P<user>\\S+)';
const fields = [
	{ value: 'source_ip', display_name: 'Source' },
	{ value: 'x', display_name: 'user' },
];

describe('what a look at a pattern tells', () => {
	it.each([
		['nothing without a pattern', { fields, sample_log: 'x' }, []],
		['nothing of an empty pattern', { regex: '', sample_log: 'x' }, []],
		['nothing where all fits', { regex, fields, sample_log: 'src=10.0.0.1 user=joe' }, []],
		['nothing of groups where no mapping is given', { regex }, []],
		['nothing of mappings where no group has a name', { regex: '(\\S+)', fields }, []],
		[
			'that it does not compile',
			{ regex: 'a(', fields },
			['The pattern does not compile as a JavaScript regular expression; it was sent as it is: a('],
		],
		[
			'which groups no mapping names',
			{ regex, fields: [{ value: 'source_ip' }] },
			['Groups of the pattern without a field mapping: user'],
		],
		[
			'which mappings name no group',
			{ regex, fields: [...fields, { value: 'port' }, { display_name: 'Zone' }] },
			['Field mappings without a group in the pattern: port, Zone'],
		],
		[
			'nothing of a mapping by number',
			{ regex, fields: [...fields, { value: 'port', group_number: 3 }] },
			[],
		],
		[
			'that the sample does not fit',
			{ regex, fields, sample_log: 'src= user=' },
			['The pattern does not fit the sample log'],
		],
	])('%s', (_what, rule, notes) => {
		expect(patternNotes(rule)).toEqual(notes);
	});

	it.each([
		['a repeated group of repeats', '^(a+)+$', 'a'.repeat(30) + '!'],
		['repeats that overlap', '.*.*.*.*x', 'a'.repeat(400)],
		['a sample that is too long', 'x$', 'a'.repeat(501)],
		['a choice that repeats', '^(a|a)*$', 'a'.repeat(40) + '!'],
		['a repeated group with a bound', '^(?:a?){40}a{40}$', 'a'.repeat(39)],
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
	])('tries %s', (_what, quick, sample_log) => {
		expect(patternNotes({ regex: quick, sample_log })).toEqual([]);
	});
});
