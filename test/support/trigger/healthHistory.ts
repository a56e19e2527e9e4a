import type { IDataObject } from 'n8n-workflow';

import { asText, isObject, isRow } from '../../../nodes/shared/json';
import type { Fault } from '../service/faults';
import type { LogSource } from '../service/world';
import { randomFrom } from '../randomFrom';
import { healthStage, START, type HealthPoll, type HealthStage } from './healthStage';
import { endExecutions, type Engine, type HandOver, type Poller } from './simulatedHost';

const SEED = 20_260_501;

/** Minutes without an event after which a log source is silent, and that a change must last. */
const SILENT_AFTER = 20;
const MUST_LAST = 4;

const RESTING = new Set(['decommissioned_device', 'disabled']);

/** What the judge knows of a log source: what was told of it, and since when something else is seen. */
interface Known {
	silent: boolean;
	state: string;
	setting: string;
	otherSince?: number;
	missingSince?: number;
}

/** What a trigger that reads this now should tell; moves on what is known. */
function expected(
	known: Map<number, Known>,
	listed: Iterable<LogSource>,
	minute: number,
): string[] {
	const told: string[] = [];
	const present = new Map([...listed].map((source) => [source.log_source_id, source]));
	for (const [id, source] of present) {
		const { log_collector_state: state, log_collection_status: setting } = source;
		let it = known.get(id);
		if (it === undefined) {
			told.push(`appeared ${id}`);
			known.set(id, (it = { silent: false, state, setting }));
		}
		if (it.missingSince !== undefined) delete it.missingSince;
		const quiet = minute - (Date.parse(source.last_event_time) / 1000 - START) / 60;
		if (!RESTING.has(state) && !RESTING.has(setting)) {
			if (it.silent ? quiet < SILENT_AFTER : quiet >= SILENT_AFTER + MUST_LAST) {
				it.silent = !it.silent;
				told.push(`${it.silent ? 'silent' : 'back'} ${id}`);
			}
		}
		if (state === it.state) delete it.otherSince;
		else {
			it.otherSince ??= minute;
			if (minute - it.otherSince >= MUST_LAST) {
				it.state = state;
				delete it.otherSince;
				told.push(`collector_state ${id}`);
			}
		}
		if (setting !== it.setting) told.push(`collection_status ${id}`);
		it.setting = setting;
	}
	for (const [id, it] of known) {
		if (present.has(id)) continue;
		delete it.otherSince;
		if (it.missingSince !== undefined && minute - it.missingSince >= MUST_LAST) {
			told.push(`disappeared ${id}`);
			known.delete(id);
		} else it.missingSince ??= minute;
	}
	return told;
}

const FAULTS: readonly Fault[] = [
	{ kind: 'refusal', code: '07001111', status: 400 },
	{ kind: 'shortPage' },
	{ kind: 'status', status: 500 },
	{ kind: 'dataWrong' },
];

/** Changes something of what the service holds. */
function happen(
	{ source, remove, event, service }: HealthStage,
	random: (below: number) => number,
) {
	const sources = [...service.state.world.logSources.values()];
	const one = sources[random(sources.length)];
	// One stays: a listing of none cannot be short of a row.
	if (one === undefined || sources.length === 1 || random(12) === 0) {
		source(`WEB${random(1_000_000)}`);
		return;
	}
	switch (random(8)) {
		case 0:
			remove(one);
			break;
		case 1:
			one.log_collection_status = random(2) === 0 ? 'enabled' : 'disabled';
			break;
		case 2:
		case 3: {
			const states = ['active', 'inactive', 'decommissioned_device'] as const;
			one.log_collector_state = states[random(3)] ?? 'active';
			break;
		}
		default:
			event(one);
	}
}

const sorted = (texts: readonly string[]): string[] => [...texts].sort();

/**
 * Executions that end at random, or with the process that they run in.
 * @param random tells which ones
 */
class Executions {
	private readonly handedOver = new Set<string>();
	private readonly finished = new Set<string>();
	private running: HandOver[] = [];

	constructor(private readonly random: (below: number) => number) {}

	/** Ends what runs, now and then, and begins what was handed over. */
	async goOn({ handedOver }: HealthPoll): Promise<void> {
		for (const key of handedOver.flatMap(keysOf)) this.handedOver.add(key);
		this.running.push(...handedOver);
		if (this.random(2) === 0) await this.finish();
	}

	async finish(): Promise<void> {
		for (const key of this.running.flatMap(keysOf)) this.finished.add(key);
		await endExecutions(this.running.splice(0), 'finished');
	}

	kill(): void {
		this.running = [];
	}

	/** Changes that no execution had whole. */
	get lost(): string[] {
		return [...this.handedOver].filter((key) => !this.finished.has(key));
	}
}

const keysOf = ({ items }: HandOver): string[] => items.map(({ change_key }) => asText(change_key));

