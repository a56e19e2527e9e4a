import { LOG_TYPES, PARSER_RULES } from '../lists/lists';
import { unexpectedResponse } from '../shared/http/apiError';
import { toId } from '../shared/json';
import { listPages, readWholeList } from '../shared/pagination/list';
import { mapRows, type RowPages, type ServiceAccess } from '../shared/pagination/pages';

/** Reads the custom rules of every log type, with the log type in each row. */
export async function* rulePages(service: ServiceAccess): RowPages {
	for (const { log_type_id, log_type_display_name } of await readWholeList(service, LOG_TYPES)) {
		const id = toId(log_type_id);
		if (id === undefined) throw unexpectedResponse(LOG_TYPES.request, 'a log type has no id');
		const pages = listPages(service, PARSER_RULES, { log_type_id: id });
		// The count of one log type is not the count of all.
		yield* mapRows(pages, (rules) =>
			rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name })),
		);
	}
}
