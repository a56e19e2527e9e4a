import type { JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** List alert profiles: GET /api/v2/alerts/profile */
export const ALERT_PROFILES = {
	noun: 'alert profile',
	nouns: 'alert profiles',
	request: { method: 'GET', path: '/alerts/profile', scope: 'alerts.READ' },
	rows: (body: JsonObject) => body.data,
	isPaged: false,
	id: 'profile_id',
	name: 'profile_name',
	detail: 'severity',
	columns: ['profile_name', 'severity', 'profile_type', 'notification_type'],
} as const satisfies List;
