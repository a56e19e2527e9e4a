import type { IDataObject } from 'n8n-workflow';

import { asText } from '../shared/json';
import { normalizeKey } from '../shared/outcomes/namesakes';

/** Whether two values are the same without regard to case. */
export const isEqual = (value: unknown, wanted: unknown): boolean =>
	normalizeKey(asText(value)) === normalizeKey(asText(wanted));

/** Whether a listing shows a value; a display name has its case, states are listed in upper case. */
export const isListedAs = (row: IDataObject, name: string, value: unknown): boolean =>
	name === 'display_name'
		? asText(row[name]).trim() === asText(value).trim()
		: isEqual(row[name], value);

/** The fields of an update that the listing returns. */
const LISTED = new Set([
	'display_name',
	'log_collection_mode',
	'log_collection_status',
	'log_source_group',
	'log_type_name',
]);

export const isListed = (name: string): boolean => LISTED.has(name);
