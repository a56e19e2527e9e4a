import { setTimeout as sleep } from 'node:timers/promises';

import { asText, isObject } from '../../../nodes/shared/json';
import { timeText } from '../service/alertRecord';
import { demoAlert } from '../service/demoWorld';
import { newLogSource } from '../service/records';
import type { Service } from '../service/service';
import { randomFrom } from '../randomFrom';
import { output, type Workflow } from './client';
import type { N8n } from './process';

const SEED = 20_260_501;

/** What a trigger is to tell once, in the order in which it came up. */
interface Arrival {
	name: string;
	arrivedAt: number;
}

/** How items of a trigger name what they tell: the key of each telling, and the name of the arrival. */
interface Naming {
	key: 'alert_key' | 'change_key';
	nameOf: (item: Readonly<Record<string, unknown>>) => string;
}

const ALERTS: Naming = {
	key: 'alert_key',
	nameOf: ({ Message, Time }) => `${asText(Message)} at ${asText(Time)}`,
};

const LOG_SOURCES: Naming = { key: 'change_key', nameOf: ({ name }) => asText(name) };

/** Lets alerts come in four times a second, up to `most` at once, twins among them, until the function it returns is called. */
export function arrivals(service: Service, most = 1): () => void {
	const random = randomFrom(SEED);
	const timer = setInterval(() => {
		const twin = demoAlert(0, Math.floor(service.clock.now() / 1000));
		const others = Array.from({ length: 1 + random(most) }, () => ({}));
		service.arrive(random(5) === 0 ? [twin, twin] : others);
	}, 250);
	return () => clearInterval(timer);
}

/**
 * Adds log sources four times a second, until it is stopped.
 * @param stops gets the function that stops it
 */
export function additions({ world, clock }: Service, stops: Array<() => void>): Arrival[] {
	const added: Arrival[] = [];
	const timer = setInterval(() => {
		const name = `ADDED-${added.length}`;
		const place = { domain_name: 'corp.example.com' };
		world.putLogSource(newLogSource(world.nextId('logSource'), name, place, clock.now()));
		added.push({ name, arrivedAt: Date.now() });
	}, 250);
	stops.push(() => clearInterval(timer));
	return added;
}

/** What became of what a workflow was to be told. */
export type Ledger = Awaited<ReturnType<typeof ledger>>;

/** Collects the names of what is told anywhere in the data of an execution. */
function namesIn(
	value: unknown,
	{ key, nameOf }: Naming,
	names: Set<string>,
	seen = new Set<unknown>(),
): void {
	if (!isObject(value) && !Array.isArray(value)) return;
	if (seen.has(value)) return;
	seen.add(value);
	if (isObject(value) && key in value) {
		names.add(nameOf(value));
		return;
	}
	for (const inner of Object.values(value)) namesIn(inner, { key, nameOf }, names, seen);
}

/** What the executions of a workflow had, against what arrived since alert number `first`. */
export async function ledgerOf(
	{ switches, world: { alerts } }: Service,
	n8n: N8n,
	workflow: Workflow,
	first: number,
	kills: readonly number[],
): Promise<Ledger> {
	const arrived: Arrival[] = [];
	for (let index = first; index < alerts.count; index += 1) {
		const { message, eventTime, arrivedAt } = alerts.at(index);
		arrived.push({ name: `${message} at ${timeText(eventTime, switches.recordZone)}`, arrivedAt });
	}
	return await ledger(n8n, workflow, arrived, ALERTS, kills);
}

/** What the executions of a workflow of the health trigger had, against the log sources that were added. */
export const ledgerOfAdded = async (
	n8n: N8n,
	workflow: Workflow,
	added: readonly Arrival[],
	kills: readonly number[],
): Promise<Ledger> => await ledger(n8n, workflow, added, LOG_SOURCES, kills);

async function ledger(
	{ client }: N8n,
	workflow: Workflow,
	arrived: readonly Arrival[],
	naming: Naming,
	kills: readonly number[],
) {
	const keys = new Map<string, Set<unknown>>();
	const handedOver = new Map<string, number>();
	const crashed = new Set<string>();
	const given = new Set<unknown>();
	// Items of executions that ended well, and those among them that an earlier one had.
	const counts = { executed: 0, twice: 0 };
	// The oldest first: what is given a second time comes after.
	for (const { id, status } of (await client.executions(workflow.id)).reverse()) {
		const execution = await client.execution(id);
		const names = new Set<string>();
		namesIn(execution.data, naming, names);
		const at = execution.startedAt === null ? Infinity : Date.parse(execution.startedAt);
		for (const name of names) handedOver.set(name, Math.min(at, handedOver.get(name) ?? at));
		if (status !== 'success') {
			for (const name of names) crashed.add(name);
			continue;
		}
		for (const { json } of output(execution, workflow.nodes.at(-1)?.name ?? '')) {
			counts.executed += 1;
			if (given.has(json[naming.key])) counts.twice += 1;
			given.add(json[naming.key]);
			const name = naming.nameOf(json);
			const known = keys.get(name) ?? new Set();
			keys.set(name, known.add(json[naming.key]));
		}
	}
	const lost: Array<{ name: string; arrivedAt: number; index: number }> = [];
	const starts: number[] = [];
	for (const [index, { name, arrivedAt }] of arrived.entries()) {
		const known = keys.get(name);
		const [key] = known ?? [];
		if (known === undefined || key === undefined) lost.push({ name, arrivedAt, index });
		else known.delete(key);
		starts[index] = handedOver.get(name) ?? Infinity;
	}
	const surplus = [...keys.values()].reduce((sum, left) => sum + left.size, 0);
	if (surplus > 0) throw new Error(`${surplus} were executed that never arrived`);
	// When something that arrived later was handed over for the first time.
	const newer = starts.map(() => Infinity);
	for (let at = starts.length - 2; at >= 0; at -= 1) {
		newer[at] = Math.min(newer[at + 1] ?? Infinity, starts[at + 1] ?? Infinity);
	}
	const inexcusable = lost
		.filter(({ name, arrivedAt, index }) => {
			const until = newer[index] ?? Infinity;
			return !crashed.has(name) && !kills.some((kill) => arrivedAt <= kill && kill <= until);
		})
		.map(({ name }) => name);
	return {
		arrived: arrived.length,
		...counts,
		/** In no execution that ended well. */
		lost: lost.length,
		/** Of these, what no kill excuses: in no execution, and something newer was handed over before a kill. */
		inexcusable,
	};
}

/**
 * Resolves once no execution was added or ended for so many seconds.
 * @param seconds longer than a poll takes: half a minute where a trigger catches up
 */
export async function settled(
	{ client }: N8n,
	workflows: readonly Workflow[],
	seconds = 10,
): Promise<void> {
	const busy = new Set(['new', 'running', 'waiting']);
	let before = '';
	for (let quiet = 0; quiet < seconds / 2;) {
		await sleep(2000);
		const lists = await Promise.all(workflows.map(async ({ id }) => await client.executions(id)));
		const now = lists.flat().map(({ id, status }) => `${id} ${status}`);
		const isBusy = lists.flat().some(({ status }) => busy.has(status));
		quiet = !isBusy && now.join() === before ? quiet + 1 : 0;
		before = now.join();
	}
}
