import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { asText, isObject } from '../../../nodes/shared/json';
import { timeText } from '../service/alertRecord';
import { demoAlert } from '../service/demoWorld';
import type { Service } from '../service/service';
import { output, type Workflow } from './client';
import type { N8n } from './process';

/** An alert as it arrived, and an item of an execution that ran to its end. */
const nameOf = (item: IDataObject) => `${asText(item.Message)} at ${asText(item.Time)}`;

/** Lets alerts come in four times a second, up to `most` at once, twins among them, until the function it returns is called. */
export function arrivals(service: Service, most = 1): () => void {
	const timer = setInterval(() => {
		const twin = demoAlert(0, Math.floor(service.clock.now() / 1000));
		const others = Array.from({ length: Math.ceil(Math.random() * most) }, () => ({}));
		service.arrive(Math.random() < 0.2 ? [twin, twin] : others);
	}, 250);
	return () => clearInterval(timer);
}

/** What became of the alerts of a workflow. */
export interface Ledger {
	arrived: number;
	executed: number;
	/** In no execution that ended well. */
	lost: number;
	/** Of these, what no kill excuses: in no execution, and something newer was handed over before a kill. */
	inexcusable: string[];
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

/** What the executions of a workflow had, against what arrived since alert number `first`. */
export async function ledgerOf(
	service: Service,
	{ client }: N8n,
	workflow: Workflow,
	first: number,
	kills: readonly number[],
): Promise<Ledger> {
	const keys = new Map<string, Set<unknown>>();
	const handedOver = new Map<string, number>();
	const crashed = new Set<string>();
	const given = new Set<unknown>();
	const ledger: Ledger = {
		arrived: service.world.alerts.count - first,
		executed: 0,
		lost: 0,
		inexcusable: [],
		twice: 0,
		redelivered: 0,
	};
	// The oldest first: what is given a second time comes after.
	for (const { id, status } of (await client.executions(workflow.id)).reverse()) {
		const execution = await client.execution(id);
		const names = new Set<string>();
		alertsIn(execution.data, names);
		const at = execution.startedAt === null ? Infinity : Date.parse(execution.startedAt);
		for (const name of names) handedOver.set(name, Math.min(at, handedOver.get(name) ?? at));
		if (status !== 'success') {
			for (const name of names) crashed.add(name);
			continue;
		}
		for (const { json } of output(execution, workflow.nodes.at(-1)?.name ?? '')) {
			ledger.executed += 1;
			if (json.redelivered === true) ledger.redelivered += 1;
			else if (given.has(json.alert_key)) ledger.twice += 1;
			given.add(json.alert_key);
			const known = keys.get(nameOf(json)) ?? new Set();
			keys.set(nameOf(json), known.add(json.alert_key));
		}
	}
	const { alerts } = service.world;
	const lost: Array<{ name: string; arrivedAt: number; index: number }> = [];
	const starts: number[] = [];
	for (let index = first; index < alerts.count; index += 1) {
		const { message, eventTime, arrivedAt } = alerts.at(index);
		const name = `${message} at ${timeText(eventTime, service.switches.recordZone)}`;
		const known = keys.get(name);
		const [key] = known ?? [];
		if (known === undefined || key === undefined) lost.push({ name, arrivedAt, index });
		else known.delete(key);
		starts[index - first] = handedOver.get(name) ?? Infinity;
	}
	const surplus = [...keys.values()].reduce((sum, left) => sum + left.size, 0);
	if (surplus > 0) throw new Error(`${surplus} alerts were executed that never arrived`);
	// When something that arrived later was handed over for the first time.
	const newer = starts.map(() => Infinity);
	for (let at = starts.length - 2; at >= 0; at -= 1) {
		newer[at] = Math.min(newer[at + 1] ?? Infinity, starts[at + 1] ?? Infinity);
	}
	ledger.lost = lost.length;
	ledger.inexcusable = lost
		.filter(({ name, arrivedAt, index }) => {
			const until = newer[index - first] ?? Infinity;
			return !crashed.has(name) && !kills.some((kill) => arrivedAt <= kill && kill <= until);
		})
		.map(({ name }) => name);
	return ledger;
}

/** Resolves once no execution was added or ended for ten seconds. */
export async function settled({ client }: N8n, workflows: readonly Workflow[]): Promise<void> {
	const busy = new Set(['new', 'running', 'waiting']);
	let before = '';
	for (let quiet = 0; quiet < 5;) {
		await sleep(2000);
		const lists = await Promise.all(workflows.map(async ({ id }) => await client.executions(id)));
		const now = lists.flat().map(({ id, status }) => `${id} ${status}`);
		const isBusy = lists.flat().some(({ status }) => busy.has(status));
		quiet = !isBusy && now.join() === before ? quiet + 1 : 0;
		before = now.join();
	}
}
