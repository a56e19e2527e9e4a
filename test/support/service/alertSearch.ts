import type { Alert } from './alertStore';
import { NotAQuery, parseQuery } from './queryGrammar';
import { missing } from './refusal';
import { hash32 } from './hash32';
import { fail, nextSerial, type Call, type Search, type ServiceState } from './state';

/** The field ids of a query and what they compare with. */
export const queryFields: Readonly<Record<string, (alert: Alert) => string>> = {
	CATEGORY: (alert) => alert.category,
	MESSAGE: (alert) => alert.message,
	USERNAME: (alert) => alert.userName,
	SEVERITY: (alert) => alert.eventSeverity,
	EVENTID: (alert) => alert.eventId,
	SOURCE: (alert) => alert.source,
	ALERTSEVERITY: (alert) => alert.severity,
	LOGSOURCETYPE: (alert) => alert.logSourceType,
	TYPE: (alert) => alert.type,
	PROFILENAME: (alert) => alert.profileName,
	LOGSOURCE: (alert) => alert.logSource,
};

type Test = (alert: Alert) => boolean;

const readTime = (call: Call, text: string): number => {
	const { timeFractions, timeOffsets } = call.state.switches;
	if (timeOffsets === 'refused' && !/z$/i.test(text)) fail(call, `${text} is not in UTC`);
	const hasFraction = /\.\d/.test(text);
	if (timeFractions === 'refused' && hasFraction) fail(call, `${text} has a fraction`);
	const ms = Date.parse(text);
	if (ms < 0) fail(call, `${text} is before 1970`);
	return timeFractions === 'cut' ? Math.floor(ms / 1000) * 1000 : ms;
};

const queryTest = (call: Call, query: string): Test | undefined => {
	try {
		const { switches } = call.state;
		if (query.trim() === '*' && switches.starQuery === 'refused') fail(call, '* is refused');
		const comparisons = parseQuery(query, switches);
		if (comparisons.length === 0) return undefined;
		const tests = comparisons.map(({ field, value }): Test => {
			const read = queryFields[field.toUpperCase()];
			if (read === undefined) {
				return call.state.switches.unknownQueryField === 'refused'
					? fail(call, `${field} is not a field of alerts`)
					: () => false;
			}
			const wanted = value.toLowerCase();
			return (alert) => read(alert).toLowerCase() === wanted;
		});
		return (alert) => tests.every((test) => test(alert));
	} catch (error) {
		if (error instanceof NotAQuery) return fail(call, error.message);
		throw error;
	}
};

/** Refuses a search without the fields that the reading requires. */
export const requireSearch = (call: Call, search: Search, names: ReadonlyArray<keyof Search>) => {
	if (call.state.switches.searchRequires === 'nothing') return;
	const absent = names.filter((name) => search[name] === undefined);
	if (absent.length > 0) throw missing(absent);
};

/** Puts alerts of the same second, which stand together, into an order that depends on the salt. */
const reorderTies = (found: number[], timeOf: (index: number) => number, salt: number): void => {
	let start = 0;
	for (let end = 1; end <= found.length; end += 1) {
		if (end < found.length && timeOf(found[end] ?? 0) === timeOf(found[start] ?? 0)) continue;
		const ties = found.slice(start, end);
		if (ties.length > 1) {
			ties.sort((a, b) => hash32(a + salt * 7919) - hash32(b + salt * 7919) || a - b);
			found.splice(start, ties.length, ...ties);
		}
		start = end;
	}
};

const ordered = (found: number[], state: ServiceState) => {
	const { alerts } = state.world;
	const { alertOrder: order, equalTimes } = state.switches;
	if (order === 'arrival') return found;
	if (order === 'shuffled') return found.sort((a, b) => hash32(a) - hash32(b) || a - b);
	const timeOf = (index: number) => alerts.at(index).eventTime;
	let last = -Infinity;
	const inOrder = found.every((index) => {
		const isLater = timeOf(index) >= last;
		last = timeOf(index);
		return isLater;
	});
	if (!inOrder) {
		const times = new Map(found.map((index) => [index, timeOf(index)]));
		found.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0) || a - b);
	}
	if (equalTimes === 'reordered') reorderTies(found, timeOf, nextSerial(state));
	return order === 'newestFirst' ? found.reverse() : found;
};

const values = (text: string | undefined): ReadonlySet<string> | undefined =>
	text === undefined ? undefined : new Set(text.split(','));

/** The indices of the alerts that a search finds now, in the order of the reading. */
export const findAlerts = (call: Call, search: Search): number[] => {
	const { world, clock, switches } = call.state;
	const tests: Test[] = [];
	let [from, to] = [-Infinity, Infinity];
	const matches = search.query === undefined ? undefined : queryTest(call, search.query);
	if (search.start_time !== undefined) {
		const start = readTime(call, search.start_time);
		from = start / 1000;
		tests.push(
			switches.startBound === 'inclusive'
				? (alert) => alert.eventTime * 1000 >= start
				: (alert) => alert.eventTime * 1000 > start,
		);
	}
	if (search.end_time !== undefined) {
		const end = readTime(call, search.end_time);
		to = end / 1000;
		if (switches.futureEnd === 'refused' && end > clock.now())
			fail(call, 'end_time is in the future');
		tests.push(
			switches.endBound === 'inclusive'
				? (alert) => alert.eventTime * 1000 <= end
				: (alert) => alert.eventTime * 1000 < end,
		);
	}
	const statuses = values(search.status);
	if (statuses !== undefined) tests.push((alert) => statuses.has(alert.status));
	const severities = values(search.severity);
	if (severities !== undefined) tests.push((alert) => severities.has(alert.severity));
	const { profile_ids: ids } = search;
	if (ids !== undefined && ids.length > 0) {
		const profiles = new Set(ids);
		tests.push((alert) => profiles.has(alert.profileId));
	}
	if (matches !== undefined) tests.push(matches);
	const now = clock.now();
	const found: number[] = [];
	for (const index of world.alerts.around(from, to)) {
		const alert = world.alerts.at(index);
		if (alert.arrivedAt <= now && tests.every((test) => test(alert))) found.push(index);
	}
	return ordered(found, call.state);
};
