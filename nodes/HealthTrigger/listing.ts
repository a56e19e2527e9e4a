import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedAnswer } from '../shared/http/apiError';
import type { Service } from '../shared/pagination/service';
import { asText, toId } from '../shared/json';
import { pageIncrement } from '../shared/pagination/paginate';
import type { ServiceClock } from '../shared/polling/serviceClock';
import { isSecond } from '../shared/polling/storedValues';
import { AHEAD, isNever, ServiceTimeZone } from '../shared/times/serviceTimeZone';
import type { Kind } from './kinds';
import type { Watch } from './watches';

/** A log source or an agent as its listing shows it. */
export interface Seen {
	/** Its digits. */
	id: string;
	name: string;
	domain: string;
	group: string;
	type: string;
	/** Collector state or agent status, and collection status or version: lower case, empty where not told. */
	state: string;
	setting: string;
	/** The last event or sync, seconds since 1970; `never` where there was none. */
	lastSeen: number | 'never' | 'unreadable';
}

/** The largest id that the state can hold. */
const LARGEST_ID = 2n ** 64n - 1n;

/** How often a list that changes while it is read is read at most. */
const READINGS = 2;

/**
 * Reads the log sources or agents of a watch.
 * @throws ApiError where the listing cannot be read whole, or no time in it can be read
 */
export async function readListing(
	service: Service,
	{ kind, query, types, changes }: Watch,
	clock: ServiceClock,
): Promise<Seen[]> {
	const rows = await readRows(service, kind, query);
	const zone = new ServiceTimeZone(service.timeZone);
	const seen = rows.map((row) => seenIn(row, kind, zone));
	const isTimed = changes.includes(kind.changes.silent) || changes.includes(kind.changes.back);
	if (isTimed) checkTimes(rows, seen, kind, clock.now(), service.note);
	return types.length === 0 ? seen : seen.filter(({ type }) => types.includes(type.toLowerCase()));
}

/**
 * Reads a listing to its end.
 * @throws ApiError where the service refuses, or counts more than it serves
 */
async function readRows(
	service: Service,
	{ request, nouns, rows: rowsOf, fields }: Kind,
	query: NonNullable<typeof request.query>,
): Promise<IDataObject[]> {
	for (let reading = 1; ; reading += 1) {
		const rows = new Map<bigint, IDataObject>();
		const issues: string[] = [];
		let counted = 0;
		const watched: Service = {
			...service,
			note: (issue) => issues.push(issue),
			counted: (total) => (counted = Math.max(counted, total)),
		};
		const pages = pageIncrement(rowsOf);
		for await (const page of pages(watched, { ...request, query }, Infinity)) {
			for (const row of page) {
				const id = BigInt(toId(row[fields.id]) ?? LARGEST_ID + 1n);
				if (id > LARGEST_ID) throw unexpectedAnswer(request, 'a record has no usable id');
				rows.set(id, { ...row, [fields.id]: id.toString() });
			}
		}
		if (issues.length === 0 && rows.size >= counted) return [...rows.values()];
		if (reading < READINGS) continue;
		throw new ApiError({
			message: `The list of ${nouns} could not be read whole: the service counts ${counted} and served ${rows.size}`,
			description: `Nothing is reported until it can be. The list was read ${READINGS} times. ${issues.join('. ')}`,
			applied: 'no',
			retry: 'idempotent',
			failure: { cause: 'temporarily-unavailable' },
		});
	}
}

function seenIn(row: IDataObject, { fields }: Kind, zone: ServiceTimeZone): Seen {
	const text = (field = ''): string => asText(row[field]).trim();
	return {
		id: text(fields.id),
		name: text(fields.name),
		domain: text(fields.domain),
		group: text(fields.group),
		type: text(fields.type),
		state: text(fields.state).toLowerCase(),
		setting: text(fields.setting).toLowerCase(),
		lastSeen: secondOf(text(fields.time), zone),
	};
}

function secondOf(time: string, zone: ServiceTimeZone): Seen['lastSeen'] {
	if (isNever(time)) return 'never';
	const second = (zone.lastMomentOf(time) ?? NaN) / 1000;
	return isSecond(second) ? second : 'unreadable';
}

/**
 * Notes which times tell no silence.
 * @throws ApiError where no time can be read
 */
function checkTimes(
	rows: readonly IDataObject[],
	seen: readonly Seen[],
	{ request, fields, nouns }: Kind,
	now: number,
	warn: (message: string) => void,
): void {
	const bad = seen.flatMap(({ lastSeen }, at) => (lastSeen === 'unreadable' ? [at] : []));
	const [first] = bad;
	if (first !== undefined) {
		const example = `${fields.time} "${asText(rows[first]?.[fields.time]).slice(0, 60)}"`;
		if (seen.every(({ lastSeen }) => typeof lastSeen === 'string')) {
			throw unexpectedAnswer(request, `no time can be read, for instance ${example}`);
		}
		warn(
			`The silence of ${bad.length} ${nouns} is not known: their time cannot be read, for instance ${example}`,
		);
	}
	if (seen.length > 0 && seen.every(({ lastSeen }) => lastSeen === 'never')) {
		warn(`No ${fields.time} is told of ${seen.length} ${nouns}: they count as silent`);
	}
	const ahead = seen.filter(({ lastSeen }) => Number(lastSeen) > now + AHEAD / 1000).length;
	if (ahead > 0) {
		warn(
			`The ${fields.time} of ${ahead} ${nouns} is ahead of the clock of the service: check Time Zone of the Service in the credential`,
		);
	}
}
