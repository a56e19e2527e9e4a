import { dataOf } from '../shared/json';
import type { RowsOf } from '../shared/pagination/paginate';

/** The rows of Get log source groups. */
export const groupsOf: RowsOf = (body) => dataOf(body).groups;

/** The fields of a group that a person reads first. */
export const GROUP_COLUMNS = [
	'log_source_group',
	'group_description',
	'no_of_log_sources',
	'log_sources',
] as const;

/** The fields of a group where Simplify is on: it may hold thousands of log sources. */
export const SIMPLE_GROUP = [
	'log_source_group',
	'group_description',
	'no_of_log_sources',
	'log_source_group_id',
] as const;
