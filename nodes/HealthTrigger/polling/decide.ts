import type { IDataObject } from 'n8n-workflow';

import type { Log } from '../../shared/polling/log';
import { compare, withoutWaiting } from '../changes';
import type { Settings } from '../fields';
import type { Seen } from '../listing';
import { rowsOf } from '../rows';
import { STANDSTILL, type State, type Watched } from '../state';
import type { Watch } from '../watches';
import type { Listing } from './read';

type LogLine = readonly [level: keyof Log, message: string];

/** What a poll reports, logs and remembers. */
interface Decision {
	changes: IDataObject[];
	lines: LogLine[];
	state: State;
}

interface StartRules {
	/** The service that is polled now: the address of its interface. */
	service: string;
	/** The service's time, seconds since 1970. */
	now: number;
	/** Seconds since the first of the polls of this process that followed each other. */
	pollingFor: number;
	/** Seconds without a poll after which the trigger was off. */
	timeOff: number;
	reactivation: Required<Settings['options']>['reactivation'];
}

/** The state to compare with: the stored one, or one that remembers nothing. */
export function startingState(stored: State | undefined, rules: StartRules): State {
	const { service, now, pollingFor, timeOff, reactivation } = rules;
	// The last poll may have left the time as it was.
	const pause = stored === undefined ? 0 : now - stored.polledAt - STANDSTILL;
	// Polls that could not read are no time off; n8n may drop the state of the first one after it.
	const isForgotten = reactivation === 'first' && pause - pollingFor > timeOff;
	if (stored?.service !== service || isForgotten) {
		const handedOver = stored?.handedOver ?? [];
		return { service, polledAt: now, steadySince: 0, revision: now, watched: {}, handedOver };
	}
	// A clock that was ahead for a while does not hold silence back.
	return { ...stored, steadySince: pause > timeOff ? now : Math.min(stored.steadySince, now) };
}

/** Whether a watch lists by other filters than the state that is remembered. */
export const isOtherListing = ({ watched }: State, { kind, filters }: Watch): boolean =>
	watched[kind.name]?.filters !== filters;

interface Rules {
	/** The service's time, seconds since 1970. */
	now: number;
	/** How long a change must last, in seconds. */
	mustLast: number;
	/** What is done with what a listing by other filters holds. */
	firstPoll: 'baseline' | 'report';
	/** Whether n8n has just loaded the workflow. */
	isStart: boolean;
	/** Whether the state may be of an earlier poll than the last one. */
	isOlder: boolean;
}

/** Compares the listings of a poll with what is remembered. */
export function decide(before: State, listings: readonly Listing[], rules: Rules): Decision {
	const { now } = rules;
	const revision = before.revision + 1;
	const stamp = `${new Date(now * 1000).toISOString().slice(0, 10)}-${revision}`;
	const kinds = listings.map((listing) => decideKind(before, listing, stamp, rules));
	const changes = kinds.flatMap((kind) => kind.changes);
	const isDue = now < before.polledAt || now - before.polledAt >= STANDSTILL;
	return {
		changes,
		lines: kinds.flatMap(({ lines }) => lines),
		state: {
			...before,
			polledAt: isDue ? now : before.polledAt,
			revision: changes.length > 0 ? revision : before.revision,
			watched: Object.fromEntries(kinds.map(({ name, watched }) => [name, watched])),
		},
	};
}

function decideKind(
	before: State,
	{ watch, seen }: Listing,
	stamp: string,
	{ now, mustLast, firstPoll, isStart, isOlder }: Rules,
) {
	const { kind, filters, silentAfter } = watch;
	const isOther = isOtherListing(before, watch);
	const things = before.watched[kind.name]?.things ?? new Map();
	const known = isOlder || before.steadySince === now ? withoutWaiting(things) : things;
	const { changes, after } = compare(kind, known, seen, {
		now,
		silentAfter,
		mustLast,
		unknown: isOther ? firstPoll : 'new',
		isSettled: now - before.steadySince >= mustLast,
	});
	const lines: LogLine[] = [];
	if (isOther) {
		const what = `${seen.length} ${kind.list.nouns} are remembered as they are`;
		lines.push(['info', `Baseline: ${what}; what changes from now on is reported`]);
	}
	const unlisted = isOther || isStart ? unlistedGroups(watch, seen).join(', ') : '';
	if (unlisted !== '') {
		lines.push(['warn', `No log source is in ${unlisted}: check Silent After, by Group`]);
	}
	const watched: Watched = { filters, things: after };
	return { name: kind.name, changes: rowsOf(watch, changes, stamp), lines, watched };
}

/** Groups with a time of their own that no log source is in. */
function unlistedGroups({ groups }: Watch, seen: readonly Seen[]): string[] {
	const listed = new Set(seen.map(({ group }) => group.toLowerCase()));
	return groups.filter((group) => !listed.has(group));
}
