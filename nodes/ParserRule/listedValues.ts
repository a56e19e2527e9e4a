import type { IDataObject } from 'n8n-workflow';

import { asText } from '../shared/json';
import type { Payload } from '../shared/operation/operation';

/** The fields of a rule that the listing returns (interface specification, Get parser rules). */
const LISTED = ['rule_name', 'method', 'regex', 'apply_when'] as const;

/** The fields of a rule that the listing does not return, as the editor calls them. */
const NOT_LISTED = { fields: 'Field Mappings', delimiter: 'Delimiter', sample_log: 'Sample Log' };

/** Whether a listed rule has the values of a payload; undefined if it has other values too. */
export function hasValues(rule: IDataObject, values: Payload): boolean | undefined {
	const isDifferent = LISTED.some(
		(name) => values[name] !== undefined && asText(rule[name]) !== asText(values[name]),
	);
	if (isDifferent) return false;
	return Object.keys(NOT_LISTED).every((name) => values[name] === undefined) ? true : undefined;
}

/** The values of a rule that the listing shows. */
export const listedValues = (rule: IDataObject): Record<string, string> =>
	Object.fromEntries(
		LISTED.flatMap((name) => {
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
