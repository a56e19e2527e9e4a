import { defineList } from '../../shared/operation/operation';
import { countGroups, profileGroups, type AlertGroup } from '../countAlerts';
import { filterBodyOf, FILTERS, searchesFor, SEVERITY, STATUS } from '../filters';
import { searchesOf, searchOf } from '../searchRequest';
import { boundsOf, TIMES } from '../times';

/** Get alerts: POST /api/v2/alerts, of which only the count is read */
export const count = defineList({
	value: 'count',
	name: 'Count',
	action: 'Count alerts',
	description:
		'Count the alerts of a time, in all or by severity, status or profile, without reading them',
	endpoint: 'Get alerts',
	scope: 'alerts.READ',
	onePage: true,
	fields: [
		...TIMES,
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			options: [
				{ name: 'None', value: 'none', description: 'One count of all alerts, in one request' },
				{
					name: 'Profile',
					value: 'profile',
					description: 'A count and a request for each profile',
				},
				{ name: 'Severity', value: 'severity', description: 'A count for each of the severities' },
				{ name: 'Status', value: 'status', description: 'A count for each of the statuses' },
			],
			default: 'none',
			description: 'What the alerts are counted by; each group is one item and takes one request',
		},
		...FILTERS,
	],
	request: (params, moment) =>
		searchOf({
			...boundsOf(params, moment),
			...filterBodyOf(params, searchesFor(params)[0].query),
		}),
	pages: (params) =>
		async function* (service, request) {
			const { groupBy, filters } = params;
			const searches = searchesOf(params, request, service);
			const groups =
				groupBy === 'profile'
					? await profileGroups(service, filters.profile_ids ?? [])
					: fixedGroups(groupBy, filters);
			for await (const item of countGroups(service, searches, groups)) yield [item];
		},
});

/** The groups whose values are known: those of the filter, or all there are. */
function fixedGroups(
	groupBy: 'none' | 'severity' | 'status',
	filters: { severity?: string[]; status?: string[] },
): AlertGroup[] {
	if (groupBy === 'none') return [{ shown: {}, filter: {} }];
	const all = groupBy === 'severity' ? SEVERITY : STATUS;
	const wanted = filters[groupBy] ?? [];
	return (wanted.length === 0 ? all.map(({ value }) => value) : wanted).map((value) => ({
		shown: { [groupBy]: value },
		filter: { [groupBy]: value },
	}));
}
