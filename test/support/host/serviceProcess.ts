import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { parseJson } from '../../../nodes/shared/json';
import type { ControlRequest } from '../service/control';
import type { RecordedRequest } from '../service/recorder';
import { Daemon } from './daemon';
import { temporaryFolder } from './temporaryFolder';

/** The embedded service in a process of its own, as a real n8n needs it. */
export interface ServiceProcess {
	/** Its address, without /api/v2. */
	readonly url: string;
	/** A token with every scope. */
	readonly token: string;
	readonly daemon: Daemon;
	/** Changes it while it runs: faults, switches, arrivals. */
	control(request: ControlRequest): Promise<void>;
	/** What it was asked since the last clear, or since request number `after`. */
	requests(after?: number): Promise<RecordedRequest[]>;
	/** The rows of one of its lists, read over its interface, for instance `/log-sources`; long ids are texts. */
	rows(path: string, list?: string): Promise<Array<Record<string, unknown>>>;
	stop(): Promise<void>;
}

/** Starts the embedded service on 127.0.0.1, with the options of its command line (`test/support/service/main.ts`). */
export async function startServiceProcess(options: string[] = []): Promise<ServiceProcess> {
	const folder = await temporaryFolder('service');
	const repository = join(__dirname, '..', '..', '..');
	const daemon = await Daemon.start({
		command: process.execPath,
		args: [
			'--import',
			'tsx',
			join(repository, 'test', 'support', 'service', 'main.ts'),
			...options,
		],
		cwd: repository,
		env: { PATH: process.env['PATH'] },
		logFile: join(folder, 'service.log'),
	});
	const ready = /^\{"url".*\}$/m;
	await daemon.waitUntil(() => Promise.resolve(ready.test(daemon.log())), 60_000);
	const { url, token } = JSON.parse(ready.exec(daemon.log())?.[0] ?? '') as {
		url: string;
		token: string;
	};
	const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
		const answer = await fetch(url + path, init);
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
		return parseJson(await answer.text()) as Answer;
	};
	return {
		url,
		token,
		daemon,
		control: async (request) => {
			await ask('/__control', { method: 'POST', body: JSON.stringify(request) });
		},
		requests: async (after = 0) => await ask(`/__control/requests?after=${after}`),
		rows: async (path, list) => {
			const { data } = await ask<{ data: Record<string, unknown> }>(`/api/v2${path}`, {
				headers: { authorization: `Bearer ${token}` },
			});
			const rows = list === undefined ? data : data[list];
			if (!Array.isArray(rows)) throw new Error(`${path} holds no list ${list ?? 'data'}`);
			return rows as Array<Record<string, unknown>>;
		},
		stop: async () => {
			await daemon.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
