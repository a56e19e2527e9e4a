import type { IDataObject } from 'n8n-workflow';

import { readAnswer } from '../../../nodes/shared/http/readAnswer';
import { asText, isRow } from '../../../nodes/shared/json';
import type { Fault } from '../service/faults';
import type { LogSource } from '../service/world';
import { randomFrom } from '../randomFrom';
import { healthStage, NEVER, START, type HealthPoll, type HealthStage } from './healthStage';
import {
	endExecutions,
	streamed,
	type StoredWith,
	type HandOver,
	type Poller,
} from './simulatedHost';

const SEED = 20_260_501;

/** Minutes without an event after which a log source is silent, and that a change must last. */
const SILENT_AFTER = 20;
const MUST_LAST = 4;

/** Groups with minutes of their own; 0 for never. */
const GROUPS: Readonly<Record<string, number>> = { Quick: 8, Unwatched: 0 };

/** A clock is set back by so many minutes: never to a Date that was shown before. */
const SET_BACK = [7.5, 127.5];

/** Minutes without a poll after which the trigger was off. */
const TIME_OFF = 60;

/** The time of the state moves every so many minutes. */
const STANDSTILL = 10;

const RESTING = new Set(['decommissioned_device', 'disabled']);

/** What the judge knows of a log source: what was told of it, and since when something else is seen. */
interface Known {
	state: string;
	setting: string;
	/** The event that its silence began with. */
	silence?: number;
	neverHeardFrom?: number;
	other?: { state: string; from: number };
	missingFrom?: number;
}

/** What a right trigger knows after a poll; times in minutes. */
interface Judge {
	things: Map<number, Known>;
	/** Whether the state that n8n came with may be older than the last poll. */
	isOlder?: boolean;
	polledAt: number;
	steadyFrom: number;
}

/** The minute of the last event; undefined if there was none. */
const lastEvent = ({ last_event_time: time }: LogSource): number | undefined =>
	time === NEVER ? undefined : (Date.parse(time) / 1000 - START) / 60;

/** When a thing was heard at last, or when it was first seen. */
function heardAt(it: Known, source: LogSource, minute: number): number {
	const event = lastEvent(source);
	if (event === undefined) it.neverHeardFrom = Math.min(it.neverHeardFrom ?? minute, minute);
	else delete it.neverHeardFrom;
	return event ?? it.neverHeardFrom ?? minute;
}

const isJudged = ({ log_collector_state, log_collection_status, log_source_group }: LogSource) =>
	!RESTING.has(log_collector_state) &&
	!RESTING.has(log_collection_status) &&
	GROUPS[log_source_group] !== 0;

const limitOf = ({ log_source_group }: LogSource): number =>
	GROUPS[log_source_group] ?? SILENT_AFTER;

/** What a trigger that sees it for the first time remembers; silence is what the definition says. */
function firstSeen(source: LogSource, minute: number): Known {
	const { log_collector_state: state, log_collection_status: setting } = source;
	const it: Known = { state, setting };
	const heard = heardAt(it, source, minute);
	if (isJudged(source) && minute - heard >= limitOf(source) + MUST_LAST) it.silence = heard;
	return it;
}

/** Whether something has lasted, in whole minutes of the clock. */
const hasLasted = (from: number, minute: number): boolean =>
	Math.floor(minute) - Math.floor(from) >= MUST_LAST;

/** What is told of the silence of a thing. */
function silenceOf(it: Known, source: LogSource, minute: number, isSettled: boolean): string[] {
	const heard = heardAt(it, source, minute);
	if (!isJudged(source)) return [];
	const { log_source_id: id } = source;
	const quiet = minute - heard;
	if (it.silence === undefined) {
		if (!isSettled || quiet < limitOf(source) + MUST_LAST) return [];
		it.silence = heard;
		return [`silent ${id}`];
	}
	const isNewEvent = it.neverHeardFrom === undefined && heard !== it.silence;
	if (!isNewEvent || quiet >= limitOf(source)) return [];
	delete it.silence;
	return [`back ${id}`];
}

/** What is told of the state of a thing: another one has to last without a third one. */
function stateOf(it: Known, { log_source_id: id, ...source }: LogSource, minute: number): string[] {
	const state = source.log_collector_state;
	if (state === it.state) {
		delete it.other;
		return [];
	}
	const from = it.other?.state === state ? Math.min(it.other.from, minute) : minute;
	it.other = { state, from };
	if (!hasLasted(from, minute)) return [];
	it.state = state;
	delete it.other;
	return [`collector_state ${id}`];
}

