import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, jest } from '@jest/globals';
import fc from 'fast-check';

/** The names of the tests that are to run, as the environment tells them; empty for all. */
declare const askedTests: string;

// The same cases for each mutant, and no search for a smaller one that fails.
fc.configureGlobal({ seed: 7, endOnFailure: true });

/** The suites of this run, such as `unit/shared/json`. */
const suites = (process.env['SUITES'] ?? '').split(' ').filter((name) => name !== '');

/** Whether a suite puts something in the place of `n8n-workflow` for all that is loaded after it. */
const replacesModules = (file: string): boolean =>
	/jest\.mock|quickWaits/.test(readFileSync(join(__dirname, '../..', file), 'utf8'));

for (const name of suites) {
	const file = `${name}.test.ts`;
	if (!askedTests.includes(file) && askedTests !== '') continue;
	describe(`${file}:`, () => {
		const load = () => jest.requireActual(`../../${file}`);
		if (replacesModules(file)) jest.isolateModules(load);
		else load();
	});
}

// A mutant that hangs is noticed soon, whatever the suites allow a busy machine.
jest.setTimeout(15_000);
