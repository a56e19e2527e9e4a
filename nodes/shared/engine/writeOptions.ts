import type { IExecuteFunctions } from 'n8n-workflow';

import { BATCH_SIZE, IF_REFUSED, LOOK_UP, MAX_CONCURRENT_REQUESTS } from '../operation/writeFields';

/** What the user sets for a whole write. */
export interface WriteOptions {
	batchSize: number;
	maxConcurrentRequests: number;
	/** Whether what the answers leave open is looked up. */
	lookUp: boolean;
	/** Whether one item that did not succeed stops the workflow once all were sent. */
	stopsOnRefusal: boolean;
}

/**
 * Reads the options as the first item has them; they are the node's, not an item's. A value that is
 * not allowed takes its default here: the first item is refused for it, the others are sent.
 */
export function readWriteOptions(context: IExecuteFunctions): WriteOptions {
	const option = (field: { name: string; default: unknown }): unknown =>
		context.getNodeParameter(`options.${field.name}`, 0, field.default);
	const count = (field: { name: string; default: number }): number => {
		const given = Number(option(field));
		return Number.isInteger(given) && given >= 1 ? given : field.default;
	};
	return {
		batchSize: count(BATCH_SIZE),
		maxConcurrentRequests: count(MAX_CONCURRENT_REQUESTS),
		lookUp: option(LOOK_UP) !== false,
		stopsOnRefusal: context.getNodeParameter(IF_REFUSED.name, 0, IF_REFUSED.default) === 'stop',
	};
}
