import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';

import { accountOf } from '../support/account';
import { randomFrom } from '../support/randomFrom';
import { startService, type Service } from '../support/service/service';
import { volumeWorld } from '../support/service/volumeWorld';
import { additions, arrivals, ledgerOf, ledgerOfAdded, settled } from '../support/host/alertLedger';
import { alertWorkflow, healthWorkflow, nodeOf, work } from '../support/host/alertWorkflow';
import type { Credential, Workflow } from '../support/host/client';
import { installN8n, type N8nInstall } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { packTarball } from '../support/host/tarball';

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
	service = await startService({ world: volumeWorld({}), recording: 'counts' });
	install = await installN8n();
	tarball = await packTarball();
}, 900_000);
afterAll(async () => await service.stop());

const writeState = nodeOf(
	'Write State',
	'n8n-nodes-base.code',
	{
		jsCode:
			"const state = $getWorkflowStaticData('global'); state.runs = (state.runs ?? 0) + 1; return $input.all();",
	},
	{ typeVersion: 2 },
);

/**
 * Starts a killed n8n again, as what supervises it does: n8n 2.41 may end once more while it looks
 * after an execution that had been created and not begun.
 */
async function supervised(n8n: N8n): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			await n8n.restart();
			return;
		} catch (error) {
			if (attempt === 3) throw error;
			process.stderr.write('n8n ended at its start\n');
		}
	}
}

/** How many items n8n's log says are not redelivered. */
const givenUp = (n8n: N8n, noun: string): number =>
	[...n8n.log().matchAll(new RegExp(`Not redelivered: (\\d+) ${noun}`, 'g'))].reduce(
		(sum, [, count]) => sum + Number(count),
		0,
	);

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

	it(`loses none through ${KILLS} kills and a service that is down at start-up`, async () => {
		expect(n8n.log()).not.toContain('durable poll cursors stay disabled');
		type Of = [name: string, options: INodeParameters, following: INode[]];
		const create = async (...of: Of) =>
			await n8n.client.createWorkflow(alertWorkflow(credential, ...of));
		const watch = async (...of: Of) =>
			await n8n.client.createWorkflow(healthWorkflow(credential, ...of));
		const redelivering = { redeliver: true };
		const plain = await create('plain', {}, [work]);
		const writing = await create('writing', redelivering, [work, writeState]);
		const safe = await create('redelivering', redelivering, [work]);
		const watching = [
			await watch('health', {}, [work]),
			await watch('health redelivering', redelivering, [work]),
		];
		const alerting = [plain, writing, safe];
		const workflows = [...alerting, ...watching];
		const activate = async ({ id }: Workflow) =>
			expect((await n8n.client.activate(id)).status).toBe('published');
		for (const workflow of watching) await activate(workflow);
		// They are to have their baselines.
		await sleep(5000);
		const first = service.world.alerts.count;
		const stops = [arrivals(service)];
		const added = additions(service, stops);
		const kills: number[] = [];
		const random = randomFrom(20_260_501);
		try {
			for (const workflow of alerting) await activate(workflow);
			await sleep(5000);
			for (let kill = 0; kill < KILLS; kill += 1) {
				await sleep(1500 + random(4000));
				kills.push(Date.now());
				await n8n.kill();
				const isDown = kill % 4 === 1;
				if (isDown) await service.refuseConnections();
				await supervised(n8n);
				if (isDown) {
					await sleep(3000);
					await service.acceptConnections();
				}
			}
			await sleep(3000);
		} finally {
			for (const stop of stops) stop();
		}
		for (const { id } of workflows) {
			// n8n starts the triggers some time after it says that it is ready.
			while ((await n8n.client.publication(id)).status === 'in_progress') await sleep(500);
		}
		await settled(n8n, workflows);
		const lost = { alert: 0, change: 0 };
		for (const workflow of workflows) {
			const ledger = watching.includes(workflow)
				? await ledgerOfAdded(n8n, workflow, added, kills)
				: await ledgerOf(service, n8n, workflow, first, kills);
			const { inexcusable, ...counts } = ledger;
			process.stderr.write(
				`stored ${stored}, ${workflow.name}, ${kills.length} kills: ${JSON.stringify(counts)}\n`,
			);
			expect(inexcusable).toEqual([]);
			expect(ledger.executed).toBeGreaterThan(0);
			const isSafe = workflow.name.endsWith('redelivering');
			if (isSafe || workflow === writing) {
				lost[watching.includes(workflow) ? 'change' : 'alert'] += ledger.lost;
			}
			if (isSafe || stored === 'with each poll') expect(ledger.twice).toBe(0);
		}
		// A batch whose execution was killed with each of its tries is given up, and never in silence.
		expect(lost.alert).toBeLessThanOrEqual(givenUp(n8n, 'alert'));
		expect(lost.change).toBeLessThanOrEqual(givenUp(n8n, 'change'));
		const states = await Promise.all(workflows.map(({ id }) => n8n.client.publication(id)));
		expect(states.map(({ status }) => status)).toEqual(workflows.map(() => 'published'));
	}, 600_000);

	it('shows what is wrong to the user who activates', async () => {
		const wrong = await n8n.client.createCredential('logManagementApi', {
			baseUrl: service.url,
			accessToken: 'a-token-that-is-none',
		});
		const workflow = await n8n.client.createWorkflow(alertWorkflow(wrong, 'refused'));
		const { status, triggers } = await n8n.client.activate(workflow.id, 60_000);
		expect({ status, messages: triggers.map(({ errorMessage }) => errorMessage) }).toEqual({
			status: 'failed',
			messages: [expect.stringContaining('The service refused the access token')],
		});
	}, 120_000);
});
