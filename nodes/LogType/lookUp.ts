import type { IDataObject } from 'n8n-workflow';

import { asText, type JsonObject } from '../shared/json';
import type { Service } from '../shared/pagination/service';
import type { Completion, Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { Namesakes, normalizeKey } from '../shared/outcomes/namesakes';
import { settle, settleOpen } from '../shared/outcomes/settle';
import { wholeList } from '../shared/pagination/wholeList';
import { LOG_TYPES } from '../lists/logTypes';

const logTypes = async (service: Service): Promise<IDataObject[]> =>
	await wholeList(service, LOG_TYPES);

type Created = Payload & { log_type_display_name: string; ifExists: 'refuse' | 'return' };

const isReturned = ({ ifExists }: Created): boolean => ifExists === 'return';

/**
 * Finds log types that exist already, where an item asks for them instead of a refusal: one listing
 * for all items. An item that asks for the same log type as one before it shares its outcome.
 * @throws ApiError
 */
export async function findExisting<P extends Created>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const wanted = payloads.filter(isReturned);
	if (wanted.length === 0) return new Map();
	const idOf = idsByName(await logTypes(service));
	const named = new Map<string, P>();
	return new Map(
		wanted.map((payload): [P, Completion<P>] => {
			const name = normalizeKey(payload.log_type_display_name);
			const log_type_id = idOf(payload.log_type_display_name);
			const earlier = named.get(name);
			if (log_type_id !== undefined) {
				const extra = { log_type_id, action: 'unchanged' };
				return [payload, { outcome: { outcome: 'succeeded', extra } }];
			}
			if (earlier !== undefined) {
				return [payload, { sameAs: earlier, extra: { action: 'unchanged' } }];
			}
			named.set(name, payload);
			return [payload, { send: payload }];
		}),
	);
}

/** Finds ids by display names. */
function idsByName(rows: readonly IDataObject[]) {
	const named = new Namesakes(rows, (row) => asText(row.log_type_display_name));
	return (name: string) => named.find(name)[0]?.log_type_id;
}

/** Tells whether log types whose creation is open are listed, by their display names. */
export async function lookUpCreated<P extends Created>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	return await settleOpen(written, async () => {
		const idOf = idsByName(await logTypes(service));
		return (item) => {
			const { payload, reply } = item;
			const log_type_id = idOf(payload.log_type_display_name);
			const isListed = log_type_id !== undefined;
			// It was not there before: somebody else has created it since.
			if (isListed && isReturned(payload) && reply === 'refusal') {
				return { outcome: 'succeeded', extra: { log_type_id, action: 'unchanged' } };
			}
			return settle(item, isListed, { log_type_id, ...createdBy(payload) });
		};
	});
}

/** The action of a created log type, told where an existing one is taken too. */
export const createdBy = (payload: Created): IDataObject =>
	isReturned(payload) ? { action: 'created' } : {};

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
	const listed = new Map((await logTypes(service)).map((row) => [asText(row.log_type_id), row]));
	return new Map(
		wanted.map((item) => {
			const row = listed.get(String(item.payload.log_type_id));
			const isDone =
				row === undefined || item.outcome.outcome === 'succeeded'
					? true
					: row.origin === 'custom'
						? false
						: undefined;
			return [item.payload, settle(item, isDone, { deleted: row === undefined })];
		}),
	);
}
