import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import { asText, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { settle, settleOpen } from '../shared/outcomes/settle';
import { findRows } from '../shared/pagination/wholeList';
import { LOG_SOURCES } from '../lists/logSources';
import { isEqual } from './listedValues';

type Deleted = Payload & {
	log_source_id?: number | bigint;
	log_source?: string;
	domain_name?: string;
};

/** Tells whether log sources whose deletion is open are still listed. */
export async function lookUpDeleted<P extends Deleted>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	return await settleOpen(written, async (open) => {
		const queries = open.map(({ payload: { log_source_id, log_source, domain_name } }) => ({
			log_source_id,
			log_source,
			domain_name,
		}));
		const rows = await findRows(service, LOG_SOURCES, queries);
		return (item) =>
			settle(item, !rows.some((row) => isSame(row, item.payload)), { deleted: true });
	});
}

function isSame(
	row: IDataObject,
	{ log_source_id, log_source = '', domain_name }: Deleted,
): boolean {
	if (log_source_id !== undefined) return asText(row.log_source_id) === String(log_source_id);
	const isNamed = isEqual(row.log_source, log_source);
	return isNamed && (domain_name === undefined || isEqual(row.domain_name, domain_name));
}
