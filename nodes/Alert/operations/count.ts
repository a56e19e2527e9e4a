import { defineList } from '../../shared/operation/operation';
import { countAlerts, fixedGroups, profileGroups } from '../countAlerts';
import { FILTERS, SEVERITY, STATUS } from '../filters';
import { noteQuery, searchRequest } from '../searchRequest';
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
	request: ({ filters, ...times }, moment) =>
		searchRequest({ filters, ...boundsOf(times, moment) }),
	pages: ({ groupBy, filters: { severity, status, profile_ids } }) =>
		async function* (service, request) {
			noteQuery(service, request);
			const groups = {
				none: () => [{ shown: {}, filter: {} }],
				severity: () => fixedGroups('severity', SEVERITY, severity),
				status: () => fixedGroups('status', STATUS, status),
				profile: async () => await profileGroups(service, profile_ids),
			};
			for (const { shown, filter } of await groups[groupBy]()) {
				const search = { ...request, body: { ...request.body, ...filter } };
				yield [{ ...shown, count: await countAlerts(service, search) }];
			}
		},
});
