import { defineList } from '../../shared/operation/operation';
import { ALERT_PROFILES } from '../../lists/lists';
import { pagesOf } from '../../shared/pagination/list';

/** List alert profiles: GET /api/v2/alerts/profile */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many alert profiles',
	description: 'List alert profiles with their type, severity and notifications',
	endpoint: 'List alert profiles',
	scope: 'alerts.READ',
	fields: [],
	request: () => ALERT_PROFILES.request,
	pages: () => pagesOf(ALERT_PROFILES),
});
