import type { Facet, Kind } from './kinds';
import type { Seen } from './listing';

/** What is remembered of a log source or an agent: what was reported of it, or found at first. */
export interface Remembered {
	isSilent: boolean;
	/** Whether the last listing was without it. */
	isMissing: boolean;
	/** Empty where not known. */
	state: string;
	setting: string;
	/**
	 * Since when it is missing, in another state, or listed without any event, and that is not yet
	 * reported: whole minutes since 1970.
	 */
	since: number | undefined;
}

/** What is remembered of a kind, by id. */
export type Inventory = ReadonlyMap<string, Remembered>;

export interface Change {
	facet: Facet;
	id: string;
	before: string;
	after: string;
	/** Seconds since 1970: of the last event, or when it was first seen; undefined where not known. */
	since: number | undefined;
	/** Undefined for what has disappeared. */
	seen?: Seen;
}

export interface Rules {
	/** The service's time, seconds since 1970. */
	now: number;
	/** Seconds without event or sync after which a thing of a group is silent; Infinity for never. */
	silentAfter: (group: string) => number;
	/** How long a change must last, in seconds. */
	mustLast: number;
	/** What is done with things that were not remembered: told as new, remembered, or told what is wrong. */
	unknown: 'new' | 'baseline' | 'report';
	/** Whether things that are missing are forgotten: the listing is another one than before. */
	isOtherListing: boolean;
	/** Whether silence was judged by other times before: less of it is no event. */
	isOtherLimit: boolean;
	/** Whether the service was read for long enough to tell what is silent. */
	isSettled: boolean;
}

/** Compares what is remembered with a listing that was read whole. */
export function compare(
	kind: Kind,
	before: Inventory,
	listing: readonly Seen[],
	rules: Rules,
): { changes: Change[]; after: Map<string, Remembered> } {
	const changes: Change[] = [];
	const after = new Map<string, Remembered>();
	for (const seen of listing) {
		const was = before.get(seen.id);
		const [found, next] =
			was === undefined ? firstSight(kind, seen, rules) : changesOf(kind, was, seen, rules);
		changes.push(...found);
		after.set(seen.id, next);
	}
	for (const [id, was] of before) {
		if (after.has(id) || rules.isOtherListing) continue;
		const since = pendingSince(was.isMissing ? was.since : undefined, rules);
		// A page may have moved while the list was read: one listing alone is no proof.
		if (was.isMissing && hasLasted(since, rules)) {
			const gone = { before: was.state, after: 'absent', since: since * 60 };
			changes.push({ facet: 'disappeared', id, ...gone });
		} else after.set(id, { ...was, isMissing: true, since });
	}
	return { changes, after };
}

/** Since when something waits to be reported, in minutes: from now on where a clock was set back meanwhile. */
const pendingSince = (since: number | undefined, { now }: Rules): number =>
	Math.min(since ?? Infinity, Math.floor(now / 60));

const hasLasted = (since: number, { now, mustLast }: Rules): boolean =>
	now - since * 60 >= mustLast;

function firstSight(kind: Kind, seen: Seen, rules: Rules): [Change[], Remembered] {
	const { id, state, setting, lastSeen } = seen;
	const was: Remembered = { isSilent: false, isMissing: false, state, setting, since: undefined };
	if (rules.unknown === 'new') {
		const [others, next] = changesOf(kind, was, seen, rules);
		const appeared = { before: 'absent', after: state, since: rules.now };
		return [[{ facet: 'appeared', id, ...appeared, seen }, ...others], next];
	}
	const isReport = rules.unknown === 'report';
	const assumed: Remembered = {
		...was,
		state: isReport && !kind.healthy.state.test(state) ? 'healthy' : state,
		setting: isReport && !kind.healthy.setting.test(setting) ? 'healthy' : setting,
		// What never had an event is silent at first sight.
		since: lastSeen === 'never' ? 0 : undefined,
	};
	const [wrong, next] = changesOf(kind, assumed, seen, { ...rules, mustLast: 0 });
	if (!isReport) return [[], next];
	const isKnown = typeof lastSeen === 'number';
	return [
		wrong.map((change) => ({
			...change,
			before: '',
			since: change.facet === 'silent' && isKnown ? lastSeen : undefined,
		})),
		next,
	];
}

/** The changes of a thing that is listed, and what is remembered of it from now on. */
function changesOf(
	{ silence: [receiving, silent], resting }: Kind,
	{ isMissing, ...was }: Remembered,
	seen: Seen,
	rules: Rules,
): [Change[], Remembered] {
	const { id, state, setting, lastSeen } = seen;
	const changes: Change[] = [];
	const tell = (facet: Facet, before: string, after: string, since: number) =>
		changes.push({ facet, id, before, after, since, seen });
	// `since` of a missing thing tells since when it is missing, not since when another state lasts.
	const pending = pendingSince(isMissing ? undefined : was.since, rules);
	const next: Remembered = { ...was, isMissing: false, since: undefined };

	const limit = rules.silentAfter(seen.group);
	const isJudged = limit < Infinity && !resting.has(state) && !resting.has(setting);
	if (isJudged && lastSeen !== 'unreadable') {
		const quietSince = lastSeen === 'never' ? pending * 60 : lastSeen;
		const quiet = rules.now - quietSince;
		if (was.isSilent) next.isSilent = lastSeen === 'never' || quiet >= limit;
		else next.isSilent = rules.isSettled && quiet >= limit + rules.mustLast;
		if (lastSeen === 'never' && !next.isSilent) next.since = pending;
		if (next.isSilent && !was.isSilent) tell('silent', receiving, silent, quietSince);
		const isBack = was.isSilent && !next.isSilent && !rules.isOtherLimit;
		if (isBack) tell('back', silent, receiving, quietSince);
	}

	if (!isOther(was.state, state)) next.state = state || was.state;
	else if (hasLasted(pending, rules)) {
		tell('state', was.state, state, pending * 60);
		next.state = state;
	} else next.since = pending;

	if (isOther(was.setting, setting)) tell('setting', was.setting, setting, rules.now);
	next.setting = setting || was.setting;
	return [changes, next];
}

/** Whether both are known and differ. */
const isOther = (before: string, after: string): boolean =>
	before !== '' && after !== '' && before !== after;
