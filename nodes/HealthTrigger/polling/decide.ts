import type { IDataObject } from 'n8n-workflow';

import type { Poll } from '../../shared/polling/runPoll';
import { compare, withoutWaiting } from '../changes';
import type { Settings } from '../fields';
import type { Seen, Listing } from '../listing';
import { rowsOf } from '../rows';
import { STANDSTILL, type State } from '../state';
import type { Watch } from '../watches';

interface Rules extends Required<Pick<Settings['options'], 'firstPoll' | 'reactivation'>> {
	/** The service's time, seconds since 1970. */
	now: number;
	/** Seconds without a poll after which the trigger was off. */
	timeOff: number;
	/** How long a change must last, in seconds. */
	mustLast: number;
}

/**
 * The state to compare with: the stored one, or one that remembers nothing.
 * @param service the service that is polled now: the address of its interface
 */
export function startingState(
	service: string,
	{ state: stored }: Poll<State>,
	{ now, timeOff, reactivation }: Rules,
): State {
	// `polledAt` is behind the last poll by less than STANDSTILL.
	const pause = stored === undefined ? 0 : now - stored.polledAt - STANDSTILL;
	const isForgotten = reactivation === 'first' && pause > timeOff;
	if (stored?.service !== service || isForgotten) {
		return { service, polledAt: now, steadySince: 0, revision: now, watched: {} };
	}
	// A clock that was ahead for a while does not hold silence back.
	return { ...stored, steadySince: pause > timeOff ? now : Math.min(stored.steadySince, now) };
}

/** Whether a watch lists by other filters than the state that is remembered. */
export const isOtherListing = ({ watched }: State, { kind, filters }: Watch): boolean =>
	watched[kind.name]?.filters !== filters;

/** Compares the listings of a poll with what is remembered: what it reports, and remembers from now on. */
export function decide(
	before: State,
	listings: readonly Listing[],
	poll: Poll<State>,
	rules: Rules,
): { changes: IDataObject[]; state: State } {
	const { now } = rules;
	const revision = before.revision + 1;
	const stamp = `${new Date(now * 1000).toISOString().slice(0, 10)}-${revision}`;
	const kinds = listings.map((listing) => decideKind(before, listing, poll, rules));
	const changes = kinds.flatMap(({ watch, found }) => rowsOf(watch, found, stamp));
	// The time of a poll is stored only now and then: a quiet poll changes no state.
	const isTimeDue = now < before.polledAt || now - before.polledAt >= STANDSTILL;
	return {
		changes,
		state: {
			...before,
			polledAt: isTimeDue ? now : before.polledAt,
			revision: changes.length > 0 ? revision : before.revision,
			watched: Object.fromEntries(kinds.map(({ watch, watched }) => [watch.kind.name, watched])),
		},
	};
}

function decideKind(
	before: State,
	{ watch, seen }: Listing,
	{ isStart, isOlder, log }: Poll<State>,
	{ now, mustLast, firstPoll }: Rules,
) {
	const { kind, filters, silentAfter } = watch;
	const isOther = isOtherListing(before, watch);
	const things = before.watched[kind.name]?.things ?? new Map();
	const known = isOlder || before.steadySince === now ? withoutWaiting(things) : things;
	const { changes: found, after } = compare(kind, known, seen, {
		now,
		silentAfter,
		mustLast,
		unknown: isOther ? firstPoll : 'new',
		isSettled: now - before.steadySince >= mustLast,
	});
	if (isOther) {
		const what = `${seen.length} ${kind.list.nouns} are remembered as they are`;
		log.info(`Baseline: ${what}; what changes from now on is reported`);
	}
	const unlisted = isOther || isStart ? unlistedGroups(watch, seen).join(', ') : '';
	if (unlisted !== '') {
		log.warn(`No log source is in ${unlisted}: check Silent After, by Group`);
	}
	return { watch, found, watched: { filters, things: after } };
}

/** Groups with a time of their own that no log source is in. */
function unlistedGroups({ groups }: Watch, seen: readonly Seen[]): string[] {
	const listed = new Set(seen.map(({ group }) => group.toLowerCase()));
	return groups.filter((group) => !listed.has(group));
}
