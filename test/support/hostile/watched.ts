/** Does the work that its parent sends, and reports every 50 ms what that did to this process. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type * as harness from '../harness/harness';
import type { Harm, WatchedRun, WatchedWork } from './watch';

type Client = (work: WatchedWork) => Promise<Pick<WatchedRun, 'said' | 'shown'>>;

const BEAT_MS = 50;

const loadHarness = async (): Promise<typeof harness> => {
	const { quicken } = await import('./quicken.js');
	quicken();
	return await import('../harness/harness.js');
};

const node: Client = async ({ client: _client, cancelAfterMs, mistake, ...setting }) => {
	if (mistake !== undefined) (await import('./mistakes.js')).MISTAKES[mistake]();
	const { runNode } = await loadHarness();
	const { status, outputs, error, hints, logs } = await runNode({
		node: 'logSource',
		parameters: { operation: 'getAll' },
		...setting,
		...(cancelAfterMs !== undefined && { cancel: AbortSignal.timeout(cancelAfterMs) }),
	});
	const { message = '', description } = error ?? {};
	const lines = logs.map((line) => line.message);
	return {
		said: `${status}: ${message}`,
		shown: { outputs, hints, texts: [message, description ?? '', ...lines] },
	};
};

const credentialTest: Client = async ({ credentials }) => {
	const { testCredential } = await loadHarness();
	const { status, message } = await testCredential({ ...credentials });
	return { said: `${status}: ${message}` };
};

/** Reads what comes, as a whole and in an expression that is quadratic on `[`. */
const careless: Client = async ({ credentials, cancelAfterMs = 20_000 }) => {
	const { baseUrl, accessToken } = credentials;
	const { default: axios } = await import('axios');
	const answered = axios.get<string>(`${baseUrl}/api/v2/log-sources`, {
		headers: { Authorization: `Bearer ${accessToken}` },
		transformResponse: (text: string) => text,
		validateStatus: () => true,
		responseType: 'text',
	});
	const read = answered.then(({ data }) => data.replace(/\[[^\]]+\]/g, ''));
	return { said: await Promise.race([read, pause(cancelAfterMs, 'given up')]) };
};

const clients = { node, credentialTest, careless };

const memory = (): number => process.memoryUsage().rss / 1e6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Deadlines, whose timers hold no process: Node ends the timer of one that is collected. */
const deadlines = new Set<WeakRef<AbortSignal>>();

const deadlineAfter = AbortSignal.timeout.bind(AbortSignal);

AbortSignal.timeout = (ms) => {
	const deadline = deadlineAfter(ms);
	deadlines.add(new WeakRef(deadline));
	return deadline;
};

function leftNow(): number {
	collectGarbage();
	const held = [...deadlines].filter((each) => each.deref()?.aborted === false);
	const active = process.getActiveResourcesInfo();
	return held.length + active.filter((name) => /TCPSocket|TLS|Timeout/.test(name)).length;
}

/** What the first work loads stays. */
let memoryBefore: number | undefined;

async function watch(work: WatchedWork): Promise<void> {
	const before = memoryBefore ?? memory();
	const leftBefore = leftNow();
	const harm: Harm = { blockedMs: 0, megabytes: 0, left: 0 };
	let last = performance.now();
	const beat = (): void => {
		const now = performance.now();
		harm.blockedMs = Math.max(harm.blockedMs, now - last - BEAT_MS);
		harm.megabytes = Math.max(harm.megabytes, memory() - before);
		last = now;
		process.send?.(harm);
	};
	const timer = setInterval(beat, BEAT_MS);
	const left = await clients[work.client](work);
	await pause(BEAT_MS);
	clearInterval(timer);
	const end = performance.now() + 3000;
	do {
		await pause(BEAT_MS);
		harm.left = leftNow() - leftBefore;
	} while (harm.left > 0 && performance.now() < end);
	memoryBefore ??= memory();
	process.send?.({ ...harm, ...left });
}

process.on('message', (work: WatchedWork) => void watch(work));
process.send?.('ready');
