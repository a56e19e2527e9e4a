import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { warnOfOtherService } from '../../shared/polling/log';
import { timeOff } from '../../shared/polling/pollParameters';
import { runPoll, type Poll, type PollResult, type Sampling } from '../../shared/polling/runPoll';
import { compare } from '../changes';
import { FIELDS, FIRST_POLL, MUST_LAST_MINUTES, REACTIVATION, type Settings } from '../fields';
import { rowsOf } from '../rows';
import { STATE_FORMAT, type State } from '../state';
import { watchesOf } from '../watches';
import { decide, isOtherListing, startingState } from './decide';
import { readListings, requireSome } from '../listing';

/** One poll: an item for each change, or null; what is wrong now in a test run. */
export const poll = async (host: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await runPoll(host, { fields: FIELDS, format: STATE_FORMAT, report, sample });

/** The changes since the state of a poll, and the state after it. */
async function report(
	host: IPollFunctions,
	settings: Settings,
	poll: Poll<State>,
): Promise<PollResult<State>> {
	const { clock, log } = poll;
	const {
		firstPoll = FIRST_POLL,
		mustLast = MUST_LAST_MINUTES,
		reactivation = REACTIVATION,
	} = settings.options;
	const { service, listings } = await readListings(host, watchesOf(settings), poll);
	const now = clock.now();
	if (poll.state !== undefined && poll.state.service !== service) {
		warnOfOtherService(poll.state.service, log);
	}
	const off = timeOff(host.getNode().parameters.pollTimes);
	const rules = { now, timeOff: off, reactivation, mustLast: mustLast * 60, firstPoll };
	const before = startingState(service, poll, rules);
	listings.filter(({ watch }) => isOtherListing(before, watch)).forEach(requireSome);

	const { changes, state } = decide(before, listings, poll, rules);
	return { state, items: itemsOf(changes) };
}

const itemsOf = (rows: readonly IDataObject[]): INodeExecutionData[] =>
	rows.map((json) => ({ json }));

/** How many changes a test run shows. */
const SAMPLE = 10;

/** What is wrong now, for a test run. */
async function sample(
	host: IPollFunctions,
	settings: Settings,
	poll: Sampling,
): Promise<INodeExecutionData[]> {
	const { mustLast = MUST_LAST_MINUTES } = settings.options;
	const { listings } = await readListings(host, watchesOf(settings), poll);
	listings.forEach(requireSome);
	const now = poll.clock.now();
	const rows = listings.flatMap(({ watch, seen }) => {
		const { changes } = compare(watch.kind, new Map(), seen, {
			now,
			silentAfter: watch.silentAfter,
			mustLast: mustLast * 60,
			unknown: 'report',
			isSettled: true,
		});
		return rowsOf(watch, changes, String(now));
	});
	if (rows.length > 0) return itemsOf(rows.slice(0, SAMPLE));
	throw new NodeOperationError(host.getNode(), 'Nothing is silent or in a wrong state now', {
		description:
			'A test run shows what the chosen changes find wrong now. To see an item, set Silent After to a minute and Must Last to 0, and test this step again. An active workflow waits for changes.',
		level: 'info',
	});
}
