import type { IDataObject } from 'n8n-workflow';

import { LOG_TYPES } from '../lists/logTypes';
import { PARSER_RULES } from '../lists/parserRules';
import { unexpectedAnswer } from '../shared/http/apiError';
import { toId, type Id } from '../shared/json';
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
