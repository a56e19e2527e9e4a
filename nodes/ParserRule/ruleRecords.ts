import { LOG_TYPES, PARSER_RULES } from '../lists/lists';
import { unexpectedResponse } from '../shared/http/apiError';
import { toId } from '../shared/json';
import { listRequest, listPaginator, readWholeList } from '../shared/pagination/list';
import { resultWith, mapPages, type Paginator, withoutCount } from '../shared/pagination/pages';

/** The custom rules of every log type, with the log type in each row. */
export const rulesOfAllTypes: Paginator = async function* (service, _request, maxRows) {
	const issues: string[] = [];
	// The count of one log type is not the count of all.
	const source = withoutCount(service);
	for (const { log_type_id, log_type_display_name } of await readWholeList(service, LOG_TYPES)) {
		const id = toId(log_type_id);
		if (id === undefined) throw unexpectedResponse(LOG_TYPES.request, 'a log type has no id');
		const typeRequest = listRequest(PARSER_RULES, { log_type_id: id });
		const pages = listPaginator(PARSER_RULES)(source, typeRequest, maxRows);
		const result = yield* mapPages(pages, (rules) =>
			rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name })),
		);
		issues.push(...result.issues);
	}
	return resultWith(...issues);
};
