import type { ApiRequest } from '../shared/http/request';
import { dataOf } from '../shared/json';
import { singlePage, type RowsOf } from '../shared/pagination/paginate';

/** Get log types: GET /api/v2/log-type */
export const LIST_LOG_TYPES = {
	method: 'GET',
	path: '/log-type',
	scope: 'logformats.READ',
} as const satisfies ApiRequest;

/** The rows of Get log types. */
export const logTypesOf: RowsOf = (body) => dataOf(body).types;

/** All log types, in one answer. */
export const logTypePage = singlePage(logTypesOf);

/** The fields of a log type that a person reads first. */
export const LOG_TYPE_COLUMNS = [
	'log_type_display_name',
	'log_type_name',
	'type',
	'origin',
] as const;
