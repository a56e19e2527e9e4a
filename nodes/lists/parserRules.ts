import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get parser rules: GET /api/v2/log-type/parser; the custom rules of one log type, `log_type_id`. */
export const PARSER_RULES = {
	noun: 'parser rule',
	nouns: 'parser rules',
	request: { method: 'GET', path: '/log-type/parser', scope: 'logformats.READ' },
	rows: (body: JsonObject) => dataOf(body).rules,
	isPaged: false,
	id: 'rule_id',
	name: 'rule_name',
	detail: 'origin',
	columns: ['rule_name', 'origin', 'method', 'regex', 'apply_when'],
} as const satisfies List;
