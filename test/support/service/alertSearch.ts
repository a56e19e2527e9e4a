import type { Alert } from './alertStore';
import { hash32 } from './hash32';
import { NotAQuery, parseQuery } from './queryGrammar';
import { missing } from './refusal';
import { fail, type Call } from './state';

/** A search as it is asked for. */
export type Search = {
	query?: string;
	start_time?: string;
	end_time?: string;
	status?: string;
	severity?: string;
	profile_ids?: number[];
};

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

const queryTests = (call: Call, query: string): Test[] => {
	try {
		return parseQuery(query).map(({ field, value }) => {
			const read =
				queryFields[field.toUpperCase()] ?? fail(call, `${field} is not a field of alerts`);
			return (alert) => read(alert).toLowerCase() === value.toLowerCase();
		});
	} catch (error) {
		if (error instanceof NotAQuery) return fail(call, error.message);
		throw error;
	}
};

/** Alerts of one of the values of a text with commas; all without it. */
const anyOf = (text: string | undefined, read: (alert: Alert) => string): Test[] => {
	if (text === undefined) return [];
	const values = new Set(text.split(','));
	return [(alert) => values.has(read(alert))];
};

const ordered = ({ state }: Call, found: number[]): number[] => {
	const { alertOrder } = state.switches;
	if (alertOrder === 'shuffled') return found.sort((a, b) => hash32(a) - hash32(b) || a - b);
	const times = new Map(found.map((index) => [index, state.world.alerts.at(index).eventTime]));
	found.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0) || a - b);
	return alertOrder === 'newestFirst' ? found.reverse() : found;
};

/** The indices of the alerts that a search finds now, in the order of the service. */
export const findAlerts = (call: Call, search: Search): number[] => {
	const { query = '', start_time = '', end_time = '', profile_ids = [] } = search;
	const { world, clock, switches } = call.state;
	const names = ['query', 'start_time', 'end_time'] as const;
	const absent = names.filter((name) => search[name] === undefined);
	if (absent.length > 0) throw missing(absent);
	const [start, end] = [Date.parse(start_time) / 1000, Date.parse(end_time) / 1000];
	if (start < 0) fail(call, `${start_time} is before 1970`);
	const from = switches.startBound === 'inclusive' ? start : start + 1;
	const until = switches.endBound === 'inclusive' ? end : end - 1;
	const profiles = new Set(profile_ids);
	const tests: Test[] = [
		({ eventTime, arrivedAt }) =>
			eventTime >= from && eventTime <= until && arrivedAt <= clock.now(),
		({ profileId }) => profiles.size === 0 || profiles.has(profileId),
		...anyOf(search.status, ({ status }) => status),
		...anyOf(search.severity, ({ severity }) => severity),
		...queryTests(call, query),
	];
	const found = world.alerts.around(from, until).filter((index) => {
		const alert = world.alerts.at(index);
		return tests.every((test) => test(alert));
	});
	return ordered(call, found);
};
