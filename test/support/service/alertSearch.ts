import { queryFields } from './alertRecord';
import type { Search } from './alerts';
import type { Alert } from './demoWorld';
import type { Call } from './endpoint';
import { hash32 } from './hash32';
import { parseQuery } from './queryGrammar';
import { fail, missing } from './refusal';
import type { Switches } from './switches';

const queryTests = (query: string) => {
	const comparisons = parseQuery(query) ?? fail(`not a query: ${query}`);
	return comparisons.map(({ field, value }) => {
		const read = queryFields.get(field.toUpperCase()) ?? fail(`${field} is not a field of alerts`);
		return (alert: Alert) => read(alert).toLowerCase() === value.toLowerCase();
	});
};

const sortAlerts = (alerts: Alert[], order: Switches['alertOrder']): Alert[] => {
	if (order === 'shuffled') {
		const keyed = alerts.map((alert, index) => ({ alert, key: hash32(index) }));
		return keyed.sort((a, b) => a.key - b.key).map(({ alert }) => alert);
	}
	alerts.sort((a, b) => a.eventTime - b.eventTime);
	return order === 'newestFirst' ? alerts.reverse() : alerts;
};

/** Returns the alerts that a search finds now, in the order of the service. */
export const findAlerts = ({ state }: Call, search: Search): Alert[] => {
	const { query = '', start_time = '', end_time = '', profile_ids = [] } = search;
	const { world, clock, switches } = state;
	const names = ['query', 'start_time', 'end_time'] as const;
	const absent = names.filter((name) => search[name] === undefined);
	if (absent.length > 0) throw missing(absent);
	const [start, end] = [Date.parse(start_time) / 1000, Date.parse(end_time) / 1000];
	if (start < 0) fail(`${start_time} is before 1970`);
	const from = switches.startBound === 'inclusive' ? start : start + 1;
	const until = switches.endBound === 'inclusive' ? end : end - 1;
	const tests = queryTests(query);
	const matches = world.alerts.filter(
		(alert) =>
			alert.eventTime >= from &&
			alert.eventTime <= until &&
			alert.arrivedAt <= clock.now() &&
			(search.status?.includes(alert.status) ?? true) &&
			(search.severity?.includes(alert.severity) ?? true) &&
			(profile_ids.length === 0 || profile_ids.includes(alert.profileId)) &&
			tests.every((test) => test(alert)),
	);
	return sortAlerts(matches, switches.alertOrder);
};
