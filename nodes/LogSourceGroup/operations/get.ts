import { LOG_SOURCE_GROUPS } from '../../contract/lists';
import { groupPicker } from '../../editor/pickers';
import { defineGet } from '../../shared/operation/listReads';

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const get = defineGet({
	description: 'Read one log source group with the log sources in it',
	list: LOG_SOURCE_GROUPS,
	fields: [{ ...groupPicker('The group to read, by its name'), required: true }],
	target: ({ log_source_group }) => ({ name: log_source_group }),
});
