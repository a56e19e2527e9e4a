import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

import { accountOf } from '../support/account';
import { randomFrom } from '../support/randomFrom';
import { newLogSource } from '../support/service/records';
import { startService, type Service } from '../support/service/service';
import { volumeWorld } from '../support/service/volumeWorld';
import type { Workflow } from '../support/host/client';
import { pollingWorkflow, work, type Credential } from '../support/host/definitions';
import { installN8n, type N8nInstall } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { packTarball } from '../support/host/tarball';
import { until } from '../support/host/until';

const KILLS = Number(process.env['KILLS'] ?? 10);

const withEachPoll = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// A killed process holds its lease until that ends: here for seconds.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_LEASE_DURATION: '15',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
};

let service: Service;
let install: N8nInstall;
let tarball: string;

beforeAll(async () => {
	service = await startService({ world: volumeWorld({}) });
	install = await installN8n();
	tarball = await packTarball();
}, 900_000);
afterAll(async () => await service.stop());

/**
 * Starts a killed n8n again, as what supervises it does: n8n 2.41 may end once more while it looks
 * after an execution that had been created and not begun.
 */
async function supervised(n8n: N8n, attempts = 3): Promise<void> {
	try {
		await n8n.restart();
	} catch (error) {
		if (attempts === 1) throw error;
		process.stderr.write('n8n ended at its start\n');
		await supervised(n8n, attempts - 1);
	}
}

/**
 * Lets an alert and a log source arrive four times a second, both named by their number.
 * @returns when each arrived, in ms since 1970, and a function that ends it
 */
function startArrivals() {
	const times: number[] = [];
	const place = { domain_name: 'corp.example.com' };
	const timer = setInterval(() => {
		const name = `ARRIVED-${times.length}`;
		times.push(Date.now());
		service.arrive([{ message: name }]);
		const id = service.world.nextId('logSource');
		service.world.putLogSource(newLogSource(id, name, place, service.clock.now()));
	}, 250);
	return { times, end: () => clearInterval(timer) };
}

/** What became of all that arrived in the executions of a workflow. */
async function ledgerOf(
	{ client }: N8n,
	{ id: workflowId }: Workflow,
	times: readonly number[],
	kills: readonly number[],
) {
	const executions = await Promise.all(
		// The oldest first.
		(await client.executions(workflowId)).reverse().map(async ({ id, status, startedAt }) => {
			const { data } = await client.send<{ data: string }>('GET', `/executions/${id}`);
			const numbers = [...data.matchAll(/ARRIVED-(\d+)/g)].map(([, number]) => Number(number));
			return { status, startedAt: startedAt ?? '', numbers: new Set(numbers) };
		}),
	);
	const succeeded = executions
		.filter(({ status }) => status === 'success')
		.flatMap(({ numbers }) => [...numbers]);
	const executed = new Set(succeeded);
	const lost = [...times.keys()].filter((number) => !executed.has(number));
	const inexcusable = lost.filter((number) => {
		if (executions.some(({ numbers }) => numbers.has(number))) return false;
		const next = executions.find(({ numbers }) => Math.max(...numbers) > number);
		const latest = next === undefined ? Infinity : Date.parse(next.startedAt);
		return !kills.some((kill) => Number(times[number]) <= kill && kill <= latest);
	});
	return {
		arrived: times.length,
		executed: executed.size,
		/** In two executions that ended well. */
		twice: succeeded.length - executed.size,
		/** In no execution that ended well. */
		lost: lost.length,
		/** Of these, in no execution at all, and something newer was handed over before a kill. */
		inexcusable,
	};
}

describe.each([
	['with an execution', {}],
	['with each poll', withEachPoll],
])('the state stored %s', (stored, env) => {
	let n8n: N8n;
	let credential: Credential;

	beforeAll(async () => {
		service.reset();
		n8n = await startN8n({ install, tarball, env, logLevel: 'info' });
		credential = await n8n.client.createCredential('logManagementApi', accountOf(service));
	}, 300_000);
	afterAll(async () => await n8n.stop());

	it(`loses only what an execution held, through ${KILLS} kills and a service that is down`, async () => {
		expect(n8n.log()).not.toContain('durable poll cursors stay disabled');
		const { client } = n8n;
		const appeared = { logSourceChanges: ['appeared'] };
		const workflows = [
			await client.createWorkflow(pollingWorkflow(credential, 'alertTrigger', {}, [work])),
			await client.createWorkflow(pollingWorkflow(credential, 'healthTrigger', appeared, [work])),
		];
		for (const each of workflows) expect((await client.activate(each)).status).toBe('published');
		// The triggers are to have their baselines.
		await sleep(5000);
		const arrivals = startArrivals();
		const kills: number[] = [];
		const random = randomFrom(20_260_501);
		try {
			for (let kill = 0; kill < KILLS; kill += 1) {
				await sleep(1500 + random(4000));
				if (kill % 2 === 0) {
					await untilPolled();
					await sleep(random(30));
				}
				kills.push(Date.now());
				await n8n.kill();
				const isDown = kill % 4 === 1;
				if (isDown) await service.stop();
				await supervised(n8n);
				if (isDown) {
					await sleep(3000);
					await service.start();
				}
			}
			await sleep(3000);
		} finally {
			arrivals.end();
		}
		// n8n starts the triggers some time after it says that it is ready.
		const states = await Promise.all(workflows.map(({ id }) => client.publication(id)));
		expect(states.map(({ status }) => status)).toEqual(['published', 'published']);
		// n8n waits longer and longer after polls that failed.
		const last = JSON.stringify(`ARRIVED-${arrivals.times.length - 1}`);
		for (const { id } of workflows) {
			const isHandedOver = async () => {
				const [newest] = await client.executions(id);
				if (newest === undefined) return undefined;
				const { data } = await client.send<{ data: string }>('GET', `/executions/${newest.id}`);
				return data.includes(last) ? true : undefined;
			};
			await until('the last of all is handed over', isHandedOver, 900_000);
		}
		await client.quiet(workflows);
		for (const each of workflows) {
			const ledger = await ledgerOf(n8n, each, arrivals.times, kills);
			process.stderr.write(`${each.name}, state stored ${stored}: ${JSON.stringify(ledger)}\n`);
			expect(ledger.inexcusable).toEqual([]);
			expect(ledger.executed).toBeGreaterThan(0);
			// If n8n keeps the state in memory, a kill may come between an execution and its state.
			expect(ledger.twice).toBeLessThanOrEqual(stored === 'with each poll' ? 0 : kills.length);
		}
	}, 1_800_000);

	it('shows what is wrong to the user who activates', async () => {
		const wrong = await n8n.client.createCredential('logManagementApi', {
			baseUrl: service.url,
			accessToken: 'a-token-that-is-none',
		});
		const definition = pollingWorkflow(wrong, 'alertTrigger');
		const publication = await n8n.client.activate(await n8n.client.createWorkflow(definition));
		expect(publication).toMatchObject({
			status: 'failed',
			triggers: [{ errorMessage: expect.stringContaining('The service refused the access token') }],
		});
	}, 120_000);
});

/** Resolves while a poll is under way: one of its requests has just been answered. */
async function untilPolled(): Promise<void> {
	const before = service.requests.length;
	while (service.requests.length === before) await sleep(1);
}
