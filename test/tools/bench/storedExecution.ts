import { join } from 'node:path';

import { run } from '../../support/host/command';
import type { N8nInstall } from '../../support/host/install';
import type { N8n } from '../../support/host/process';

/** An execution that has ended and is stored. */
export interface StoredExecution {
	id: string;
	status: string;
	/** When its end was there to be read, in ms since 1970. */
	at: number;
}

const WATCH = `
const { DatabaseSync } = require('node:sqlite');
const [file, workflowId, limitMs] = process.argv.slice(1);
const last = new DatabaseSync(file, { readOnly: true }).prepare(
	"SELECT id, status FROM execution_entity WHERE workflowId = ? AND stoppedAt IS NOT NULL AND status <> 'running' LIMIT 1",
);
const until = Date.now() + Number(limitMs);
(function look() {
	const row = last.get(workflowId);
	if (row === undefined && Date.now() < until) return setTimeout(look, 5);
	const execution = row && { id: String(row.id), status: row.status, at: Date.now() };
	process.stdout.write(JSON.stringify(execution ?? null));
})();
`;

/**
 * Waits for the end of a workflow's one execution, looking into n8n's database from another process:
 * a question to n8n itself would keep it from its work.
 * @returns undefined where it is not stored after `limitMs`
 */
export async function storedExecution(
	{ node }: N8nInstall,
	{ folder }: N8n,
	workflowId: string,
	limitMs: number,
): Promise<StoredExecution | undefined> {
	const file = join(folder, '.n8n', 'database.sqlite');
	const answer = await run(
		node,
		['--no-warnings', '-e', WATCH, file, workflowId, String(limitMs)],
		folder,
	);
	return (JSON.parse(answer) as StoredExecution | null) ?? undefined;
}
