import type { IDataObject } from 'n8n-workflow';

import { unexpectedAnswer } from '../shared/http/apiError';
import type { Service } from '../shared/pagination/service';
import { asText, toId } from '../shared/json';
import { wholeList } from '../shared/pagination/wholeList';
import type { ServiceClock } from '../shared/polling/serviceClock';
import { isSecond } from '../shared/polling/storedValues';
import { AHEAD, isNever, ServiceTimeZone } from '../shared/times/serviceTimeZone';
import type { Kind } from './kinds';
import type { Watch } from './watches';

/** What names a log source or an agent. */
export interface Thing {
	/** Its digits. */
	id: string;
	name: string;
	domain: string;
	group: string;
	type: string;
}

/** A log source or an agent as its listing shows it. */
export interface Seen extends Thing {
	/** Collector state or agent status, and collection status or version: lower case, empty if not told. */
	state: string;
	setting: string;
	/** The last event or sync, seconds since 1970; `never` if there was none. */
	lastSeen: number | 'never' | 'unreadable';
}

/**
 * Reads the log sources or agents of a watch.
 * @throws ApiError if the listing cannot be read whole, or no time in it can be read
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
	if (isTimed) checkTimes(rows, seen, kind, { now: clock.now(), warn: service.note });
	return types.length === 0 ? seen : seen.filter(({ type }) => types.includes(type.toLowerCase()));
}

/** @throws ApiError if the listing cannot be read whole, or a record has no usable id */
async function readRows(
	service: Service,
	{ list }: Kind,
	query: Watch['query'],
): Promise<IDataObject[]> {
	const rows = new Map<string, IDataObject>();
	for (const row of await wholeList(service, list, query)) {
		const id = toId(row[list.id])?.toString();
		if (id === undefined) throw unexpectedAnswer(list.request, 'a record has no usable ID');
		const other = rows.get(id);
		if (other !== undefined && asText(other[list.name]) !== asText(row[list.name])) {
			throw unexpectedAnswer(list.request, 'two records have one ID');
		}
		rows.set(id, { ...row, [list.id]: id });
	}
	return [...rows.values()];
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
 * @throws ApiError if no time can be read
 */
function checkTimes(
	rows: readonly IDataObject[],
	seen: readonly Seen[],
	{ list: { request, nouns }, fields }: Kind,
	{ now, warn }: { now: number; warn: (message: string) => void },
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
		warn(
			`${seen.length} ${nouns} have no ${fields.time}: their silence counts from when the trigger first saw them`,
		);
	}
	const ahead = seen.filter(({ lastSeen }) => Number(lastSeen) > now + AHEAD / 1000).length;
	if (ahead > 0) {
		warn(
			`The ${fields.time} of ${ahead} ${nouns} is ahead of the clock of the service: check Time Zone of the Service in the credential`,
		);
	}
}
