import type { INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { isCount } from '../shared/polling/storedState';
import { utcSecond } from '../shared/times/moment';
import type { Watch } from './watches';

const ABSENT = 'absent';

export type Texts = Readonly<Record<string, string>>;

/** Whether a thing is listed, and its states by their names, in lower case. */
export interface Condition {
	listed: boolean;
	states: Texts;
}

interface Thing {
	/** Its digits. */
	id: string;
	/** What an item names it by. */
	names: Texts;
	/** The last event or sync, seconds since 1970; undefined if there was none. */
	lastSeen?: number | undefined;
}

/** A log source or an agent as a listing shows it. */
export interface Seen extends Thing {
	condition: Condition;
	/** Whether the time of the last event or sync cannot be read: silence is not judged then. */
	isUnreadable: boolean;
}

/** What is remembered of it; times in seconds since 1970. */
export interface Remembered extends Thing {
	/** When the trigger first saw it. */
	firstSeen: number;
	/** The last event before a silence that was reported, or found by the first poll; undefined without one. */
	silentSince?: number | undefined;
	/** What was reported, or found by the first poll. */
	reported: Condition;
	/** What the last poll showed, if that differs. */
	pending?: Condition | undefined;
}

/** Whether a value that was stored is what {@link compare} remembers. */
export const isRemembered = (value: unknown): value is Remembered =>
	isObject(value) &&
	typeof value.id === 'string' &&
	isObject(value.names) &&
	[value.firstSeen, value.lastSeen ?? 0, value.silentSince ?? 0].every(isCount) &&
	[value.reported, value.pending ?? value.reported].every(
		(condition) => isObject(condition) && isObject(condition.states),
	);

/** The name of a change, what was before and after it, and since when if not since the poll. */
type Change = [change: string, before: string, after: string, since?: number];

/** The texts, each changed. */
export const mapTexts = (texts: Texts, change: (text: string, name: string) => string): Texts =>
	Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text, name)]));

/**
 * Compares a listing with what is remembered.
 * @param known undefined at the first poll: what is wrong is a change
 * @param now the service's time, seconds since 1970
 * @returns an item for each chosen change, and what is remembered from now on
 */
export function compare(
	watch: Watch,
	known: readonly Remembered[] | undefined,
	listing: readonly Seen[],
	now: number,
): { items: INodeExecutionData[]; things: Remembered[] } {
	const before = new Map(known?.map((thing) => [thing.id, thing]));
	const all = new Map([...(known ?? []).map(unlisted), ...listing].map((seen) => [seen.id, seen]));
	const items: INodeExecutionData[] = [];
	const things: Remembered[] = [];
	for (const [id, seen] of all) {
		const last = before.get(id) ?? newThing(watch, seen, known === undefined, now);
		const reported = confirmed(last, seen.condition);
		const next: Remembered = {
			...last,
			names: seen.names,
			reported,
			pending: toText(reported) === toText(seen.condition) ? undefined : seen.condition,
			lastSeen: seen.lastSeen ?? last.lastSeen,
		};
		const silence = silenceOf(watch, next, seen, now);
		if (silence !== undefined) next.silentSince = silence[0] === 'back' ? undefined : silence[3];
		const changes = [
			...stateChanges(watch, last.reported, reported),
			...(silence ? [silence] : []),
		];
		items.push(...itemsOf(watch, next, changes, now));
		if (reported.listed || next.pending !== undefined) things.push(next);
	}
	return { items, things };
}

/** What a thing that is remembered looks like if the listing lacks it. */
const unlisted = ({ id, names, lastSeen, reported: { states } }: Remembered): Seen => ({
	id,
	names,
	lastSeen,
	condition: { listed: false, states },
	isUnreadable: false,
});

/** A thing that is not known: it was absent; at the first poll its healthy states count as reported. */
function newThing(
	watch: Watch,
	{ id, names, condition }: Seen,
	isFirst: boolean,
	now: number,
): Remembered {
	const thing = { id, names, firstSeen: now };
	if (!isFirst) return { ...thing, reported: { listed: false, states: {} } };
	const states = mapTexts(condition.states, (state) =>
		watch.healthy.test(state) ? state : 'unknown',
	);
	return { ...thing, reported: { listed: true, states }, pending: condition };
}

const toText = (condition: Condition): string => JSON.stringify(condition);

/** A change counts once two polls in a row show it; a state that was not known counts at once. */
function confirmed({ reported, pending }: Remembered, shown: Condition): Condition {
	const listed = shown.listed === pending?.listed ? shown.listed : reported.listed;
	// The states of a thing that is not yet reported belong to the report that it appeared.
	if (!listed) return reported.listed ? { ...reported, listed } : reported;
	const states = mapTexts(shown.states, (state, name) => {
		const last = reported.states[name] ?? '';
		return state !== '' && (last === '' || pending?.states[name] === state) ? state : last;
	});
	return { listed, states };
}

function stateChanges(watch: Watch, last: Condition, next: Condition): Change[] {
	if (last.listed !== next.listed) {
		const [before, after] = [last, next].map(({ listed, states }) => {
			const [main = ''] = Object.keys(watch.states).map((name) => states[name] ?? '');
			return listed ? main.replace(/^$/, 'listed') : ABSENT;
		});
		return [[next.listed ? 'appeared' : 'disappeared', before ?? '', after ?? '']];
	}
	return Object.entries(next.states).flatMap(([name, after]): Change[] => {
		const before = last.states[name] ?? '';
		return before === '' || before === after ? [] : [[name, before, after]];
	});
}

/** Silence counts from the last event, or from when the trigger first saw the thing. An event ends it. */
function silenceOf(watch: Watch, thing: Remembered, seen: Seen, now: number): Change | undefined {
	const { change, before, after } = watch.silence;
	const { lastSeen, firstSeen, silentSince, reported } = thing;
	const { listed, states } = seen.condition;
	if (!listed || !reported.listed || seen.isUnreadable) return undefined;
	if (Object.values(states).some((state) => watch.resting.test(state))) return undefined;
	const since = lastSeen ?? firstSeen;
	const isSilent = now - since >= watch.silentAfter;
	if (silentSince === undefined) return isSilent ? [change, before, after, since] : undefined;
	return isSilent || since === silentSince ? undefined : ['back', after, before, since];
}

const itemsOf = (
	{ kind, chosen }: Watch,
	{ id, names, lastSeen }: Remembered,
	changes: readonly Change[],
	now: number,
): INodeExecutionData[] =>
	changes
		.filter(([change]) => chosen.includes(change))
		.map(([change, before, after, since = now]) => ({
			json: {
				change,
				kind,
				id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
				...names,
				before,
				after,
				since: utcSecond(since * 1000),
				last_seen: lastSeen === undefined ? '' : utcSecond(lastSeen * 1000),
				change_key: `${kind}-${id}-${change}-${since}`,
			},
		}));
