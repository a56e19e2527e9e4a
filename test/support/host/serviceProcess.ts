import { rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';

import axios from 'axios';

import { parseJson } from '../../../nodes/shared/json';
import type { ControlRequest } from '../service/control';
import type { RecordedRequest } from '../service/recorder';
import { Daemon } from './daemon';
import { temporaryFolder } from './temporaryFolder';

/** The embedded service in a process of its own, as a real n8n needs it. */
export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/** Starts the embedded service on 127.0.0.1, with the options of its command line (`test/support/service/main.ts`). */
export async function startServiceProcess(options: string[] = []) {
	const folder = await temporaryFolder('service');
	const repository = join(__dirname, '..', '..', '..');
	const daemon = await Daemon.start({
		command: process.execPath,
		args: ['--import', 'tsx', join(repository, 'test/support/service/main.ts'), ...options],
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
	const client = axios.create({
		baseURL: url,
		proxy: false,
		headers: { authorization: `Bearer ${token}` },
		// Its certificate is its own.
		httpsAgent: new Agent({ rejectUnauthorized: false }),
		responseType: 'text',
		transformResponse: (text: string) => text,
		validateStatus: () => true,
	});
	const ask = async <Answer>(path: string, data?: object): Promise<Answer> => {
		const method = data === undefined ? 'GET' : 'POST';
		const answer = await client.request<string>({ url: path, method, data });
		if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.data}`);
		return parseJson(answer.data) as Answer;
	};
	return {
		/** Its address, without /api/v2. */
		url,
		/** A token with every scope. */
		token,
		/** Changes it while it runs: faults, switches, arrivals. */
		control: async (request: ControlRequest): Promise<void> => await ask('/__control', request),
		/** How many requests it got since the last clear. */
		requestCount: async () => (await ask<{ requests: number }>('/__control/counts')).requests,
		/** What it was asked since the last clear, or since request number `after`. */
		requests: async (after = 0) =>
			await ask<RecordedRequest[]>(`/__control/requests?after=${after}`),
		/** The rows of one of its lists, read over its interface, for instance `/log-sources`; long ids are texts. */
		rows: async (path: string, list?: string) => {
			const { data } = await ask<{ data: Record<string, unknown> }>(`/api/v2${path}`);
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
