import type { INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { isUint32 } from '../shared/polling/storedState';
import { isoTimeOfMs } from '../shared/times/moment';
import type { Watch } from './watches';

const ABSENT = 'absent';
const SILENT = 'silent';

type TextsByName = Readonly<Record<string, string>>;

/** The condition of an entry: whether the list has it, and its states by name, in lower case. */
export interface Condition {
	isListed: boolean;
	states: TextsByName;
}

interface Entry {
	/** The ID as digits. */
	id: string;
	/** The texts that its items show, by name: `name`, `domain`, `group`. */
	labels: TextsByName;
	/** The last event or sync, seconds since 1970; undefined if there was none. */
	lastSeen?: number | undefined;
}

/** A log source or an agent as the list shows it now. */
export interface ListedEntry extends Entry {
	condition: Condition;
	/** Whether the time of the last event or sync is unreadable, so that silence is not judged. */
	isUnreadable: boolean;
}

/** A log source or an agent as the state remembers it. Times are seconds since 1970. */
export interface RememberedEntry extends Entry {
	/** The time of the first poll that listed the entry. */
	firstSeen: number;
	/** The last event, or `firstSeen`, if the entry was silent at the last poll; undefined otherwise. */
	silentSince?: number | undefined;
	/** The condition that is confirmed, whether or not its changes are chosen. */
	reported: Condition;
	/** The condition at the last poll, if it differs. */
	pending?: Condition | undefined;
}

/** Returns whether a stored value has the shape of a remembered entry. */
export const isRemembered = (value: unknown): value is RememberedEntry =>
	isObject(value) &&
	typeof value.id === 'string' &&
	isObject(value.labels) &&
	[value.firstSeen, value.lastSeen ?? 0, value.silentSince ?? 0].every(isUint32) &&
	[value.reported, value.pending ?? value.reported].every(
		(condition) =>
			isObject(condition) && typeof condition.isListed === 'boolean' && isObject(condition.states),
	);

interface Change {
	name: string;
	/** The states before and after the change. */
	before: string;
	after: string;
	/** Its time, if that is not the time of the poll. */
	since?: number;
}

export const mapTexts = (
	texts: TextsByName,
	change: (text: string, name: string) => string,
): TextsByName =>
	Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text, name)]));

/**
 * Compares the list with the remembered entries.
 * @param remembered undefined at the first poll, at which anything wrong counts as a change
 * @param now the service's time in seconds since 1970
 * @returns an item for each chosen change, and the entries to remember
 */
export function detectChanges(
	watch: Watch,
	remembered: readonly RememberedEntry[] | undefined,
	listedEntries: readonly ListedEntry[],
	now: number,
): { items: INodeExecutionData[]; entries: RememberedEntry[] } {
	const rememberedById = new Map(remembered?.map((entry) => [entry.id, entry]));
	const currentById = new Map(
		[...(remembered ?? []).map(asUnlisted), ...listedEntries].map((entry) => [entry.id, entry]),
	);
	const items: INodeExecutionData[] = [];
	const entries: RememberedEntry[] = [];
	for (const [id, current] of currentById) {
		const previous =
			rememberedById.get(id) ?? firstMemory(watch, current, remembered === undefined, now);
		const reported = confirmCondition(previous, current.condition);
		const next: RememberedEntry = {
			...previous,
			labels: current.labels,
			reported,
			pending:
				comparisonKey(reported) === comparisonKey(current.condition)
					? undefined
					: current.condition,
			lastSeen: current.lastSeen ?? previous.lastSeen,
		};
		const silence = silenceChange(watch, next, current, now);
		if (silence !== undefined) {
			next.silentSince = silence.name === 'back' ? undefined : silence.since;
		}
		const changes = [
			...stateChanges(watch, previous.reported, reported),
			...(silence ? [silence] : []),
		];
		items.push(...itemsOf(watch, next, changes, now));
		if (reported.isListed || next.pending !== undefined) entries.push(next);
	}
	return { items, entries };
}

