import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { asText, isObject } from '../../nodes/shared/json';
import { timeText } from '../service/alertRecord';
import { demoAlert } from '../service/demoWorld';
import { startService, type Service } from '../service/service';
import { volumeWorld } from '../service/volumeWorld';
import { output, type Credential, type Workflow } from './client';
import { installN8n, type N8nInstall } from './install';
import { startN8n, type N8n } from './process';
import { packTarball } from './tarball';

const KILLS = Number(process.env['KILLS'] ?? 10);

/** Within this time before a kill a poll may have been handed over without an execution yet, in ms. */
const CRASH_WINDOW = 15_000;

/** n8n refuses intervals below a minute, but takes many times in one. */
const everyTwoSeconds = {
	item: Array.from({ length: 30 }, (_none, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

const durable = {
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

const nodeOf = (name: string, type: string, parameters: INodeParameters, more = {}): INode => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

const work = nodeOf(
	'Work',
	'n8n-nodes-base.wait',
	{ amount: 1, unit: 'seconds' },
	{ typeVersion: 1.1 },
);

const writeState = nodeOf(
	'Write State',
	'n8n-nodes-base.code',
	{
		jsCode:
			"const state = $getWorkflowStaticData('global'); state.runs = (state.runs ?? 0) + 1; return $input.all();",
	},
	{ typeVersion: 2 },
);

/** The trigger, and the nodes that follow it one after the other. */
async function createWorkflow(
	n8n: N8n,
	credential: Credential,
	name: string,
	options: INodeParameters,
	following: INode[],
): Promise<Workflow> {
	const trigger = nodeOf(
		'Alerts',
		'n8n-nodes-log-management.alertTrigger',
		{ pollTimes: everyTwoSeconds, simplify: false, options },
		{ credentials: { [credential.type]: { id: credential.id, name: credential.name } } },
	);
	const nodes = [trigger, ...following];
	const connections: IConnections = {};
	following.forEach(({ name: to }, index) => {
		const from = nodes[index]?.name ?? '';
		connections[from] = { main: [[{ node: to, type: 'main', index: 0 }]] };
	});
	return await n8n.client.createWorkflow({ name, nodes, connections });
}

/** An alert as it arrived, and an item of an execution that ran to its end. */
const nameOf = (item: IDataObject) => `${asText(item.Message)} at ${asText(item.Time)}`;

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

/** Lets alerts come in, twins among them, until the function it returns is called. */
function arrivals(): () => void {
	const timer = setInterval(() => {
		const twin = demoAlert(0, Math.floor(service.clock.now() / 1000));
		service.arrive(Math.random() < 0.2 ? [twin, twin] : [{}]);
	}, 250);
	return () => clearInterval(timer);
}

interface Ledger {
	arrived: number;
	executed: number;
	lost: Array<{ name: string; arrivedAt: number }>;
	/** Names of the alerts that were in executions that did not end well. */
	crashed: Set<string>;
	/** Whether an execution is still under way. */
	isBusy: boolean;
	/** Handed to a second execution, without and with the mark of it. */
	twice: number;
	redelivered: number;
}

/** Collects the names of the alerts that are anywhere in the data of an execution. */
function alertsIn(value: unknown, names: Set<string>, seen = new Set<unknown>()): void {
	if (!isObject(value) && !Array.isArray(value)) return;
	if (seen.has(value)) return;
	seen.add(value);
	if (isObject(value) && 'alert_key' in value) {
		names.add(`${asText(value.Message)} at ${asText(value.Time)}`);
		return;
	}
	for (const inner of Object.values(value)) alertsIn(inner, names, seen);
}

/** What the executions of a workflow that ended well had, against what arrived since `first`. */
async function ledgerOf(n8n: N8n, workflow: Workflow, first: number): Promise<Ledger> {
	const items: IDataObject[] = [];
	const crashed = new Set<string>();
	let isBusy = false;
	// The oldest first: what is given a second time comes after.
	for (const { id, status } of (await n8n.client.executions(workflow.id)).reverse()) {
		isBusy ||= status === 'new' || status === 'running' || status === 'waiting';
		if (status !== 'success') {
			alertsIn((await n8n.client.execution(id)).data, crashed);
			continue;
		}
		const last = workflow.nodes.at(-1)?.name ?? '';
		items.push(...output(await n8n.client.execution(id), last).map(({ json }) => json));
	}
	const keys = new Map<string, Set<unknown>>();
	const given = new Set<unknown>();
	let twice = 0;
	for (const item of items) {
		if (given.has(item.alert_key) && item.redelivered !== true) twice += 1;
		given.add(item.alert_key);
		const known = keys.get(nameOf(item)) ?? new Set();
		keys.set(nameOf(item), known.add(item.alert_key));
	}
	const lost: Ledger['lost'] = [];
	const { alerts } = service.world;
	for (let index = first; index < alerts.count; index += 1) {
		const { message, eventTime, arrivedAt } = alerts.at(index);
		const name = `${message} at ${timeText(eventTime, 0)}`;
		const known = keys.get(name);
		const [key] = known ?? [];
		if (known === undefined || key === undefined) lost.push({ name, arrivedAt });
		else known.delete(key);
	}
	const surplus = [...keys.values()].reduce((sum, left) => sum + left.size, 0);
	if (surplus > 0) throw new Error(`${surplus} alerts were executed that never arrived`);
	return {
		arrived: alerts.count - first,
		executed: items.length,
		lost,
		crashed,
		isBusy,
		twice,
		redelivered: items.filter(({ redelivered }) => redelivered === true).length,
	};
}

/** The ledger once it no longer changes: the trigger has caught up. */
async function settledLedger(n8n: N8n, workflow: Workflow, first: number): Promise<Ledger> {
	let before: Ledger | undefined;
	for (let idle = 0; ;) {
		await sleep(3000);
		const ledger = await ledgerOf(n8n, workflow, first);
		idle = !ledger.isBusy && ledger.executed === before?.executed ? idle + 1 : 0;
		if (idle >= 6 || (idle >= 1 && ledger.lost.length === 0)) return ledger;
		before = ledger;
	}
}

const report = (name: string, { lost, crashed: _crashed, isBusy: _isBusy, ...counts }: Ledger) => {
	process.stderr.write(`${name}: ${JSON.stringify({ ...counts, lost: lost.length })}\n`);
};

describe.each([
	['in memory', {}],
	['durable', durable],
])('the poll engine %s', (engine, env) => {
	let n8n: N8n;
	let credential: Credential;

	beforeAll(async () => {
		service.reset();
		n8n = await startN8n({ install, tarball, env, logLevel: 'info' });
		credential = await n8n.client.createCredential('logManagementApi', {
			baseUrl: service.url,
			accessToken: service.token,
		});
	}, 300_000);
	afterAll(async () => await n8n.stop());

	it(`loses none through ${KILLS} kills and a service that is down at start-up`, async () => {
		expect(n8n.log()).not.toContain('durable poll cursors stay disabled');
		const redelivering = { redeliver: true };
		const plain = await createWorkflow(n8n, credential, 'plain', {}, [work]);
		const writing = await createWorkflow(n8n, credential, 'writing', redelivering, [
			work,
			writeState,
		]);
		const safe = await createWorkflow(n8n, credential, 'redelivering', redelivering, [work]);
		const workflows = [plain, writing, safe];
		const first = service.world.alerts.count;
		const stop = arrivals();
		const kills: number[] = [];
		try {
			for (const { id } of workflows) {
				expect((await n8n.client.activate(id)).status).toBe('published');
			}
			await sleep(5000);
			for (let kill = 0; kill < KILLS; kill += 1) {
				await sleep(1500 + Math.random() * 4000);
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
			stop();
		}
		for (const { id } of workflows) {
			// n8n starts the triggers some time after it says that it is ready.
			while ((await n8n.client.publication(id)).status === 'in_progress') await sleep(500);
		}
		await sleep(10_000);
		for (const workflow of workflows) {
			const ledger = await settledLedger(n8n, workflow, first);
			report(`${engine}, ${workflow.name}, ${kills.length} kills`, ledger);
			const outside = ledger.lost.filter(
				({ name, arrivedAt }) =>
					!ledger.crashed.has(name) &&
					!kills.some((at) => arrivedAt <= at && arrivedAt > at - CRASH_WINDOW),
			);
			expect(outside).toEqual([]);
			if (workflow !== plain) expect(ledger.lost).toEqual([]);
			if (workflow === safe || engine === 'durable') expect(ledger.twice).toBe(0);
		}
		const states = await Promise.all(workflows.map(({ id }) => n8n.client.publication(id)));
		expect(states.map(({ status }) => status)).toEqual(['published', 'published', 'published']);
	}, 600_000);

	it('shows what is wrong to the user who activates', async () => {
		const wrong = await n8n.client.createCredential('logManagementApi', {
			baseUrl: service.url,
			accessToken: 'a-token-that-is-none',
		});
		const workflow = await createWorkflow(n8n, wrong, 'refused', {}, []);
		const { status, triggers } = await n8n.client.activate(workflow.id, 60_000);
		expect({ status, messages: triggers.map(({ errorMessage }) => errorMessage) }).toEqual({
			status: 'failed',
			messages: [expect.stringContaining('The service refused the access token')],
		});
	}, 120_000);
});
