import type { IDataObject } from 'n8n-workflow';

import { LOG_TYPES, PARSER_RULES } from '../lists/lists';
import { unexpectedAnswer } from '../shared/http/apiError';
import { asText, toId, type Id } from '../shared/json';
import type { Payload } from '../shared/operation/operation';
import { listRequest, pagesOf } from '../shared/pagination/list';
import type { Paginator } from '../shared/pagination/paginate';
import type { Service } from '../shared/pagination/service';
import { wholeList } from '../shared/pagination/wholeList';

/** The custom rules of every log type, with the log type in each row. */
export const rulesOfAllTypes: Paginator = async function* (service, request, wanted) {
	for await (const types of pagesOf(LOG_TYPES)(service, request, wanted)) {
		for (const { log_type_id, log_type_display_name } of types) {
			const id = toId(log_type_id);
			if (id === undefined) throw unexpectedAnswer(request, 'a log type has no id');
			const ofType = listRequest(PARSER_RULES, { log_type_id: id });
			for await (const rules of pagesOf(PARSER_RULES)(service, ofType, wanted)) {
				yield rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name }));
			}
		}
	}
};

/** The custom rules of a log type. @throws ApiError */
export const listedRules = async (service: Service, log_type_id: Id): Promise<IDataObject[]> =>
	await wholeList(service, PARSER_RULES, { log_type_id });

/** The rule of that id among listed ones. */
export const ruleOf = (rules: readonly IDataObject[], rule_id: Id): IDataObject | undefined =>
	rules.find((rule) => toId(rule.rule_id) === rule_id);

/** The fields of a rule that the listing returns (interface specification, Get parser rules). */
const LISTED_FIELDS = ['rule_name', 'method', 'regex', 'apply_when'] as const;

/** The fields of a rule that the listing does not return, as the editor calls them. */
const NOT_LISTED = { fields: 'Field Mappings', delimiter: 'Delimiter', sample_log: 'Sample Log' };

/** Whether a listed rule has the values of a payload; undefined if it has other values too. */
export function hasValues(rule: IDataObject, values: Payload): boolean | undefined {
	const isDifferent = LISTED_FIELDS.some(
		(name) => values[name] !== undefined && asText(rule[name]) !== asText(values[name]),
	);
	if (isDifferent) return false;
	return Object.keys(NOT_LISTED).every((name) => values[name] === undefined) ? true : undefined;
}

/** The values of a rule that the listing shows. */
export const listedValues = (rule: IDataObject): Record<string, string> =>
	Object.fromEntries(
		LISTED_FIELDS.flatMap((name) => {
			const value = rule[name];
			return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
		}),
	);

/** What a change leaves out although the listing does not return it. */
export function notListedNotes(change: Payload): string[] {
	const missing = Object.entries(NOT_LISTED).flatMap(([name, shown]) =>
		change[name] === undefined ? [shown] : [],
	);
	return missing.length === 0
		? []
		: [
				`The service does not list ${missing.join(', ')} of a rule, so they were not sent. If the rule has them, set them here too: a service that replaces whole rules drops what is not sent`,
			];
}
