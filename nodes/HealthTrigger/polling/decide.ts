import type { IDataObject } from 'n8n-workflow';

import type { Log } from '../../shared/polling/log';
import { compare } from '../changes';
import type { Settings } from '../fields';
import type { Kind } from '../kinds';
import type { Seen } from '../listing';
import { rowsOf } from '../rows';
import { countUnkept, MOST_WORDS, STANDSTILL, type State, type Watched } from '../state';
import type { Watch } from '../watches';
import type { Listing } from './read';

/** What the process knows of a kind beside the state, which has no room for names. */
interface Known {
	/** Things by id. */
	names: ReadonlyMap<string, Seen>;
	/** Whether it was logged that the state cannot hold all. */
	isUnkeptLogged: boolean;
}

export type KnownKinds = Readonly<Partial<Record<Kind['name'], Known>>>;

type LogLine = readonly [level: keyof Log, message: string];

/** What a poll reports, logs and remembers. */
interface Decision {
	changes: IDataObject[];
	lines: LogLine[];
	state: State;
	known: KnownKinds;
}

interface StartRules {
	/** Whether n8n has just loaded the workflow. */
	isStart: boolean;
	/** Seconds without a poll after which the trigger was off. */
	timeOff: number;
	reactivation: Required<Settings['options']>['reactivation'];
}

/** The state to compare with: the stored one, or one that remembers nothing. */
export function startingState(
	stored: State | undefined,
	now: number,
	{ isStart, timeOff, reactivation }: StartRules,
): State {
	const wasOff = stored !== undefined && now - stored.polledAt > timeOff;
	if (stored === undefined || (isStart && wasOff && reactivation === 'first')) {
		const handedOver = stored?.handedOver ?? [];
		return { polledAt: now, steadySince: 0, revision: now, watched: {}, handedOver };
	}
	// A clock that was ahead for a while does not hold silence back.
	return { ...stored, steadySince: wasOff ? now : Math.min(stored.steadySince, now) };
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
}

/** Compares the listings of a poll with what is remembered. */
export function decide(
	before: State,
	listings: readonly Listing[],
	known: KnownKinds,
	rules: Rules,
): Decision {
	const { now } = rules;
	const revision = before.revision + 1;
	const stamp = `${new Date(now * 1000).toISOString().slice(0, 10)}-${revision}`;
	const kinds = listings.map((listing) => {
		const { name } = listing.watch.kind;
		return { name, ...decideKind(before, listing, known[name], stamp, rules) };
	});
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
		known: { ...known, ...Object.fromEntries(kinds.map((kind) => [kind.name, kind.known])) },
	};
}

function decideKind(
	before: State,
	{ watch, seen }: Listing,
	{ names, isUnkeptLogged }: Known = { names: new Map(), isUnkeptLogged: false },
	stamp: string,
	{ now, mustLast, firstPoll }: Rules,
): Pick<Decision, 'changes' | 'lines'> & { watched: Watched; known: Known } {
	const { kind, filters, limits, silentAfter } = watch;
	const was = before.watched[kind.name];
	const isOther = isOtherListing(before, watch);
	const isOtherLimit = was?.limits !== limits;
	const { changes, after } = compare(kind, was?.things ?? new Map(), seen, {
		now,
		silentAfter,
		mustLast,
		unknown: isOther ? firstPoll : 'new',
		isOtherListing: isOther,
		isOtherLimit,
		isSettled: now - before.steadySince >= mustLast,
	});
	const unlisted = isOtherLimit ? unlistedGroups(watch, seen) : [];
	const unkept = reportsWords(watch) ? countUnkept(after) : 0;
	const lines: Array<LogLine | false> = [
		isOther && [
			'info',
			`Baseline: ${seen.length} ${kind.list.nouns} are remembered as they are; what changes from now on is reported`,
		],
		unlisted.length > 0 && [
			'warn',
			`No log source is in ${unlisted.join(', ')}: check Silent After, by Group`,
		],
		unkept > 0 &&
			!isUnkeptLogged && [
				'warn',
				`There are more than ${MOST_WORDS} different values of ${kind.fields.state} and ${kind.fields.setting}: those of ${unkept} ${kind.list.nouns} cannot be remembered, and their changes are not reported`,
			],
	];
	const missing = [...names].filter(([id]) => after.get(id)?.isMissing === true);
	return {
		changes: rowsOf(watch, changes, stamp, names),
		lines: lines.filter((line) => line !== false),
		watched: { filters, limits, things: after },
		known: {
			names: new Map([...missing, ...seen.map((thing) => [thing.id, thing] as const)]),
			isUnkeptLogged: unkept > 0,
		},
	};
}

/** Groups with a time of their own that no log source is in. */
function unlistedGroups({ groups }: Watch, seen: readonly Seen[]): string[] {
	const listed = new Set(seen.map(({ group }) => group.toLowerCase()));
	return groups.filter((group) => !listed.has(group));
}

/** Whether changes of states or settings are reported. */
const reportsWords = ({ kind, changes }: Watch): boolean =>
	changes.includes(kind.changes.state) || changes.includes(kind.changes.setting);