/** One history of a trigger; returns where what it told differs from what it should have, at first. */
export async function judged(
	seed: number,
	engine: Engine,
	{ poller, redeliver = false }: { poller?: Poller; redeliver?: boolean } = {},
): Promise<string | undefined> {
	const random = randomFrom(SEED + seed * 7919);
	const parameters = { silentAfter: SILENT_AFTER, options: { mustLast: MUST_LAST, redeliver } };
	const executions = new Executions(randomFrom(seed));
	const stage = healthStage({ engine, parameters, ...(poller && { poller }) });
	const { service, source, poll, restart } = stage;
	const { logSources } = service.state.world;
	for (let index = 0; index < 8; index += 1) source(`WEB${index}`);
	await poll();
	let minute = 1;
	await poll(1);
	let known = new Map<number, Known>();
	expected(known, logSources.values(), minute);
	let stored = structuredClone(known);
	for (let turn = 0; turn < 60; turn += 1) {
		for (let count = random(4); count > 0; count -= 1) happen(stage, random);
		const isRestart = random(12) === 0;
		if (isRestart) {
			executions.kill();
			restart();
			if (engine === 'memory') known = structuredClone(stored);
		}
		const fault = random(6) === 0 ? FAULTS[random(FAULTS.length)] : undefined;
		// Attempts and readings are fewer than these.
		service.faults = Array.from({ length: 40 }, () => fault);
		minute += 1 + random(5);
		// A poll that meets a fault waits, and ends later.
		const passed = (service.clock.now() / 1000 - START) / 60;
		const done = await poll(minute - passed, 1 + random(2));
		await executions.goOn(done);
		const wanted = fault === undefined ? expected(known, logSources.values(), minute) : [];
		const verdict = differenceOf(done, wanted, `turn ${turn}, ${fault?.kind ?? 'no fault'}`);
		if (verdict !== undefined) return verdict;
		// n8n stores the state of the first poll after a start whatever it returned.
		if (done.items.length > 0 || isRestart || engine === 'durable') stored = structuredClone(known);
	}
	executions.kill();
	restart();
	// Redelivery comes with the first poll that reads the listings.
	service.faults = [];
	await executions.goOn(await poll(1));
	await executions.finish();
	const { lost } = executions;
	return redeliver && lost.length > 0 ? `lost [${lost.join(', ')}]` : undefined;
}

function differenceOf(
	{ items }: HealthPoll,
	wanted: readonly string[],
	when: string,
): string | undefined {
	const told = items
		.filter(({ redelivered }) => redelivered !== true)
		.map(({ change, id }) => `${asText(change)} ${asText(id)}`);
	const [is, should] = [sorted(told).join(', '), sorted(wanted).join(', ')];
	if (is !== should) return `${when}: told [${is}] instead of [${should}]`;
	const keys = new Set(items.map(({ change_key }) => change_key));
	return keys.size === items.length ? undefined : `${when}: two items have one key`;
}

/** The trigger, but with a host that is changed by the first argument. */
const planted =
	(
		trigger: Poller,
		change: (host: Parameters<Poller>[0]) => Partial<Parameters<Poller>[0]>,
	): Poller =>
	async (host) =>
		await trigger({ ...host, ...change(host) });

/** Wrong triggers that the judge must catch. */
export const wrongTriggers = (trigger: Poller): Record<string, Poller> => {
	const forgotten = new Map<string, IDataObject>();
	return {
		'that is not damped': planted(trigger, (host) => {
			const node = host.getNode();
			const options = { mustLast: 0 };
			return {
				getNode: () => ({ ...node, parameters: { ...node.parameters, options } }),
				getNodeParameter: (name: string) =>
					name === 'options' ? options : host.getNodeParameter(name),
			};
		}),
		'that forgets when n8n stops': planted(trigger, (host) => {
			const { id = '' } = host.getWorkflow();
			const data = forgotten.get(id) ?? {};
			forgotten.set(id, data);
			return { getWorkflowStaticData: () => data };
		}),
		'that remembers nothing of what it told': planted(trigger, (host) => {
			const data = host.getWorkflowStaticData('node');
			return {
				getWorkflowStaticData: () =>
					isRow(data.first) ? structuredClone(data.first) : firstOf(data),
			};
		}),
		'that takes what it gets for the whole list': planted(trigger, (host) => ({
			helpers: {
				...host.helpers,
				httpRequestWithAuthentication: async (...given) => {
					const answer: unknown = await host.helpers.httpRequestWithAuthentication.call(
						host,
						...given,
					);
					if (!isObject(answer) || typeof answer.body !== 'string') return answer;
					return { ...answer, body: answer.body.replace(/"total(?:_log_sources)?":\d+/g, '"x":0') };
				},
			},
		})),
	};
};

/** A trigger that does not know after a restart what it handed over. */
export const forgetful = (trigger: Poller): Poller =>
	planted(trigger, (host) => {
		const data = host.getWorkflowStaticData('node');
		if (data.handedOver !== undefined) data.handedOver = '[]';
		return { getWorkflowStaticData: () => data };
	});

/** Lets the first state be written, and keeps it under a name of its own. */
const firstOf = (data: IDataObject): IDataObject =>
	new Proxy(data, {
		set: (target, name, value) => {
			Reflect.set(target, name, value);
			if (name === 'pollId') Reflect.set(target, 'first', { ...target });
			return true;
		},
	});
