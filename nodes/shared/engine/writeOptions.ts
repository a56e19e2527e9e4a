import { isObject } from '../json';
import { BATCH_SIZE, MAX_CONCURRENT_REQUESTS } from '../operation/writeFields';
import type { ParameterValues } from '../parameters/validate';

/** What the user sets for a whole run. */
export interface WriteOptions {
	batchSize: number;
	maxConcurrentRequests: number;
	/** Whether only what would be sent is shown. */
	isDryRun: boolean;
	/** Whether the ids of all items are read from a listing. */
	returnsIds: boolean;
	/** Whether one item that did not succeed stops the workflow once all were sent. */
	stopsOnRefusal: boolean;
}

/**
 * The options of a run. An expression may give each item its own: the most careful one holds for all.
 * @param items the parameters of each item
 */
export function writeOptions(items: readonly ParameterValues[]): WriteOptions {
	const all = items.map(({ options }) => (isObject(options) ? options : {}));
	const least = (field: { name: string; default: number }): number =>
		all.reduce((most, { [field.name]: value }) => {
			const count = typeof value === 'number' ? value : field.default;
			return Math.min(most, count);
		}, Infinity);
	return {
		batchSize: least(BATCH_SIZE),
		maxConcurrentRequests: least(MAX_CONCURRENT_REQUESTS),
		isDryRun: all.some(({ dryRun }) => dryRun === true),
		returnsIds: all.some(({ returnIds }) => returnIds === true),
		stopsOnRefusal: all.some(({ ifRefused }) => ifRefused === 'stop'),
	};
}
