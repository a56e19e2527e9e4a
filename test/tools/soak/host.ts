import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { accountOf } from '../../support/account';
import { asText } from '../../../nodes/shared/json';
import type { Fault } from '../../support/service/faults';
import { startService, type Service } from '../../support/service/service';
import { volumeWorld } from '../../support/service/volumeWorld';
import { arrivals, ledgerOf, settled, type Ledger } from '../../support/host/alertLedger';
import { alertWorkflow } from '../../support/host/alertWorkflow';
import { output, type Workflow } from '../../support/host/client';
import { reportToPerson } from '../../support/host/command';
import { installN8n } from '../../support/host/install';
import { callWithComputers, onboardingOnCall, sentTwice } from '../../support/host/onboarding';
import { startN8n, type N8n } from '../../support/host/process';
import { packTarball } from '../../support/host/tarball';

const { values } = parseArgs({
	options: {
		/** How long alerts come in. An hour of polls once a minute is two minutes of polls every two seconds. */
		minutes: { type: 'string', default: '6' },
		/** How often n8n is stopped and started meanwhile. */
		restarts: { type: 'string', default: '2' },
	},
});

/** Computers that are added by one call. */
const BATCH = 250;

/** The limit of 60 requests a minute, as polls once a minute come every two seconds. */
const REQUESTS_PER_MINUTE = 60 * 30;

/** Minutes that each poll reads again. */
const LOOK_BACK = 1;

/** What n8n is given to live in, in MB; without the package it takes some 250. */
const HEAP = 512;

/** Alerts on a page of the embedded service. */
const PAGE = 100;

/** Alerts that come in at once, four times a second: some 20 a second, as the trigger keeps up with. */
const MOST_AT_ONCE = 8;

/** How long a poll of a trigger that catches up may take, in seconds. */
const LONGEST_POLL = 60;

/** Between two calls, and between two faults, in ms. */
const CALL_EVERY = 5_000;
const FAULT_EVERY = 7_000;

/** What meets any request, and what meets a search of alerts besides: all of it passes over. */
const FAULTS: Fault[] = [
	{ kind: 'status', status: 503, retryAfter: 'seconds' },
	{ kind: 'status', status: 429, retryAfter: 'seconds' },
	...searchFaults(
		{ kind: 'resetBefore' },
		{ kind: 'resetMiddle' },
		{ kind: 'cutJson' },
		{ kind: 'html' },
		{ kind: 'status', status: 500, body: 'html' },
		{ kind: 'metaMissing' },
		{ kind: 'shortPage' },
	),
];

function searchFaults(...faults: Fault[]): Fault[] {
	return faults.map((fault) => ({ ...fault, match: { operation: 'getAlerts' } }));
}

interface Life {
	service: Service;
	n8n: N8n;
	onboarding: Workflow;
}

/** Lets a part of the life pass: alerts, batches of computers and faults. @returns computers that were sent in */
async function live({ service, n8n }: Life, ms: number, from: number): Promise<number> {
	const until = Date.now() + ms;
	let sent = from;
	let nextCall = Date.now();
	let nextFault = Date.now();
	while (Date.now() < until) {
		if (Date.now() >= nextCall) {
			await callWithComputers(n8n.url, 'onboard', sent, BATCH);
			sent += BATCH;
			nextCall += CALL_EVERY;
		}
		if (Date.now() >= nextFault) {
			const fault = FAULTS[Math.floor(Math.random() * FAULTS.length)];
			if (fault !== undefined) service.faults.push({ ...fault, times: 2 });
			nextFault += FAULT_EVERY * Math.random() * 2;
		}
		await sleep(100);
	}
	return sent;
}

/** The memory of n8n once it has come to rest, in MB. */
async function memory(n8n: N8n): Promise<number> {
	const samples: number[] = [];
	for (let count = 0; count < 20; count += 1) {
		samples.push(n8n.rss() / 1e6);
		await sleep(250);
	}
	return Math.round(Math.min(...samples));
}

/** What the executions of the onboarding told, by outcome. */
async function outcomesOf({ n8n, onboarding }: Life): Promise<Map<string, number>> {
	const told = new Map<string, number>();
	for (const { id } of await n8n.client.executions(onboarding.id)) {
		for (const { json } of output(await n8n.client.execution(id), 'Add')) {
			const outcome = asText(json['outcome']);
			told.set(outcome, (told.get(outcome) ?? 0) + 1);
		}
	}
	return told;
}

