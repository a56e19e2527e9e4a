import { idOrNameLocator } from '../../pickers/locators';
import { defineGet } from '../../shared/operation/getOne';
import { PROFILE_COLUMNS, profilePage } from '../listing';

/** List alert profiles: GET /api/v2/alerts/profile */
export const get = defineGet({
	action: 'Get alert profile',
	description: 'Read one alert profile, by its ID or its name, with its type and its severity',
	noun: 'alert profile',
	endpoint: 'List alert profiles',
	scope: 'alerts.READ',
	fields: [
		idOrNameLocator('searchAlertProfiles', 'e.g. Failed Logons', {
			displayName: 'Alert Profile',
			name: 'profile_id',
			required: true,
			description: 'The alert profile to read',
		}),
	],
	columns: PROFILE_COLUMNS,
	request: () => ({ method: 'GET', path: '/alerts/profile' }),
	pages: () => profilePage,
	wanted: ({ profile_id: { id, name } }) => ({ profile_id: id, profile_name: name }),
});
