import { setSafeRegexEngine } from 'n8n-workflow';

const withG = (flags = ''): string => (flags.includes('g') ? flags : `${flags}g`);

// n8n allows a regular expression 250 ms of wall-clock time, which a busy machine may exceed.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, withG(flags)))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
