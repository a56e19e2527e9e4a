import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import { asText, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { settle, settleOpen } from '../shared/outcomes/settle';
import { findRows } from '../shared/pagination/wholeList';
import { LOG_SOURCES } from '../lists/logSources';
import { isListed, isListedAs } from './listedValues';

/** Tells whether log sources whose update is open have the values that were sent. */
export async function lookUpUpdated<P extends Payload & { log_source_id: number | bigint }>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	return await settleOpen(written, async (open) => {
		const queries = open.map(({ payload: { log_source_id } }) => ({ log_source_id }));
		const found = await findRows(service, LOG_SOURCES, queries);
		const rows = new Map(found.map((row) => [asText(row.log_source_id), row]));
		return (item) => {
			const { log_source_id, ...changes } = item.payload;
			const row = rows.get(String(log_source_id));
			return settle(item, row === undefined ? undefined : hasChanges(row, changes));
		};
	});
}

/** Undefined where the listed fields agree, but others were changed too. */
function hasChanges(row: IDataObject, changes: Payload): boolean | undefined {
	const names = Object.keys(changes);
	const listed = names.filter(isListed);
	if (!listed.every((name) => isListedAs(row, name, changes[name]))) return false;
	return listed.length === names.length ? true : undefined;
}
