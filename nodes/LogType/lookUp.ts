import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/http/request';
import { asText, dataOf, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import { normalizeKey, type Outcome } from '../shared/outcomes/batchOutcome';
import { settle } from '../shared/outcomes/settle';
import { extractRows } from '../shared/pagination/paginate';

async function logTypes(service: Service): Promise<IDataObject[]> {
	const request = { method: 'GET', path: '/log-type', scope: 'logformats.READ' } as const;
	const { body } = await service.send(request);
	return extractRows(body, (answer) => dataOf(answer).types, request);
}

/** Tells whether log types whose creation is open are listed, by their display names. */
export async function lookUpCreated<P extends Payload & { log_type_display_name: string }>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const open = written.filter(({ outcome }) => outcome.outcome === 'unknown');
	if (open.length === 0) return new Map();
	const ids = new Map(
		(await logTypes(service)).map(({ log_type_display_name, log_type_id }) => [
			normalizeKey(asText(log_type_display_name)),
			log_type_id,
		]),
	);
	return new Map(
		open.map((item) => {
			const name = normalizeKey(item.payload.log_type_display_name);
			const log_type_id = ids.get(name);
			return [item.payload, settle(item, ids.has(name), { log_type_id })];
		}),
	);
}

/**
 * Tells whether log types are gone. A predefined one stays although the service answers success: only
 * its custom parser rules are deleted (interface specification, Delete log type).
 */
export async function lookUpDeleted<P extends Payload & { log_type_id: number | bigint }>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const wanted = written.filter(({ outcome }) => outcome.outcome !== 'failed');
	if (wanted.length === 0) return new Map();
	const listed = new Set((await logTypes(service)).map(({ log_type_id }) => asText(log_type_id)));
	return new Map(
		wanted.map((item) => {
			const isListed = listed.has(String(item.payload.log_type_id));
			const stays = isListed && item.outcome.outcome === 'succeeded';
			return [item.payload, settle(item, stays || !isListed, { deleted: !isListed })];
		}),
	);
}
