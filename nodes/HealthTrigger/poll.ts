import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { runPoll, type PollStart, type PollTools } from '../polling/runPoll';
import type { StateFormat } from '../polling/storedState';
import { isObject } from '../shared/json';
import { countText } from '../shared/texts';
import { detectChanges, isRemembered, type RememberedRecord } from './changes';
import { FIELDS, type Settings } from './fields';
import { readListings, refuseEmptyListing } from './listing';
import { watchesOf, type Watch } from './watches';

/** The remembered records of each kind, with the service and the filters of their list. */
type State = Partial<
	Record<Watch['kind'], { sourceKey: string; records: readonly RememberedRecord[] }>
>;

const STATE_FORMAT: StateFormat<State> = {
	version: 5,
	isState: (value): value is State =>
		isObject(value) &&
		Object.values(value).every(
			(kind) =>
				isObject(kind) &&
				typeof kind.sourceKey === 'string' &&
				Array.isArray(kind.records) &&
				kind.records.every(isRemembered),
		),
};

/** Runs one poll. @returns an item for each change, null without any, or up to ten examples in a test run */
export const runHealthTrigger = async (
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> =>
	await runPoll(context, {
		fields: FIELDS,
		format: STATE_FORMAT,
		run: reportChanges,
		preview: previewChanges,
	});

/** Reports the changes since the stored state. With another service or other filters, it is a first poll. */
async function reportChanges(
	context: IPollFunctions,
	settings: Settings,
	{ state: stored, ...tools }: PollStart<State>,
) {
	const state: State = {};
	const items: INodeExecutionData[] = [];
	for (const listing of await readListings(context, watchesOf(settings), tools)) {
		const { watch, records: listed, sourceKey } = listing;
		const storedWatch = stored?.[watch.kind];
		const remembered = storedWatch?.sourceKey === sourceKey ? storedWatch.records : undefined;
		refuseEmptyListing(listing, remembered === undefined || remembered.length === 0);
		const now = tools.clock.startSecond();
		const { items: changes, records } = detectChanges(watch, remembered, listed, now);
		state[watch.kind] = { sourceKey, records };
		if (remembered === undefined) {
			tools.log.info(`First poll: remembered ${countText(listed.length, watch.list.plural)}`);
		}
		if (remembered !== undefined || settings.options.firstPoll === 'report') items.push(...changes);
	}
	return { state, items };
}

/** Makes up to ten examples: chosen changes that a first poll would report, or else listed records as new ones. */
async function previewChanges(
	context: IPollFunctions,
	settings: Settings,
	tools: PollTools,
): Promise<INodeExecutionData[]> {
	const listings = await readListings(context, watchesOf(settings), tools);
	for (const listing of listings) refuseEmptyListing(listing, true);
	const now = tools.clock.startSecond();
	const wrong = listings.flatMap(
		({ watch, records }) => detectChanges(watch, undefined, records, now).items,
	);
	const listed = listings.flatMap(({ watch, records }) => {
		// A record appears in the second of two polls.
		const { records: pending } = detectChanges(watch, [], records, now);
		return detectChanges({ ...watch, chosenChanges: ['appeared'] }, pending, records, now).items;
	});
	return (wrong.length > 0 ? wrong : listed).slice(0, 10);
}
