import { ALERT_PROFILES } from '../../contract/lists';
import { defineGetMany } from '../../shared/operation/listReads';

/** List alert profiles: GET /api/v2/alerts/profile */
export const getMany = defineGetMany({
	description: 'List alert profiles with their type, severity and notifications',
	list: ALERT_PROFILES,
	fields: [],
});