/** What a trigger that reads this now should tell; moves on what is known. */
function expected(judge: Judge, listed: Iterable<LogSource>, minute: number): string[] {
	const { things } = judge;
	const told: string[] = [];
	if (judge.isOlder === true || judge.steadyFrom === minute) {
		for (const it of things.values()) {
			delete it.other;
			delete it.missingFrom;
		}
	}
	const isSettled = minute - judge.steadyFrom >= MUST_LAST;
	const present = new Map([...listed].map((source) => [source.log_source_id, source]));
	for (const [id, source] of present) {
		const { log_collector_state: state, log_collection_status: setting } = source;
		const it = things.get(id) ?? { state, setting };
		if (!things.has(id)) told.push(`appeared ${id}`);
		things.set(id, it);
		delete it.missingFrom;
		told.push(...silenceOf(it, source, minute, isSettled), ...stateOf(it, source, minute));
		if (setting !== it.setting) told.push(`collection_status ${id}`);
		it.setting = setting;
	}
	for (const [id, it] of things) {
		if (present.has(id)) continue;
		const from = Math.min(it.missingFrom ?? minute, minute);
		if (it.missingFrom !== undefined && hasLasted(from, minute)) {
			told.push(`disappeared ${id}`);
			things.delete(id);
		} else it.missingFrom = from;
	}
	return told;
}

