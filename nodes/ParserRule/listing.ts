import type { IDataObject } from 'n8n-workflow';

import { unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { dataOf, toId, type Id } from '../shared/json';
import {
	extractRows,
	singlePage,
	type Paginator,
	type RowsOf,
} from '../shared/pagination/paginate';

/** Get parser rules: GET /api/v2/log-type/parser */
export const listRequest = (log_type_id: Id): ApiRequest => ({
	method: 'GET',
	path: '/log-type/parser',
	scope: 'logformats.READ',
	query: { log_type_id },
});

const rulesOf: RowsOf = (body) => dataOf(body).rules;

/** The custom rules of a log type, in one answer. */
export const rulePage = singlePage(rulesOf);

/** Get log types: GET /api/v2/log-type */
export const LOG_TYPES: ApiRequest = { method: 'GET', path: '/log-type' };

const logTypePage = singlePage((body) => dataOf(body).types);

/** The custom rules of every log type, with the log type in each row. */
export const rulesOfAllTypes: Paginator = async function* (service, request, wanted) {
	for await (const types of logTypePage(service, request, wanted)) {
		for (const { log_type_id, log_type_display_name } of types) {
			const id = toId(log_type_id);
			if (id === undefined) throw unexpectedAnswer(request, 'a log type has no id');
			for await (const rules of rulePage(service, listRequest(id), wanted)) {
				yield rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name }));
			}
		}
	}
};

/** The fields of a listed rule that a person reads first. */
export const RULE_COLUMNS = ['rule_name', 'origin', 'method', 'regex', 'apply_when'] as const;

/** The custom rules of a log type. @throws ApiError */
export async function listedRules(service: Service, log_type_id: Id): Promise<IDataObject[]> {
	const request = listRequest(log_type_id);
	const { body } = await service.send(request);
	return extractRows(body, rulesOf, request);
}

/** The rule of that id among listed ones. */
export const ruleOf = (rules: readonly IDataObject[], rule_id: Id): IDataObject | undefined =>
	rules.find((rule) => toId(rule.rule_id) === rule_id);
