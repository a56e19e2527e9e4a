import { LOG_TYPES, PARSER_RULES } from '../lists/lists';
import { unexpectedResponse } from '../shared/http/apiError';
import { pick, toId, type Id } from '../shared/json';
import { listRequest, listPaginator, readWholeList } from '../shared/pagination/list';
import { resultWith, mapPages, type Paginator, withoutCount } from '../shared/pagination/pages';
import type { Payload, RecordRules } from '../shared/records/recordRules';

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

/** A rule by its ID, and the log type whose list shows it, if the user chose one. */
type RulePayload = Payload & { rule_id: Id; log_type_id: Id | undefined };

/** The rules of a parser rule that exists. The list of a wrong log type does not show it, so a run does not need it. */
export const EXISTING_RULE: RecordRules<RulePayload> = {
	target: ({ rule_id, log_type_id }) =>
		log_type_id === undefined ? undefined : { id: rule_id, within: { log_type_id } },
	whenFound: (_rule, row) => ({ send: {}, listed: pick(['rule_name'], row) }),
};