/** Makes the entry that stands for a remembered one if the list no longer has it. */
const asUnlisted = (entry: RememberedEntry): ListedEntry => ({
	...entry,
	condition: { isListed: false, states: entry.reported.states },
	isUnreadable: false,
});

/**
 * Makes the memory of an entry that is listed for the first time. At the first poll, healthy states count as
 * reported, so only unhealthy ones become changes.
 */
function firstMemory(
	watch: Watch,
	{ id, labels, condition }: ListedEntry,
	isFirst: boolean,
	now: number,
): RememberedEntry {
	const entry = { id, labels, firstSeen: now };
	if (!isFirst) return { ...entry, reported: { isListed: false, states: {} } };
	const states = mapTexts(condition.states, (state) =>
		watch.healthyStates.test(state) ? state : 'unknown',
	);
	return { ...entry, reported: { isListed: true, states }, pending: condition };
}

const comparisonKey = (condition: Condition): string => JSON.stringify(condition);

/** Returns the condition to report: a change must be seen in two polls in a row; a first state counts at once. */
function confirmCondition({ reported, pending }: RememberedEntry, current: Condition): Condition {
	const isListed = current.isListed === pending?.isListed ? current.isListed : reported.isListed;
	// The states of a new entry are reported when it appears.
	if (!isListed) return reported.isListed ? { ...reported, isListed } : reported;
	const states = mapTexts(current.states, (state, name) => {
		const previous = reported.states[name] ?? '';
		return state !== '' && (previous === '' || pending?.states[name] === state) ? state : previous;
	});
	return { isListed, states };
}

function stateChanges(watch: Watch, previous: Condition, next: Condition): Change[] {
	if (previous.isListed !== next.isListed) {
		const [before, after] = [previous, next].map(({ isListed, states }) => {
			const [main = ''] = Object.keys(watch.stateFields).map((name) => states[name] ?? '');
			return isListed ? main.replace(/^$/, 'listed') : ABSENT;
		});
		const name = next.isListed ? 'appeared' : 'disappeared';
		return [{ name, before: before ?? '', after: after ?? '' }];
	}
	return Object.entries(next.states).flatMap(([name, after]) => {
		const before = previous.states[name] ?? '';
		return before === '' || before === after ? [] : [{ name, before, after }];
	});
}

/**
 * Returns the start or the end of a silence, if there is one. A silence counts from the last event, or else
 * from the first poll that listed the entry.
 */
function silenceChange(
	watch: Watch,
	entry: RememberedEntry,
	current: ListedEntry,
	now: number,
): Change | undefined {
	const { activeState, silenceExemptStates } = watch;
	const { lastSeen, firstSeen, silentSince, reported } = entry;
	const { isListed, states } = current.condition;
	if (!isListed || !reported.isListed || current.isUnreadable) return undefined;
	if (Object.values(states).some((state) => silenceExemptStates?.test(state))) return undefined;
	const since = lastSeen ?? firstSeen;
	const isSilent = now - since >= watch.silentAfter;
	if (silentSince === undefined) {
		return isSilent ? { name: SILENT, before: activeState, after: SILENT, since } : undefined;
	}
	if (isSilent || since === silentSince) return undefined;
	return { name: 'back', before: SILENT, after: activeState, since };
}

const itemsOf = (
	{ kind, chosenChanges }: Watch,
	{ id, labels, lastSeen }: RememberedEntry,
	changes: readonly Change[],
	now: number,
): INodeExecutionData[] =>
	changes
		.filter(({ name }) => chosenChanges.includes(name))
		.map(({ name, before, after, since = now }) => ({
			json: {
				change: name,
				kind,
				id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
				...labels,
				before,
				after,
				since: isoTimeOfMs(since * 1000),
				last_seen: lastSeen === undefined ? '' : isoTimeOfMs(lastSeen * 1000),
				change_key: `${kind}-${id}-${name}-${since}`,
			},
		}));
