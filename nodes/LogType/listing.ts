import { dataOf } from '../shared/json';
import { singlePage } from '../shared/pagination/paginate';

/** All log types, in one answer. */
export const logTypePage = singlePage((body) => dataOf(body).types);

/** The fields of a log type that a person reads first. */
export const LOG_TYPE_COLUMNS = [
	'log_type_display_name',
	'log_type_name',
	'type',
	'origin',
] as const;
