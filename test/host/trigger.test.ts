import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeCredentials } from 'n8n-workflow';

import { accountOf } from '../support/account';
import type { Workflow } from '../support/host/client';
import { pollingWorkflow, workflowOf } from '../support/host/definitions';
import { startN8n, type N8n } from '../support/host/process';
import { until } from '../support/host/until';
import { hash32 } from '../support/service/hash32';
import { newLogSource } from '../support/service/records';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';

const KILLS = Number(process.env['KILLS'] ?? 10);

const withEachPoll = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// A killed process holds its lease until the lease ends, which takes seconds here.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_LEASE_DURATION: '15',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
};

const service = useService({ world: volumeWorld({}) });

/** Restarts a killed n8n as a supervisor does, since n8n 2.41 may end once more while it recovers an execution. */
async function supervised(n8n: N8n, attempts = 3): Promise<void> {
	await n8n.restart().catch(async (error: unknown) => {
		if (attempts === 1) throw error;
		await supervised(n8n, attempts - 1);
	});
}

/** Lets an alert and a log source, named by their number, arrive four times a second. @returns the times in ms */
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

/** Reads the data of an execution as the text that n8n stores. */
const dataOf = async ({ client }: N8n, id: string): Promise<string> =>
	(await client.send<{ data: string }>('GET', `/executions/${id}`)).data;

/**
 * Counts the arrivals in the executions of a workflow: how many were executed successfully, how many of
 * them twice, and which ones are lost although no kill came between their arrival and the start of the
 * next execution with a newer one.
 */
async function ledgerOf(
	n8n: N8n,
	workflow: Workflow,
	times: readonly number[],
	kills: readonly number[],
) {
	const executions = await Promise.all(
		// The oldest first.
		(await n8n.client.executions(workflow.id)).reverse().map(async (execution) => {
			const arrived = (await dataOf(n8n, execution.id)).matchAll(/ARRIVED-(\d+)/g);
			return { ...execution, numbers: new Set([...arrived].map(([, number]) => Number(number))) };
		}),
	);
	const succeeded = executions
		.filter(({ status }) => status === 'success')
		.flatMap(({ numbers }) => [...numbers]);
	const executed = new Set(succeeded).size;
	const inexcusable = [...times.keys()].filter((number) => {
		if (executions.some(({ numbers }) => numbers.has(number))) return false;
		const next = executions.find(({ numbers }) => Math.max(...numbers) > number);
		const latest = next === undefined ? Infinity : Date.parse(next.startedAt ?? '');
		return !kills.some((kill) => Number(times[number]) <= kill && kill <= latest);
	});
	return { executed, twice: succeeded.length - executed, inexcusable };
}

describe.each([
	['with an execution', {}],
	['with each poll', withEachPoll],
])('the state stored %s', (stored, env) => {
	let n8n: N8n;
	let credentials: INodeCredentials;

	beforeAll(async () => {
		n8n = await startN8n({ ...env, N8N_LOG_LEVEL: 'info' });
		credentials = await n8n.client.createCredential('logManagementApi', accountOf(service));
	}, 900_000);
	afterAll(async () => await n8n.stop());

	it(`loses only what an execution held, through ${KILLS} kills and a service that is down`, async () => {
		expect(n8n.log()).not.toContain('durable poll cursors stay disabled');
		const { client } = n8n;
		const appeared = { logSourceChanges: ['appeared'] };
		const workflows = [
			await client.createWorkflow(pollingWorkflow(credentials, 'alertTrigger')),
			await client.createWorkflow(pollingWorkflow(credentials, 'healthTrigger', appeared)),
		];
		for (const each of workflows) expect((await client.activate(each)).status).toBe('published');
		// Each trigger needs a first poll before anything arrives.
		await sleep(5000);
		const arrivals = startArrivals();
		const kills: number[] = [];
		try {
			for (let kill = 0; kill < KILLS; kill += 1) {
				await sleep(1500 + (hash32(kill) % 4000));
				if (kill % 2 === 0) {
					// While a poll is under way: one of its requests has just been answered.
					const { length } = service.requests;
					while (service.requests.length === length) await sleep(1);
					await sleep(hash32(KILLS + kill) % 30);
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
				return newest && (await dataOf(n8n, newest.id)).includes(last);
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

	it('shows the refusal to the user who activates the workflow', async () => {
		const account = accountOf({ url: service.url, token: 'a-token-that-is-none' });
		const wrong = await n8n.client.createCredential('logManagementApi', account);
		// The workflow has no node after the trigger, since n8n counts a Wait node as a trigger too.
		const alone = pollingWorkflow(wrong, 'alertTrigger').nodes.slice(0, 1);
		const workflow = await n8n.client.createWorkflow(workflowOf('Refused', alone));
		const publication = await n8n.client.activate(workflow);
		expect(publication.status).toBe('failed');
		expect(JSON.stringify(publication)).toContain('The service refused the access token');
	}, 120_000);
});
