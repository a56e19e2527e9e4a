import type { Kind } from './kinds';
import type { Seen } from './listing';

/** What is remembered of the events or syncs of a thing, seconds since 1970. */
export interface Heard {
	/** The last event before a silence that was reported, or found at first; undefined without silence. */
	silentSince?: number | undefined;
	/** Since when it is listed without any event that was ever heard; undefined if there was one. */
	unheardSince?: number | undefined;
}

export interface SilenceRules {
	/** The service's time, seconds since 1970. */
	now: number;
	/** Seconds without event or sync after which a thing of a group is silent; Infinity for never. */
	silentAfter: (group: string) => number;
	/** How long a change must last, in seconds. */
	mustLast: number;
	/** Whether the service was read for long enough to tell what is silent. */
	isSettled: boolean;
}

interface Judged extends Heard {
	/** What it was heard at last: its last event, or when it was first seen if it never had one. */
	heardAt?: number;
	facet?: 'silent' | 'back';
}

/**
 * Judges the silence of a thing that is listed. It begins Silent After plus Must Last after the last
 * event, or after the thing was first seen if it never had one. It ends with another
 * event, whose time may be earlier if a clock was set back; other settings end none.
 */
export function listen(
	{ resting }: Kind,
	{ silentSince, unheardSince }: Heard,
	{ lastSeen, group, state, setting }: Seen,
	{ now, silentAfter, mustLast, isSettled }: SilenceRules,
): Judged {
	if (lastSeen === 'unreadable') return { silentSince, unheardSince };
	const isUnheard = lastSeen === 'never';
	const heardAt = isUnheard ? Math.min(unheardSince ?? now, now) : lastSeen;
	const heard = { silentSince, unheardSince: isUnheard ? heardAt : undefined, heardAt };
	const limit = silentAfter(group);
	if (limit === Infinity || resting.has(state) || resting.has(setting)) return heard;
	const quiet = now - heardAt;
	if (silentSince === undefined) {
		const isSilent = isSettled && quiet >= limit + mustLast;
		return isSilent ? { ...heard, silentSince: heardAt, facet: 'silent' } : heard;
	}
	const isBack = !isUnheard && heardAt !== silentSince && quiet < limit;
	return isBack ? { ...heard, silentSince: undefined, facet: 'back' } : heard;
}
