import type { IDataObject } from 'n8n-workflow';

import { LOG_TYPES, PARSER_RULES } from '../lists/lists';
import { unexpectedResponse } from '../shared/http/apiError';
import { pick, toId, type Id } from '../shared/json';
import type { LookUp, Payload } from '../shared/operation/operation';
import { listRequest, listPaginator, readWholeList } from '../shared/pagination/list';
import { endingWith, mapPages, type Paginator } from '../shared/pagination/pages';
import { asText } from '../shared/texts';

/** The custom rules of every log type, with the log type in each row. */
export const rulesOfAllTypes: Paginator = async function* (service, _request, maxRows) {
	const issues: string[] = [];
	for (const { log_type_id, log_type_display_name } of await readWholeList(service, LOG_TYPES)) {
		const id = toId(log_type_id);
		if (id === undefined) throw unexpectedResponse(LOG_TYPES.request, 'a log type has no id');
		const typeRequest = listRequest(PARSER_RULES, { log_type_id: id });
		const pages = listPaginator(PARSER_RULES)(service, typeRequest, maxRows);
		const ending = yield* mapPages(pages, (rules) =>
			rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name })),
		);
		issues.push(...ending.issues);
	}
	return endingWith(...issues);
};

/** The fields of a rule that the listing returns (interface specification, Get parser rules). */
const COMPARABLE_RULE_FIELDS = ['rule_name', 'method', 'regex', 'apply_when'] as const;

const NOT_LISTED = ['fields', 'delimiter', 'sample_log'] as const;

/** Returns whether a listed rule has a payload's values; undefined if the list omits some of them. */
export function showsValues(rule: IDataObject, values: Payload): boolean | undefined {
	const isDifferent = COMPARABLE_RULE_FIELDS.some(
		(name) => values[name] !== undefined && asText(rule[name]) !== asText(values[name]),
	);
	if (isDifferent) return false;
	return NOT_LISTED.every((name) => values[name] === undefined) ? true : undefined;
}

/** Returns whether the list shows a rule as requested. For a new rule, values that the list leaves out count as set. */
export const showsRule: LookUp['wasCarriedOut'] = (rule, rows) => {
	const matches = rows.map((row) => showsValues(row, rule));
	if (rule.rule_id === undefined) return matches.some((isSame) => isSame !== false);
	return matches.length > 1 ? undefined : matches[0];
};

/** A rule by its id, and the log type whose list shows it, if the user chose one. */
type RulePayload = Payload & { rule_id: Id; log_type_id: Id | undefined };

/** The look-up of a rule by its ID. */
export const ruleLookUp = (
	wasCarriedOut: LookUp<RulePayload>['wasCarriedOut'],
): LookUp<RulePayload> => ({
	target: ({ rule_id, log_type_id }) =>
		log_type_id === undefined ? undefined : { id: rule_id, within: { log_type_id } },
	resolve: (_rule, row) => ({ set: {}, listedValues: pick(['rule_name'], row) }),
	wasCarriedOut,
});