const lines = (name: string, ledger: Ledger): string => {
	const { arrived, executed, lost, twice, redelivered, inexcusable } = ledger;
	return `${name}: ${arrived} alerts arrived, ${executed} executed, ${lost} lost (${inexcusable.length} of them in no execution), ${twice} twice, ${redelivered} redelivered`;
};

/** Collects what is not as it must be. */
const wrong: string[] = [];
const must = (isSo: boolean, what: string): void => {
	if (!isSo) wrong.push(what);
};

/** `npm run soak -- [--minutes 6] [--restarts 2]`: a life in a real n8n, compressed, and what became of it. */
async function soak(): Promise<void> {
	const minutes = Number(values.minutes);
	const parts = Number(values.restarts) + 1;
	const computers = Math.ceil((minutes * 60_000) / CALL_EVERY + parts) * BATCH;
	const service = await startService({
		world: volumeWorld({ computers }),
		switches: { rateLimit: REQUESTS_PER_MINUTE },
	});
	const tarball = await packTarball();
	const n8n = await startN8n({
		install: await installN8n(),
		tarball,
		logLevel: 'info',
		// What is kept from poll to poll would not fit in for long.
		env: { NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
	});
	try {
		const { client } = n8n;
		const credential = await client.createCredential('logManagementApi', {
			...accountOf(service),
			setOptions: true,
			requestsPerMinute: REQUESTS_PER_MINUTE,
		});
		const followers = [
			await client.createWorkflow(alertWorkflow(credential, 'plain', { lookBack: LOOK_BACK })),
			await client.createWorkflow(
				alertWorkflow(credential, 'redelivering', { lookBack: LOOK_BACK, redeliver: true }),
			),
		];
		const onboarding = await client.createWorkflow(onboardingOnCall(credential, 'onboard'));
		const first = service.world.alerts.count;
		for (const { id } of [...followers, onboarding]) await client.activate(id);
		const life: Life = { service, n8n, onboarding };
		const stop = arrivals(service, MOST_AT_ONCE);
		let sent = 0;
		let polls = 0;
		const memories: string[] = [];
		let least = Infinity;
		let last = 0;
		for (let part = 0; part < parts; part += 1) {
			if (part > 0) await n8n.restart();
			const ms = (minutes * 60_000) / parts;
			sent = await live(life, ms / 4, sent);
			const before = await memory(n8n);
			sent = await live(life, (ms * 3) / 4, sent);
			const after = await memory(n8n);
			memories.push(`${before} MB to ${after} MB`);
			last = after;
			least = Math.min(least, after);
			polls += (followers.length * ms) / 2_000;
		}
		must(last < least * 1.25, 'memory grows from part to part');
		stop();
		service.clearFaults();
		await settled(n8n, [...followers, onboarding], LONGEST_POLL);

		const executions = await Promise.all(
			[...followers, onboarding].map(async ({ id }) => await n8n.client.executions(id)),
		);
		reportToPerson(
			`${minutes} minutes, ${parts - 1} restarts, ${executions.flat().length} executions`,
		);
		for (const follower of followers) {
			const ledger = await ledgerOf(service, n8n, follower, first, []);
			reportToPerson(lines(follower.name, ledger));
			must(ledger.lost === 0, `${follower.name}: ${ledger.lost} lost`);
			must(ledger.twice === 0, `${follower.name}: ${ledger.twice} twice`);
		}
		const told = await outcomesOf(life);
		reportToPerson(
			`onboarding: ${sent} computers sent in, ${JSON.stringify(Object.fromEntries(told))}, ${service.world.logSources.size} log sources`,
		);
		must(sentTwice(service).length === 0, 'log sources were sent twice');
		must((told.get('succeeded') ?? 0) <= service.world.logSources.size, 'told more than was done');
		const searches = service.requests.filter(({ operation }) => operation === 'getAlerts');
		reportToPerson(
			`memory in each part: ${memories.join('; ')}; ${service.requests.length} requests, of them ${searches.length} searches by some ${Math.round(polls)} polls`,
		);
		// While alerts come in, each page of the look-back is counted and read.
		const pages = 2 + (2 * (service.world.alerts.count - first)) / minutes / PAGE;
		must(searches.length <= polls * pages, `there are more than ${pages} searches a poll`);
	} finally {
		await n8n.stop();
		await service.stop();
	}
	reportToPerson(wrong.length === 0 ? 'none lost, none twice' : `wrong: ${wrong.join('; ')}`);
	if (wrong.length > 0) process.exitCode = 1;
}

soak().catch((error: unknown) => {
	reportToPerson(String(error));
	process.exitCode = 1;
});
