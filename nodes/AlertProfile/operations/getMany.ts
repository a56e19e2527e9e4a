import { defineList } from '../../shared/operation/operation';
import { singlePage } from '../../shared/pagination/paginate';

/** List alert profiles: GET /api/v2/alerts/profile */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many alert profiles',
	description: 'List alert profiles with their type, severity and notifications',
	endpoint: 'List alert profiles',
	scope: 'alerts.READ',
	fields: [],
	columns: ['profile_name', 'severity', 'profile_type', 'notification_type'],
	request: () => ({ method: 'GET', path: '/alerts/profile' }),
	pages: () => singlePage((body) => body.data),
});