/** What a poll should tell, with what comes before: a time off, and a first poll. */
function expectedAtPoll(
	judge: Judge,
	listed: readonly LogSource[],
	minute: number,
	{ reactivation, runFrom }: { reactivation: string; runFrom: number },
): string[] {
	const { polledAt } = judge;
	if (minute < polledAt || minute - polledAt >= STANDSTILL) judge.polledAt = minute;
	const off = minute - polledAt - STANDSTILL;
	judge.steadyFrom = off > TIME_OFF ? minute : Math.min(judge.steadyFrom, minute);
	if (reactivation === 'first' && Math.min(runFrom, minute) - polledAt - STANDSTILL > TIME_OFF) {
		judge.things = new Map(
			listed.map((source) => [source.log_source_id, firstSeen(source, minute)]),
		);
		judge.polledAt = minute;
		judge.steadyFrom = -Infinity;
		return [];
	}
	return expected(judge, listed, minute);
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
	away: LogSource[],
	random: (below: number) => number,
) {
	const { world } = service;
	const sources = [...world.logSources.values()];
	const one = sources[random(sources.length)];
	// One stays: a listing of none cannot be short of a row.
	if (one === undefined || sources.length === 1 || random(12) === 0) {
		source(`WEB${random(1_000_000)}`, random(2) === 0 ? { last_event_time: NEVER } : {});
		return;
	}
	switch (random(10)) {
		case 0:
			remove(one);
			if (random(2) === 0) away.push(one);
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
		case 4:
			one.log_source_group = ['WindowsGroup', ...Object.keys(GROUPS)][random(3)] ?? '';
			break;
		case 5:
			for (const returned of away.splice(0)) world.putLogSource(returned);
			break;
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

/** What happens to n8n before a turn: it is killed, the workflow is activated anew, or is off for long. */
type Interruption = 'none' | 'restart' | 'activation' | 'off';

const INTERRUPTIONS: readonly Interruption[] = ['restart', 'restart', 'activation', 'off'];

interface HistorySetting {
	poller?: Poller;
}

/** One history of a trigger; returns where what it told differs from what it should have, at first. */
export async function judged(
	seed: number,
	storedWith: StoredWith,
	{ poller }: HistorySetting = {},
): Promise<string | undefined> {
	const random = randomFrom(SEED + seed * 7919);
	const reactivation = seed % 2 === 0 ? 'changes' : 'first';
	const groups = Object.entries(GROUPS).map(([log_source_group, minutes]) => ({
		log_source_group,
		minutes,
	}));
	const options = { mustLast: MUST_LAST, reactivation, silentAfterByGroup: { groups } };
	const parameters = { silentAfter: SILENT_AFTER, options };
	const executions = new Executions(randomFrom(seed));
	const stage = healthStage({ storedWith, parameters, ...(poller && { poller }) });
	const { service, source, poll, restart, wait, host } = stage;
	const listed = () => [...service.world.logSources.values()];
	for (let index = 0; index < 8; index += 1) source(`WEB${index}`);
	await poll();
	let minute = 1;
	await poll(1);
	let judge: Judge = { things: new Map(), polledAt: 0, steadyFrom: -Infinity };
	judge.things = new Map(listed().map((one) => [one.log_source_id, firstSeen(one, 0)]));
	let stored = structuredClone(judge);
	let runFrom = 0;
	const away: LogSource[] = [];
	for (let turn = 0; turn < 60; turn += 1) {
		for (let count = random(4); count > 0; count -= 1) happen(stage, away, random);
		const interruption = random(12) === 0 ? (INTERRUPTIONS[random(4)] ?? 'none') : 'none';
		const isStart = interruption !== 'none';
		if (isStart) {
			executions.kill();
			restart(host.stored, interruption === 'restart' ? 'init' : 'activate');
			if (storedWith === 'an execution') judge = structuredClone(stored);
			judge.isOlder = storedWith === 'an execution' || interruption !== 'restart';
		}
		const fault = !isStart && random(6) === 0 ? FAULTS[random(FAULTS.length)] : undefined;
		service.clearFaults();
		if (fault !== undefined) service.faults.push(fault);
		if (random(25) === 0) {
			const back = SET_BACK[random(2)] ?? 0;
			wait(-back, back);
			minute -= back;
		}
		minute += 1 + random(5) + (interruption === 'off' ? 2 * TIME_OFF : 0);
		if (isStart) runFrom = minute;
		// A poll that meets a fault waits, and ends later.
		const passed = (service.clock.now() / 1000 - START) / 60;
		const done = await poll(minute - passed, isStart ? 1 : 1 + random(2));
		await executions.goOn(done);
		const rules = { reactivation, runFrom };
		const wanted = fault === undefined ? expectedAtPoll(judge, listed(), minute, rules) : [];
		const verdict = differenceOf(done, wanted, `turn ${turn}, ${fault?.kind ?? interruption}`);
		if (verdict !== undefined) return verdict;
		// With a state that is stored with each poll n8n drops that of an activation's poll without items.
		const isDropped = isStart && interruption !== 'restart' && done.items.length === 0;
		if (fault === undefined) judge.isOlder = false;
		if (storedWith === 'each poll' && isDropped) {
			judge = { ...structuredClone(stored), isOlder: true };
		}
		// n8n stores the state of the first poll after a start whatever it returned.
		if (done.items.length > 0 || isStart || storedWith === 'each poll')
			stored = structuredClone(judge);
	}
	executions.kill();
	restart();
	// Redelivery comes with the first poll that reads the listings.
	service.clearFaults();
	await executions.goOn(await poll(1));
	await executions.finish();
	return undefined;
}

function differenceOf(
	{ items, error }: HealthPoll,
	wanted: readonly string[],
	when: string,
): string | undefined {
	const told = items.map(({ change, id }) => `${asText(change)} ${asText(id)}`);
	const [is, should] = [sorted(told).join(', '), sorted(wanted).join(', ')];
	if (is !== should) return `${when}: told [${is}] instead of [${should}] ${asText(error)}`;
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
		'that forgets since when it lists what was never heard': planted(
			trigger,
			withState((things) => things.replace(/"unheardSince":\d+/g, '"unheardSince":0')),
		),
		'that counts a third state from the second': planted(
			trigger,
			withState((things) => things.replace(/("pending":\{"state":")\w+/g, '$1inactive')),
		),
		'that forgets what is silent': planted(
			trigger,
			withState((things) => things.replace(/,"silentSince":\d+/g, '')),
		),
		'that takes what it gets for the whole list': planted(trigger, (host) => ({
			helpers: {
				...host.helpers,
				httpRequestWithAuthentication: async (...given) => {
					const answer: unknown = await host.helpers.httpRequestWithAuthentication.call(
						host,
						...given,
					);
					const { text = '', ...rest } = await readAnswer(answer, new AbortController().signal);
					const { status: statusCode, headers } = rest;
					const uncounted = text.replace(/"total(?:_log_sources)?":\d+/g, '"x":0');
					return { statusCode, headers, body: streamed(uncounted) };
				},
			},
		})),
	};
};

/** Lets a poll find something else than what was remembered of log sources. */
const withState =
	(change: (things: string) => string) =>
	(host: Parameters<Poller>[0]): Partial<Parameters<Poller>[0]> => {
		const data = host.getWorkflowStaticData('node');
		if (data.log_source !== undefined) data.log_source = change(asText(data.log_source));
		return { getWorkflowStaticData: () => data };
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
