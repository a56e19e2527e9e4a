import { LOG_TYPES } from '../lists/lists';
import { asText, type Id } from '../shared/json';
import { RETURNED } from '../shared/operation/ifExists';
import { findThings, settleByListing } from '../shared/operation/listedThing';
import type { Payload, Written, ListedThing } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { isOpen, settle } from '../shared/outcomes/settle';
import type { Service } from '../shared/pagination/service';

type Created = Payload & { log_type_display_name: string; ifExists: 'refuse' | 'return' };

/** A log type that is created. */
export const CREATED = {
	list: LOG_TYPES,
	wanted: ({ log_type_display_name }: Created) => ({ name: log_type_display_name }),
	columns: ['log_type_display_name'],
	expects: 'none',
	verdict: (_payload, [row, ...others]) =>
		others.length > 0
			? { isDone: undefined }
			: { isDone: row !== undefined, extraIfDone: { log_type_id: row?.log_type_id } },
} as const satisfies ListedThing<Created>;

/** Tells whether log types whose creation is open are listed, by their display names. */
export async function lookUpCreated<P extends Created>(
	written: ReadonlyArray<Written<P>>,
	service: Service,
): Promise<Map<P, Outcome>> {
	const settled = await settleByListing(CREATED, written, service);
	return new Map(
		written.flatMap(({ payload, reply }): Array<[P, Outcome]> => {
			const outcome = settled.get(payload);
			if (outcome === undefined) return [];
			// It was not there before: somebody else has created it since.
			const isReturned =
				outcome.extra?.log_type_id !== undefined &&
				payload.ifExists === 'return' &&
				reply === 'refusal';
			const { extra = {} } = outcome;
			return isReturned
				? [[payload, { outcome: 'succeeded', detail: RETURNED, extra }]]
				: [[payload, outcome]];
		}),
	);
}

export type Deleted = Payload & { log_type_id?: Id; log_type_display_name?: string };

/** A log type that is deleted. */
export const DELETED = {
	list: LOG_TYPES,
	wanted: ({ log_type_id, log_type_display_name }: Deleted) => ({
		id: log_type_id,
		name: log_type_display_name,
	}),
	columns: ['log_type_display_name'],
	expects: 'one',
} as const satisfies ListedThing<Deleted>;

const LISTED_STILL =
	'The service answers success and still lists the log type. Look at it with Log Type › Get Many';

const STAYS = 'Its custom parser rules are deleted; the predefined log type stays';

/**
 * Tells whether log types are gone. A predefined one stays although the service answers success: only
 * its custom parser rules are deleted (interface specification, Delete log type).
 */
export async function lookUpDeleted<P extends Deleted>(
	written: ReadonlyArray<Written<P>>,
	service: Service,
): Promise<Map<P, Outcome>> {
	const wanted = written.filter(({ outcome }) => outcome.outcome !== 'failed');
	if (wanted.length === 0) return new Map();
	const payloads = wanted.map(({ payload }) => payload);
	const rowsOf = await findThings(DELETED, payloads, service);
	return new Map(
		wanted.map((item): [P, Outcome] => {
			const [row] = rowsOf(item.payload);
			const deleted = row === undefined;
			const isCustom = asText(row?.origin) === 'custom';
			if (!isOpen(item)) {
				const extra = { ...item.outcome.extra, deleted };
				const stays: Outcome = isCustom
					? { outcome: 'unknown', detail: LISTED_STILL, extra }
					: { outcome: 'succeeded', detail: STAYS, extra };
				return [item.payload, deleted ? { ...item.outcome, extra } : stays];
			}
			const isDone = deleted ? true : isCustom ? false : undefined;
			const settled = settle(item, { isDone, extra: { deleted } });
			return [item.payload, settled.outcome === 'unknown' ? told(settled) : settled];
		}),
	);
}

/** What is known of a log type for certain, although what the request did is not. */
const told = (outcome: Outcome & { outcome: 'unknown' }): Outcome => ({
	...outcome,
	detail:
		outcome.extra?.deleted === true
			? `The log type is gone, maybe since before. ${outcome.detail}`
			: `The log type is there. ${outcome.detail}`,
});
