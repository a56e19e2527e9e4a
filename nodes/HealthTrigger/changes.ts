import type { INodeExecutionData } from 'n8n-workflow';

import { utcSecond } from '../shared/times/moment';
import type { Watch } from './watches';

/** The first state of a thing: whether it is listed. */
export const LISTED = 'listed';
const ABSENT = 'absent';

/** A log source or an agent as a listing shows it. */
export interface Seen {
	/** Its digits. */
	id: string;
	/** What an item names it by. */
	names: Readonly<Record<string, string>>;
	/** `listed`, and the states of its watch in their order: lower case, empty if not listed. */
	states: readonly string[];
	/** The last event or sync, seconds since 1970; undefined if there was none. */
	lastSeen?: number | undefined;
}

/** What is remembered of it; times in seconds since 1970. */
export interface Remembered extends Pick<Seen, 'id' | 'names' | 'lastSeen'> {
	/** When the trigger first saw it. */
	firstSeen: number;
	/** The last event before a silence that was reported, or found by the first poll; undefined without one. */
	silentSince?: number | undefined;
	/** The states that were reported, or found by the first poll. */
	told: readonly string[];
	/** The states that the last poll showed, if they are others. */
	shown?: readonly string[] | undefined;
}

/** What a change is called, what was before and after it, and since when if not since the poll. */
type Change = [change: string, before: string, after: string, since?: number];

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
	const before = new Map(known?.map((was) => [was.id, was]));
	const gone = (was: Remembered): Seen => ({ ...was, states: [ABSENT, ...was.told.slice(1)] });
	const all = new Map([...(known ?? []).map(gone), ...listing].map((seen) => [seen.id, seen]));
	const items: INodeExecutionData[] = [];
	const things: Remembered[] = [];
	for (const [id, seen] of all) {
		const { names, states } = seen;
		const was = before.get(id) ?? newThing(watch, seen, known === undefined, now);
		const told = toldStates(was, states);
		const shown = told.every((state, at) => state === states[at]) ? undefined : states;
		const next = { ...was, names, told, shown, lastSeen: seen.lastSeen ?? was.lastSeen };
		const silence = told[0] === LISTED ? silenceOf(watch, next, seen, now) : undefined;
		if (silence !== undefined) next.silentSince = silence[0] === 'back' ? undefined : silence[3];
		const changes = [...stateChanges(watch, was, told), ...(silence ? [silence] : [])];
		items.push(...itemsOf(watch, next, changes, now));
		if (told[0] === LISTED || shown !== undefined) things.push(next);
	}
	return { items, things };
}

/** A thing that is not known: it was absent; at the first poll its healthy states count as reported. */
function newThing(watch: Watch, seen: Seen, isFirst: boolean, now: number): Remembered {
	const { id, names, states } = seen;
	const healthy = states.map((state) => (watch.healthy.test(state) ? state : 'unknown'));
	const absent = states.map((_state, at) => (at === 0 ? ABSENT : ''));
	const told = isFirst ? { told: healthy, shown: states } : { told: absent };
	return { id, names, firstSeen: now, ...told };
}

/** Another state counts once two polls in a row show it, and what was not known once it is there. */
function toldStates({ told, shown = told }: Remembered, states: readonly string[]) {
	const next = told.map((last, at) => {
		const state = states[at] ?? '';
		return state !== '' && (last === '' || shown[at] === state) ? state : last;
	});
	return next[0] === ABSENT && told[0] === ABSENT ? told : next;
}

const stateChanges = ({ states }: Watch, was: Remembered, told: readonly string[]): Change[] =>
	['', ...Object.keys(states)].flatMap((change, at): Change[] => {
		const [before = '', after = '', main = ''] = [was.told[at], told[at], told[1]];
		if (before === '' || before === after) return [];
		if (after === ABSENT) return [['disappeared', main || LISTED, ABSENT]];
		return [before === ABSENT ? ['appeared', ABSENT, main || LISTED] : [change, before, after]];
	});

/** Silence counts from the last event, or from when the trigger first saw the thing. An event ends it. */
function silenceOf(watch: Watch, thing: Remembered, seen: Seen, now: number): Change | undefined {
	const { change, before, after } = watch.silence;
	const { lastSeen, firstSeen, silentSince } = thing;
	if (seen.states.some((state) => watch.resting.test(state))) return undefined;
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
				...{ change, kind, id: Number.isSafeInteger(Number(id)) ? Number(id) : id },
				...names,
				...{ before, after, since: utcSecond(since * 1000) },
				last_seen: lastSeen === undefined ? '' : utcSecond(lastSeen * 1000),
				change_key: `${kind}-${id}-${change}-${since}`,
			},
		}));
