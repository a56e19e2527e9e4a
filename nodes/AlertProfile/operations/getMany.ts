import { defineList } from '../../shared/operation/operation';
import { PROFILE_COLUMNS, profilePage } from '../listing';

/** List alert profiles: GET /api/v2/alerts/profile */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many alert profiles',
	description: 'List alert profiles with their type, severity and notifications',
	endpoint: 'List alert profiles',
	scope: 'alerts.READ',
	fields: [],
	columns: PROFILE_COLUMNS,
	request: () => ({ method: 'GET', path: '/alerts/profile' }),
	pages: () => profilePage,
});
