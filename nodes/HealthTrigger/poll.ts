import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { runPoll, type Poll, type Sampling } from '../shared/polling/runPoll';
import type { StateFormat } from '../shared/polling/storedState';
import { compare, isRemembered, type Remembered } from './changes';
import { FIELDS, FIRST_POLL, type Settings } from './fields';
import { readListings, requireSome } from './listing';
import { watchesOf, type Watch } from './watches';

/** What is remembered of each kind, and of which service and by which filters. */
type State = Partial<Record<Watch['kind'], { source: string; things: readonly Remembered[] }>>;

const FORMAT: StateFormat<State> = {
	version: 3,
	isState: (value): value is State =>
		isObject(value) &&
		Object.values(value).every(
			(kind) =>
				isObject(kind) &&
				typeof kind.source === 'string' &&
				Array.isArray(kind.things) &&
				kind.things.every(isRemembered),
		),
};

/** One poll: an item for each change, or null; up to ten examples in a test run. */
export const poll = async (host: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await runPoll(host, { fields: FIELDS, format: FORMAT, report, sample });

/** The changes since the state of a poll. Another service, or other filters, make a first poll. */
async function report(
	host: IPollFunctions,
	settings: Settings,
	{ state: stored, isStart, ...poll }: Poll<State>,
) {
	const { firstPoll = FIRST_POLL } = settings.options;
	const state: State = {};
	const items: INodeExecutionData[] = [];
	for (const listing of await readListings(host, watchesOf(settings), poll)) {
		const { watch, seen, source } = listing;
		const last = stored?.[watch.kind];
		const known = last?.source === source ? last.things : undefined;
		requireSome(listing, known === undefined || known.length === 0);
		// After a start of n8n the state may be hours old: it does not say what the last poll showed.
		const before = isStart ? known?.map((thing) => ({ ...thing, pending: undefined })) : known;
		const { items: changes, things } = compare(watch, before, seen, poll.clock.now());
		state[watch.kind] = { source, things };
		if (known === undefined) {
			poll.log.info(`First poll: ${seen.length} ${watch.list.nouns} are remembered`);
		}
		if (known !== undefined || firstPoll === 'report') items.push(...changes);
	}
	return { state, items };
}

/** Ten of what is wrong now; if nothing is, of what is listed, as if it had just appeared. */
async function sample(
	host: IPollFunctions,
	settings: Settings,
	poll: Sampling,
): Promise<INodeExecutionData[]> {
	const listings = await readListings(host, watchesOf(settings), poll);
	for (const listing of listings) requireSome(listing, true);
	const now = poll.clock.now();
	const wrong = listings.flatMap(({ watch, seen }) => compare(watch, undefined, seen, now).items);
	const listed = listings.flatMap(({ watch, seen }) => {
		const { things } = compare(watch, [], seen, now);
		return compare({ ...watch, chosen: ['appeared'] }, things, seen, now).items;
	});
	return (wrong.length > 0 ? wrong : listed).slice(0, 10);
}
