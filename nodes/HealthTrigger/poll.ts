import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { runPoll, type Poll, type PollTools } from '../shared/polling/runPoll';
import type { StateFormat } from '../shared/polling/storedState';
import { countText } from '../shared/texts';
import { detectChanges, isRemembered, type RememberedEntry } from './changes';
import { FIELDS, DEFAULT_FIRST_POLL, type Settings } from './fields';
import { readListings, refuseEmptyListing } from './listing';
import { watchesOf, type Watch } from './watches';

/** The remembered entries of each kind, with the service and the filters of their list. */
type State = Partial<
	Record<Watch['kind'], { sourceKey: string; entries: readonly RememberedEntry[] }>
>;

const STATE_FORMAT: StateFormat<State> = {
	version: 5,
	isState: (value): value is State =>
		isObject(value) &&
		Object.values(value).every(
			(kind) =>
				isObject(kind) &&
				typeof kind.sourceKey === 'string' &&
				Array.isArray(kind.entries) &&
				kind.entries.every(isRemembered),
		),
};

/** Runs one poll. @returns an item for each change, null without any, or up to ten examples in a test run */
export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await runPoll(context, {
		fields: FIELDS,
		format: STATE_FORMAT,
		poll: pollChanges,
		preview: previewChanges,
	});

/** Reports the changes since the stored state. With another service or other filters, it is a first poll. */
async function pollChanges(
	context: IPollFunctions,
	settings: Settings,
	{ state: stored, awaitsFirstSuccess, ...tools }: Poll<State>,
) {
	const { firstPoll = DEFAULT_FIRST_POLL } = settings.options;
	const state: State = {};
	const items: INodeExecutionData[] = [];
	for (const listing of await readListings(context, watchesOf(settings), tools)) {
		const { watch, entries: listed, sourceKey } = listing;
		const storedEntry = stored?.[watch.kind];
		const remembered = storedEntry?.sourceKey === sourceKey ? storedEntry.entries : undefined;
		refuseEmptyListing(listing, remembered === undefined || remembered.length === 0);
		// After a start of n8n, the stored state may be hours old, so its pending changes do not count.
		const before = awaitsFirstSuccess
			? remembered?.map((entry) => ({ ...entry, pending: {} }))
			: remembered;
		const { items: changes, entries } = detectChanges(
			watch,
			before,
			listed,
			tools.clock.startSecond(),
		);
		state[watch.kind] = { sourceKey, entries };
		if (remembered === undefined) {
			tools.log.info(`First poll: remembered ${countText(listed.length, watch.list.plural)}`);
		}
		if (remembered !== undefined || firstPoll === 'report') items.push(...changes);
	}
	return { state, items };
}

/** Makes up to ten examples: chosen changes that a first poll would report, or else listed entries as new ones. */
async function previewChanges(
	context: IPollFunctions,
	settings: Settings,
	tools: PollTools,
): Promise<INodeExecutionData[]> {
	const listings = await readListings(context, watchesOf(settings), tools);
	for (const listing of listings) refuseEmptyListing(listing, true);
	const now = tools.clock.startSecond();
	const wrong = listings.flatMap(
		({ watch, entries }) => detectChanges(watch, undefined, entries, now).items,
	);
	const listed = listings.flatMap(({ watch, entries }) => {
		const { entries: pending } = detectChanges(watch, [], entries, now);
		return detectChanges({ ...watch, chosenChanges: ['appeared'] }, pending, entries, now).items;
	});
	return (wrong.length > 0 ? wrong : listed).slice(0, 10);
}
