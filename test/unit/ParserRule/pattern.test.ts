import { describe, expect, it } from '@jest/globals';

import { patternNotes, validPattern, validSample } from '../../../nodes/ParserRule/pattern';

const regex = 'src=(?<source_ip>\\S+) user=(?P<user>\\S+)';
const fields = [
	{ value: 'source_ip', display_name: 'Source' },
	{ value: 'x', display_name: 'user' },
];

describe('what a look at a pattern tells', () => {
	const rules: Record<string, [rule: Parameters<typeof patternNotes>[0], notes: string[]]> = {
		'nothing without a pattern': [{ fields }, []],
		'nothing of an empty pattern': [{ regex: '', fields }, []],
		'nothing if all fits': [{ regex, fields }, []],
		'nothing of groups if no mapping is given': [{ regex }, []],
		'nothing of mappings if no group has a name': [{ regex: '(\\S+)', fields }, []],
		'that it is not one of JavaScript': [
			{ regex: 'a++(?#comment)', fields },
			[
				'The pattern is not one of JavaScript, so it was not looked at; it was sent as it is: a++(?#comment)',
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
	};

	it.each(Object.entries(rules))('%s', (_what, [rule, notes]) => {
		expect(patternNotes(rule)).toEqual(notes);
	});
});

describe('a pattern', () => {
	it.each([
		['a(', 'Unterminated group'],
		['a)', "Unmatched ')'"],
		['[a', 'Unterminated character class'],
		['*a', 'Nothing to repeat'],
	])('that does not compile is refused with the reason: %s', (broken, reason) => {
		expect(() => validPattern(broken)).toThrow(
			`The pattern does not compile: ${reason}: ${broken}`,
		);
	});

	it.each(['', regex, 'a]', '(?i)a', 'a++b', 'a*+', '(?>a)', '(?x) a # (', '(*UTF8)a++'])(
		'that some dialect takes passes: %s',
		(good) => {
			expect(validPattern(good)).toBe(good);
		},
	);

	it('or a sample log that is too long is refused by name', () => {
		expect(validPattern('a'.repeat(10_000))).toHaveLength(10_000);
		expect(() => validPattern('a'.repeat(10_001))).toThrow('Pattern has 10001 characters');
		expect(validSample('a'.repeat(100_000))).toHaveLength(100_000);
		expect(() => validSample('a'.repeat(100_001))).toThrow('Sample Log has 100001 characters');
	});
});
