import type { INodeExecutionData } from 'n8n-workflow';

import { isUint32 } from '../polling/storedState';
import { isObject } from '../shared/json';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { LastSeen } from '../shared/times/serviceTimeZone';
import type { Watch } from './watches';

type TextsByName = Readonly<Record<string, string>>;

/** Beside its states, a record has two aspects: its presence, and its activity (silent or {@link Watch.activeState}). */
const PRESENCE = 'presence';
const LISTED = 'listed';
const ABSENT = 'absent';
const ACTIVITY = 'activity';
const SILENT = 'silent';

/** The names of the changes to these values. The change of a state has the name of the state. */
const CHANGE_NAMES: TextsByName = {
	[LISTED]: 'appeared',
	[ABSENT]: 'disappeared',
	[SILENT]: 'silent',
};

interface WatchedRecord {
	/** The ID as digits. */
	id: string;
	/** The texts that its items show, by name: `name`, `domain`, `group`. */
	labels: TextsByName;
}

/** A log source or an agent as the list shows it now. */
export interface ListedRecord extends WatchedRecord {
	/** The states by name, in lower case; empty if the list shows none. */
	states: TextsByName;
	/** The last event or sync, as {@link LastSeen}, but in seconds since 1970. */
	lastSeen: LastSeen;
}

/** A log source or an agent as remembered, without what changes with each event. Times are seconds since 1970. */
export interface RememberedRecord extends WatchedRecord {
	/** The confirmed value of each aspect, whether or not its changes are chosen. */
	aspects: TextsByName;
	/** The values of the last poll that are not confirmed. */
	pending: TextsByName;
	/** The time of the first poll that listed the record. */
	firstSeen: number;
	/** The time from which a silent record is silent. */
	silentSince?: number | undefined;
}

/** Returns whether a stored value has the shape of a remembered record. */
export const isRemembered = (value: unknown): value is RememberedRecord =>
	isObject(value) &&
	typeof value.id === 'string' &&
	[value.labels, value.aspects, value.pending].every(isObject) &&
	[value.firstSeen, value.silentSince ?? 0].every(isUint32);

export const mapTexts = (texts: TextsByName, change: (text: string) => string): TextsByName =>
	Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

/**
 * Compares the list with the remembered records.
 * @param remembered undefined at the first poll, at which anything wrong counts as a change
 * @param now the service's time in seconds since 1970
 * @returns an item for each chosen change, and the records to remember
 */
export function detectChanges(
	watch: Watch,
	remembered: readonly RememberedRecord[] | undefined,
	listedRecords: readonly ListedRecord[],
	now: number,
): { items: INodeExecutionData[]; records: RememberedRecord[] } {
	const listedById = new Map(listedRecords.map((record) => [record.id, record]));
	const isFirstPoll = remembered === undefined;
	const newMemories = listedRecords.map((record) => firstMemory(watch, record, isFirstPoll, now));
	const memories = [...newMemories, ...(remembered ?? [])];
	const items: INodeExecutionData[] = [];
	const records: RememberedRecord[] = [];
	// A remembered record replaces its first memory.
	for (const memory of new Map(memories.map((record) => [record.id, record])).values()) {
		const listed = listedById.get(memory.id);
		const { next, changes } = compare(watch, memory, listed, now);
		items.push(...changeItems(watch, next, changes, listed));
		if (next.aspects[PRESENCE] === LISTED || PRESENCE in next.pending) records.push(next);
	}
	return { items, records };
}

/**
 * Makes the memory of a record that is listed for the first time. At the first poll, only unhealthy states become
 * changes, which `pending` confirms at once; its presence and its healthy states count as known.
 */
function firstMemory(
	{ healthyStates, activeState }: Watch,
	{ id, labels, states }: ListedRecord,
	isFirstPoll: boolean,
	now: number,
): RememberedRecord {
	const memory = { id, labels, firstSeen: now };
	const aspects = { [PRESENCE]: ABSENT, [ACTIVITY]: activeState };
	if (!isFirstPoll) return { ...memory, aspects, pending: {} };
	const known = mapTexts(states, (state) => (healthyStates.test(state) ? state : 'unknown'));
	return { ...memory, aspects: { ...aspects, ...known, [PRESENCE]: LISTED }, pending: states };
}

