import { ALERT_PROFILES } from '../../contract/lists';
import { idOrNamePicker } from '../../editor/pickers';
import { defineGet } from '../../shared/operation/listReads';

/** List alert profiles: GET /api/v2/alerts/profile */
export const get = defineGet({
	description: 'Read one alert profile with its type and severity',
	list: ALERT_PROFILES,
	fields: [idOrNamePicker(ALERT_PROFILES, 'searchAlertProfiles', 'The alert profile to read')],
	target: ({ profile_id }) => profile_id,
});
