import { join } from 'node:path';

import { parseJson } from '../../../nodes/shared/json';
import type { Alert } from '../service/alertStore';
import type { ControlRequest } from '../service/control';
import type { RecordedRequest } from '../service/outgoing';
import { Daemon } from './daemon';
import { temporaryFolder } from './temporaryFolder';

/** The embedded service in a process of its own, as a real n8n needs it. */
export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/** Starts the embedded service on 127.0.0.1, with the options of its command line (`test/support/service/main.ts`). */
export async function startServiceProcess(options: string[] = []) {
	const repository = join(__dirname, '..', '..', '..');
	const ready = /^\{"url".*\}$/m;
	const daemon = await Daemon.start({
		command: process.execPath,
		args: ['--import', 'tsx', join(repository, 'test/support/service/main.ts'), ...options],
		cwd: repository,
		env: { PATH: process.env['PATH'] },
		logFile: join(await temporaryFolder('service'), 'service.log'),
		isReady: (log) => ready.test(log),
	});
	const { url, token } = JSON.parse(ready.exec(daemon.log())?.[0] ?? '') as {
		url: string;
		token: string;
	};
	const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
		const answer = await fetch(url + path, {
			headers: { authorization: `Bearer ${token}` },
			...(body && { method: 'POST', body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
		return parseJson(text) as Answer;
	};
	return {
		/** Its address, without /api/v2. */
		url,
		/** A token with every scope. */
		token,
		/** Changes it while it runs: faults, switches, arrivals. */
		control: async (request: ControlRequest): Promise<void> => await ask('/__control', request),
		/** What it was asked since its start, or since request number `after`. */
		requests: async (after = 0) =>
			await ask<RecordedRequest[]>(`/__control/requests?after=${after}`),
		/** All alerts that it holds. */
		alerts: async () => await ask<Alert[]>('/__control/alerts'),
		/** The rows of one of its lists, read over its interface; long ids are texts. */
		rows: async (path: string, list: string) => {
			type Row = Record<string, unknown>;
			return (await ask<{ data: Record<string, Row[]> }>(`/api/v2${path}`)).data[list] ?? [];
		},
		stop: async () => await daemon.stop(),
	};
}
