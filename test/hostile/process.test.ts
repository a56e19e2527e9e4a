import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
	WatchedProcess,
	type Harm,
	type WatchedRun,
	type WatchedWork,
} from '../support/hostile/watch';
import type { Fault } from '../support/service/faults';
import { useService } from '../support/service/useService';

const service = useService();

/** What no run may do; a process is stopped at the double of it. */
const MOST: Harm = { blockedMs: 3000, megabytes: 300, left: 0 };

const brokenIn = (run: WatchedRun): string[] =>
	(['blockedMs', 'megabytes', 'left'] as const).filter((name) => run[name] > MOST[name]);

interface Row {
	fault: Fault;
	/** The promise that a client without care breaks. */
	breaks: keyof Harm;
	/** What the node says. */
	says: RegExp;
}

const MEGABYTE = 1_000_000;

const TOO_MUCH: Record<string, Row> = {
	'a text of 10 MB that never ends': {
		fault: {
			kind: 'raw',
			text: `{"id":1700000000000000001,"a":"${'[\\"text'.repeat((10 / 7) * MEGABYTE)}`,
		},
		breaks: 'blockedMs',
		says: /cannot be read: text that is not complete JSON/,
	},
	'a refusal of brackets': {
		fault: {
			kind: 'raw',
			status: 400,
			text: `{"error":{"code":"07001111","detail":"${'['.repeat(0.9 * MEGABYTE)}"}}`,
		},
		breaks: 'blockedMs',
		says: /The service refused GET \/log-sources: \[+/,
	},
	'a bomb': {
		fault: { kind: 'endless', bomb: true },
		breaks: 'megabytes',
		says: /HTTP 200\) is larger than 100 MB/,
	},
	'a body without an end': {
		fault: { kind: 'endless' },
		breaks: 'megabytes',
		says: /HTTP 200\) is larger than 100 MB/,
	},
	'a failure without an end': {
		fault: { kind: 'endless', status: 500 },
		breaks: 'megabytes',
		says: /HTTP 500\) is larger than 1 MB/,
	},
};

const NO_END: Record<string, Fault> = {
	'no answer': { kind: 'hang' },
	'a head without a body': { kind: 'drip', pieces: 2, everyMs: 3_600_000 },
	'a body that drips': { kind: 'drip', pieces: 1000, everyMs: 100 },
};

/** How a node ends that gets no end of an answer, and what it says. */
const ENDS: Record<string, Pick<Row, 'says'> & Partial<WatchedWork> & { timeout?: number }> = {
	'time-out': { timeout: 0.5, says: /^error: The service did not answer within 0.5 seconds/ },
	cancel: { cancelAfterMs: 500, says: /^canceled/ },
	'time-out of the credential test': {
		client: 'credentialTest',
		timeout: 0.5,
		says: /^Error: The service did not answer within 0.5 seconds/,
	},
};

const work = (more: Partial<WatchedWork> = {}, timeout = 60): WatchedWork => ({
	client: 'node',
	credentials: { baseUrl: service.url, accessToken: service.token, timeout },
	...more,
});

const runAlone = async (request: WatchedWork, env: NodeJS.ProcessEnv = {}): Promise<WatchedRun> => {
	const host = new WatchedProcess(env);
	try {
		return await host.run(request);
	} finally {
		host.stop();
	}
};

describe('the process of the nodes', () => {
	let host: WatchedProcess;

	beforeAll(async () => {
		host = new WatchedProcess();
		expect((await host.run(work())).said).toBe('success: ');
	});

	afterAll(() => host.stop());

	it.each(['node', 'credentialTest'] as const)(
		'is left clean by a %s that goes well',
		async (client) => {
			const run = await host.run(work({ client }));
			expect(run.said).toMatch(/^(?:success|OK): /);
			expect(brokenIn(run)).toEqual([]);
		},
	);

	it.each(Object.entries(TOO_MUCH))('is not hurt by %s', async (_name, { fault, says }) => {
		service.faults.push(fault);
		const run = await host.run(work());
		expect(run.said).toMatch(says);
		expect(brokenIn(run)).toEqual([]);
	});

	describe.each(Object.entries(NO_END))('with %s', (_name, fault) => {
		it.each(Object.entries(ENDS))('is left clean after a %s', async (_end, telling) => {
			const { says, timeout, ...more } = telling;
			service.faults.push(fault);
			const run = await host.run(work(more, timeout));
			expect(run.said).toMatch(says);
			expect(brokenIn(run)).toEqual([]);
		});
	});
});

describe('the process of a client without care', () => {
	it.each(Object.entries(TOO_MUCH))('is hurt by %s', async (_name, { fault, breaks }) => {
		service.faults.push(fault);
		expect(brokenIn(await runAlone(work({ client: 'careless' })))).toContain(breaks);
	});

	it.each(Object.entries(NO_END))('keeps a socket after %s', async (_name, fault) => {
		service.faults.push(fault);
		const run = await runAlone(work({ client: 'careless', cancelAfterMs: 500 }));
		expect(run.said).toBe('given up');
		expect(brokenIn(run)).toEqual(['left']);
	});
});

describe('with the SSRF protection of n8n', () => {
	const env = { N8N_SSRF_PROTECTION_ENABLED: 'true' };

	it('a blocked address is told at once, and nothing is sent', async () => {
		const { said, shown } = await runAlone(work(), env);
		expect(said).toBe('error: n8n does not allow requests to the base URL');
		expect(shown?.texts.join()).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(service.requests).toEqual([]);
	});

	it('a client without care sends its request', async () => {
		await runAlone(work({ client: 'careless' }), env);
		expect(service.requests).toHaveLength(1);
	});
});
