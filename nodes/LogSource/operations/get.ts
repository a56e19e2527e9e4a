import { LOG_SOURCES } from '../../contract/lists';
import { defineGet } from '../../shared/operation/listReads';
import { optionCollection } from '../../shared/operation/operation';
import { DOMAIN_OPTION, logSourcePicker, logSourceTarget } from '../logSourceFields';

/** Get log sources: GET /api/v2/log-sources */
export const get = defineGet({
	description: 'Read one log source with its states and its last event',
	list: LOG_SOURCES,
	fields: [logSourcePicker('The log source to read'), optionCollection([DOMAIN_OPTION])],
	target: ({ log_source_id, options }) => logSourceTarget(log_source_id, options),
});