interface Change {
	aspect: string;
	before: string;
	after: string;
	since: number;
}

/**
 * Makes the next memory of a record, and lists its changes. A change must be seen in two polls in a row, but
 * the first value of a state counts at once, and so does an activity.
 * @param listed undefined if the list does not have the record
 */
function compare(
	watch: Watch,
	{ pending: lastPending, ...memory }: RememberedRecord,
	listed: ListedRecord | undefined,
	now: number,
): { next: RememberedRecord; changes: Change[] } {
	const since = listed && silenceStart(watch, memory.firstSeen, listed);
	const current: TextsByName = {
		[PRESENCE]: listed ? LISTED : ABSENT,
		...listed?.states,
		...(since !== undefined && { [ACTIVITY]: activityOf(watch, memory, listed, since, now) }),
	};
	const aspects: Record<string, string> = { ...memory.aspects };
	const pending: Record<string, string> = {};
	const changes: Change[] = [];
	for (const [aspect, after] of Object.entries(current)) {
		const before = aspects[aspect] ?? '';
		// Other aspects are compared once the record counts as listed.
		const isWatched = aspect === PRESENCE || aspects[PRESENCE] === LISTED;
		if (!isWatched || after === '' || after === before) continue;
		const isConfirmed = before === '' || aspect === ACTIVITY || lastPending[aspect] === after;
		(isConfirmed ? aspects : pending)[aspect] = after;
		if (!isConfirmed || before === '') continue;
		changes.push({ aspect, before, after, since: aspect === ACTIVITY ? (since ?? now) : now });
	}
	const silentSince = aspects[ACTIVITY] === SILENT ? (memory.silentSince ?? since) : undefined;
	const { labels } = listed ?? memory;
	return { next: { ...memory, labels, aspects, pending, silentSince }, changes };
}

/** Returns the activity of a record: silent, or the active state of its watch. @param since when a silence began */
function activityOf(
	{ silentAfterSeconds, activeState }: Watch,
	{ silentSince }: Pick<RememberedRecord, 'silentSince'>,
	listed: ListedRecord | undefined,
	since: number,
	now: number,
): string {
	// Only a later event ends a silence: not a longer Silent After, and not a list without the event.
	const goesOn =
		silentSince !== undefined && (listed?.lastSeen === 'never' || since <= silentSince);
	return goesOn || now - since >= silentAfterSeconds ? SILENT : activeState;
}

/**
 * Returns when a silence of the record began, if it is silent: at its last event, or else at the first poll that
 * listed it. Undefined if the time of the last event is unreadable, or if a state of the record expects no events.
 */
function silenceStart(
	{ silenceExemptStates }: Watch,
	firstSeen: number,
	{ lastSeen, states }: ListedRecord,
): number | undefined {
	const isExempt = Object.values(states).some((state) => silenceExemptStates?.test(state));
	if (lastSeen === 'never' && !isExempt) return firstSeen;
	return typeof lastSeen === 'number' && !isExempt ? lastSeen : undefined;
}

/** Makes the items of the chosen changes. */
function changeItems(
	{ kind, stateFields, chosenChanges }: Watch,
	{ id, labels, aspects }: RememberedRecord,
	changes: readonly Change[],
	listed: ListedRecord | undefined,
): INodeExecutionData[] {
	const [mainState = ''] = Object.keys(stateFields);
	const shown = (value: string): string =>
		value === LISTED ? (aspects[mainState] ?? value) : value;
	const lastSeen = typeof listed?.lastSeen === 'number' ? isoTimeOfSecond(listed.lastSeen) : '';
	return changes
		.map((change) => ({
			...change,
			name: change.aspect in stateFields ? change.aspect : (CHANGE_NAMES[change.after] ?? 'back'),
		}))
		.filter(({ name }) => chosenChanges.includes(name))
		.map(({ name, before, after, since }) => ({
			json: {
				change: name,
				kind,
				...labels,
				id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
				before: shown(before),
				after: shown(after),
				since: isoTimeOfSecond(since),
				last_seen: lastSeen,
				change_key: `${kind}-${id}-${name}-${since}`,
			},
		}));
}
