import type { ApiError } from '../http/apiError';
import type { ServiceList } from '../pagination/list';
import { findRows, type Rows, type Target } from '../records/directory';
import type { Session } from './run';

/**
 * Finds the records of items in a list as it is now. Each session reads the list at most once.
 * @returns the rows of each item, or why the list could not be read
 */
export async function findRecords<I extends { readonly session: Session }>(
	list: ServiceList,
	items: readonly I[],
	targetOf: (item: I) => Target,
	mayBeNew = false,
): Promise<ReadonlyMap<I, Rows | ApiError>> {
	const found = new Map<I, Rows | ApiError>();
	for (const session of new Set(items.map((item) => item.session))) {
		const own = items.filter((item) => item.session === session);
		const rows = await findRows(session.service, list, own.map(targetOf), mayBeNew);
		for (const [index, item] of own.entries()) found.set(item, rows[index] ?? []);
	}
	return found;
}
