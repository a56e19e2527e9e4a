import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import type { LogSource } from '../service/world';
import { NEVER } from './healthStage';

/** The changes of states, by what changes. */
const STATES: Readonly<Record<string, string>> = {
	appeared: 'presence',
	disappeared: 'presence',
	collector_state: 'collector_state',
	collection_status: 'collection_status',
};

const RESTING = new Set(['decommissioned_device', 'disabled']);

/** What one poll read: the log sources by ID, at a second since 1970. */
interface Reading {
	at: number;
	listed: ReadonlyMap<string, Readonly<LogSource>>;
}

const stateIn = ({ listed }: Reading, id: string, what: string): string | undefined => {
	const source = listed.get(id);
	if (what === 'presence') return source === undefined ? 'absent' : 'listed';
	return what === 'collector_state' ? source?.log_collector_state : source?.log_collection_status;
};

const eventOf = ({ last_event_time: time }: Readonly<LogSource>): number | undefined =>
	time === NEVER ? undefined : Date.parse(time) / 1000;

/**
 * Holds what a health trigger told against what its polls read: a state that two polls in a row show is
 * told once, silence once and its end once, and nothing else is.
 */
export class HealthOracle {
	/** The state of each log source that was told, or that it had when it was first read. */
	private readonly told = new Map<string, Map<string, string>>();
	/** The last event before each silence that was told. */
	private readonly silences = new Map<string, number | undefined>();
	/** When each log source was first read, ever and since n8n started. */
	private readonly firstRead = new Map<string, number>();
	private readonly readSince = new Map<string, number>();
	private readings: Reading[] = [];
	private readingsSince = 0;
	private mistakes: string[] = [];

	/** @param silentAfter in seconds */
	constructor(
		private readonly silentAfter: number,
		first: Reading,
	) {
		this.readings = [first];
		for (const [id, source] of first.listed) {
			this.meet(id, first);
			this.takeStates(id, first);
			if (this.isSilent(source, first.at, first.at)) this.silences.set(id, eventOf(source));
		}
	}

	/** n8n starts again: it may not know what was read and not told. */
	start(): void {
		this.readingsSince = 0;
		this.readSince.clear();
	}

	/** @returns what is wrong in what a poll told */
	judge(reading: Reading, items: readonly IDataObject[]): string[] {
		this.mistakes = [];
		this.readings = [...this.readings.slice(-1), reading];
		this.readingsSince += 1;
		for (const id of reading.listed.keys()) this.meet(id, reading);
		for (const item of items) {
			if (asText(item.change) in STATES) this.judgeState(item, reading);
			else this.judgeSilence(item, reading);
		}
		for (const id of [...this.told.keys()]) this.requireAll(id, reading);
		return this.mistakes;
	}

	private stateOf(id: string): Map<string, string> {
		const states = this.told.get(id) ?? new Map<string, string>();
		this.told.set(id, states);
		return states;
	}

	private meet(id: string, { at }: Reading): void {
		if (!this.firstRead.has(id)) this.firstRead.set(id, at);
		if (!this.readSince.has(id)) this.readSince.set(id, at);
		this.stateOf(id);
	}

	/** The states that a log source has when it is first known count as told. */
	private takeStates(id: string, reading: Reading): void {
		for (const what of new Set(Object.values(STATES))) {
			this.stateOf(id).set(what, stateIn(reading, id, what) ?? '');
		}
	}

	private forget(id: string): void {
		for (const each of [this.told, this.silences, this.firstRead, this.readSince]) each.delete(id);
	}

	private judgeState({ id: itemId, change, before, after }: IDataObject, reading: Reading): void {
		const id = asText(itemId);
		const text = `${asText(change)} ${id}: ${asText(before)} to ${asText(after)}`;
		const what = STATES[asText(change)] ?? '';
		const state = change === 'appeared' ? 'listed' : asText(after);
		const last = this.stateOf(id).get(what) ?? 'absent';
		if (last === state) this.mistakes.push(`${text} was told before`);
		if (what !== 'presence' && last !== before) this.mistakes.push(`${text} began as ${last}`);
		if (!this.isShownTwice(id, what, state)) this.mistakes.push(`${text} is not so`);
		this.stateOf(id).set(what, state);
		if (change === 'appeared') this.takeStates(id, reading);
		if (change === 'disappeared') this.forget(id);
	}

	private isShownTwice(id: string, what: string, state: string): boolean {
		const shown = this.readings.filter((one) => stateIn(one, id, what) === state);
		return shown.length === 2;
	}

	private judgeSilence({ id: itemId, change }: IDataObject, { at, listed }: Reading): void {
		const [id, text] = [asText(itemId), `${asText(change)} ${asText(itemId)}`];
		const source = listed.get(id);
		const isSilent =
			source !== undefined && this.isSilent(source, this.firstRead.get(id) ?? at, at);
		if (this.silences.has(id) === (change === 'silent')) this.mistakes.push(`${text}: told before`);
		if (isSilent !== (change === 'silent')) this.mistakes.push(`${text} is not so`);
		if (change === 'silent') this.silences.set(id, source && eventOf(source));
		else {
			const isHeard = source && eventOf(source) !== this.silences.get(id);
			if (isHeard !== true) this.mistakes.push(`${text} without an event`);
			this.silences.delete(id);
		}
	}

	private isSilent(source: Readonly<LogSource>, since: number, now: number): boolean {
		const { log_collector_state: state, log_collection_status: setting } = source;
		const quiet = now - (eventOf(source) ?? since);
		return !RESTING.has(state) && !RESTING.has(setting) && quiet >= this.silentAfter;
	}

	/** Names what should have been told by now. */
	private requireAll(id: string, reading: Reading): void {
		const states = this.stateOf(id);
		const isListed = states.get('presence') === 'listed';
		if (!isListed && !reading.listed.has(id)) this.forget(id);
		if (this.readingsSince >= 2) {
			for (const what of new Set(Object.values(STATES))) {
				const last = states.get(what) ?? 'absent';
				const state = stateIn(reading, id, what);
				const isKnown = isListed || what === 'presence';
				if (!isKnown || state === undefined || state === last) continue;
				if (!this.isShownTwice(id, what, state)) continue;
				this.mistakes.push(`${what} ${id}: ${last} to ${state} is not told`);
			}
		}
		const source = reading.listed.get(id);
		if (source === undefined || !isListed) return;
		const isResting = [source.log_collector_state, source.log_collection_status].some((state) =>
			RESTING.has(state),
		);
		const isSilent = this.isSilent(source, this.readSince.get(id) ?? reading.at, reading.at);
		if (isSilent && !this.silences.has(id)) this.mistakes.push(`silent ${id} is not told`);
		const isHeard = this.silences.has(id) && eventOf(source) !== this.silences.get(id);
		if (isHeard && !isSilent && !isResting) this.mistakes.push(`back ${id} is not told`);
	}
}
