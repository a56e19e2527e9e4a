import { queryFields } from './alertRecord';
import type { Alert } from './alertStore';
import type { Search } from './alerts';
import type { Call } from './endpoint';
import { hash32 } from './hash32';
import { parseQuery } from './queryGrammar';
import { fail, missing } from './refusal';

type Test = (alert: Alert) => boolean;

const queryTests = (query: string): Test[] => {
	const comparisons = parseQuery(query) ?? fail(`not a query: ${query}`);
	return comparisons.map(({ field, value }) => {
		const read = queryFields.get(field.toUpperCase()) ?? fail(`${field} is not a field of alerts`);
		return (alert) => read(alert).toLowerCase() === value.toLowerCase();
	});
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
	if (start < 0) fail(`${start_time} is before 1970`);
	const from = switches.startBound === 'inclusive' ? start : start + 1;
	const until = switches.endBound === 'inclusive' ? end : end - 1;
	const tests = queryTests(query);
	const found = world.alerts.around(from, until).filter((index) => {
		const alert = world.alerts.at(index);
		const { eventTime, arrivedAt, status, severity, profileId } = alert;
		return (
			eventTime >= from &&
			eventTime <= until &&
			arrivedAt <= clock.now() &&
			(search.status?.includes(status) ?? true) &&
			(search.severity?.includes(severity) ?? true) &&
			(profile_ids.length === 0 || profile_ids.includes(profileId)) &&
			tests.every((test) => test(alert))
		);
	});
	return ordered(call, found);
};
