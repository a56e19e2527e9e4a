import type { IExecuteFunctions } from 'n8n-workflow';

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
	const option = (name: string, fallback: number | boolean): unknown =>
		context.getNodeParameter(`options.${name}`, 0, fallback);
	const count = (name: string, fallback: number): number => {
		const given = Number(option(name, fallback));
		return Number.isInteger(given) && given >= 1 ? given : fallback;
	};
	return {
		batchSize: count('batchSize', 100),
		maxConcurrentRequests: count('requestsAtOnce', 1),
		lookUp: option('readBack', true) !== false,
		stopsOnRefusal: context.getNodeParameter('ifRefused', 0, 'goOn') === 'stop',
	};
}
