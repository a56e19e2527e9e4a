import { omit } from '../shared/parameters/given';
import type { Facet, Kind } from './kinds';
import type { Seen, Thing } from './listing';
import { listen, type Heard, type SilenceRules } from './silence';

/** What is remembered of a log source or an agent; each fact has a time of its own. Seconds since 1970. */
export interface Remembered extends Thing, Heard {
	/** The state and the setting that were reported, or found at first; empty if not known. */
	state: string;
	setting: string;
	/** Another state that is not reported yet, and since when it is seen. */
	pending?: { state: string; since: number } | undefined;
	/** When it appeared, if its last event is older: that silence may have been reported before. */
	appearedAt?: number | undefined;
	/** Since when listings are without it. */
	missingSince?: number | undefined;
}

/** What is remembered of a kind, by ID. */
export type Inventory = ReadonlyMap<string, Remembered>;

/** What waits for Must Last in an older state may have ended since: it waits anew. */
export const withoutWaiting = (things: Inventory): Inventory =>
	new Map([...things].map(([id, thing]) => [id, omit(thing, 'pending', 'missingSince')]));

/** A change of a thing. */
interface Told {
	facet: Facet;
	before: string;
	after: string;
	/** Of the last event, or when it was first seen, seconds since 1970; undefined if not known. */
	since: number | undefined;
	/** The silence that begins or ends: the last event before it, seconds since 1970. */
	silence?: number | undefined;
}

export interface Change extends Told {
	thing: Thing;
	/** Undefined for what has disappeared. */
	lastSeen?: Seen['lastSeen'];
}

export interface Rules extends SilenceRules {
	/** What is done with things that were not remembered: told as new, remembered, or told what is wrong. */
	unknown: 'new' | 'baseline' | 'report';
}

interface Step {
	told: readonly Told[];
	next: Remembered;
}

/** Compares what is remembered with a listing that was read whole. */
export function compare(
	kind: Kind,
	before: Inventory,
	listing: readonly Seen[],
	rules: Rules,
): { changes: Change[]; after: Inventory } {
	const changes: Change[] = [];
	const after = new Map<string, Remembered>();
	for (const seen of listing) {
		const was = before.get(seen.id);
		const { told, next } =
			was === undefined ? firstSight(kind, seen, rules) : changesOf(kind, was, seen, rules);
		for (const one of told) changes.push({ ...one, thing: next, lastSeen: seen.lastSeen });
		after.set(seen.id, next);
	}
	// What a listing by other filters lacks may be there all the same.
	if (rules.unknown !== 'new') return { changes, after };
	for (const [id, was] of before) {
		if (after.has(id)) continue;
		const since = sinceWhen(was.missingSince, rules);
		// A page may have moved while the list was read: one listing alone is no proof.
		if (was.missingSince !== undefined && hasLasted(since, rules)) {
			changes.push({ facet: 'disappeared', before: was.state, after: 'absent', since, thing: was });
		} else after.set(id, { ...was, missingSince: since });
	}
	return { changes, after };
}

/** Since when something waits to be reported: from now on if a clock was set back meanwhile. */
const sinceWhen = (since: number | undefined, { now }: Rules): number =>
	Math.min(since ?? now, now);

/** Whether something has lasted for Must Last, in whole minutes: polls come some seconds late. */
const hasLasted = (since: number, { now, mustLast }: Rules): boolean =>
	Math.floor(now / 60) - Math.floor(since / 60) >= mustLast / 60;

function firstSight(kind: Kind, seen: Seen, rules: Rules): Step {
	const fresh = omit(seen, 'lastSeen');
	if (rules.unknown === 'new') {
		const { now } = rules;
		const { told, next } = changesOf(kind, { ...fresh, appearedAt: now }, seen, rules);
		const appeared = { before: 'absent', after: seen.state, since: now };
		return { told: [{ facet: 'appeared', ...appeared }, ...told], next };
	}
	const { told, next } = changesOf(kind, fresh, seen, { ...rules, isSettled: true });
	if (rules.unknown === 'baseline') return { told: [], next };
	const silent = told.map((one) => ({ ...one, before: '' }));
	return { told: [...silent, ...wrongWords(kind, seen)], next };
}

/** The state and the setting of a thing that are not those of a healthy one. */
const wrongWords = ({ healthy }: Kind, seen: Seen): Told[] =>
	(['state', 'setting'] as const)
		.filter((facet) => seen[facet] !== '' && !healthy[facet].test(seen[facet]))
		.map((facet) => ({ facet, before: '', after: seen[facet], since: undefined }));

/** The changes of a thing that is listed, and what is remembered of it from now on. */
function changesOf(kind: Kind, was: Remembered, seen: Seen, rules: Rules): Step {
	const listed = omit(seen, 'lastSeen');
	const { state, setting } = listed;
	const told: Told[] = [];
	const { facet, heardAt, silentSince, unheardSince } = listen(kind, was, seen, rules);
	const isOld = (heardAt ?? 0) < (was.appearedAt ?? 0);
	if (facet !== undefined) {
		const silence = isOld ? undefined : (silentSince ?? was.silentSince);
		told.push({ facet, ...kind.silence[facet], since: heardAt, silence });
	}
	const next: Remembered = {
		...listed,
		silentSince,
		unheardSince,
		appearedAt: isOld ? was.appearedAt : undefined,
		state: state || was.state,
		setting: setting || was.setting,
		// A listing without a state is no change back.
		pending: state === '' ? was.pending : undefined,
	};
	if (isOther(was.state, state)) {
		const since = sinceWhen(was.pending?.state === state ? was.pending.since : undefined, rules);
		if (hasLasted(since, rules)) {
			told.push({ facet: 'state', before: was.state, after: state, since });
		} else {
			next.state = was.state;
			next.pending = { state, since };
		}
	}
	if (isOther(was.setting, setting)) {
		told.push({ facet: 'setting', before: was.setting, after: setting, since: rules.now });
	}
	return { told, next };
}

/** Whether both are known and differ. */
const isOther = (before: string, after: string): boolean =>
	before !== '' && after !== '' && before !== after;
