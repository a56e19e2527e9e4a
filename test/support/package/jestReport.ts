import { join } from 'node:path';

import { project } from './copy';
import { printed } from './printed';

interface Report {
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ status: string; title: string }>;
	}>;
}

/** What a run of jest in a folder reports of each file of tests. */
export async function jestReport(folder: string, ...options: readonly string[]) {
	const command = join(project, 'node_modules/.bin/jest');
	const text = await printed(command, ['--json', ...options], folder);
	return (JSON.parse(text) as Report).testResults;
}
