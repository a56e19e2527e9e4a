import type { FollowUp, Payload } from '../operation/operation';
import { asInvalidParameterOrThrow } from '../parameters/invalidParameter';
import type { Run } from './context';
import { lookUpOutcomes } from './lookUpOutcomes';
import { issueOf } from './nodeErrors';
import { sendBatches } from './sendBatches';
import { NOT_SENT, type ValidItem } from './writeItems';
import type { WriteOptions } from './writeOptions';

/** Sends what is left for items that succeeded, and gives them the outcome of both writes. */
export async function sendFollowUps(
	run: Run,
	followUp: FollowUp<Payload>,
	items: readonly ValidItem[],
	options: WriteOptions,
): Promise<void> {
	const pending = items
		.filter(({ outcome, payload }) => outcome.outcome === 'succeeded' && followUp.isNeeded(payload))
		.map((item) => ({ item, second: secondOf(run, followUp, item) }));
	const toSend = pending.map(({ second }) => second).filter(({ outcome }) => outcome === NOT_SENT);
	const answers = await sendBatches(run, followUp, toSend, options);
	if (options.lookUp) await lookUpOutcomes(run, followUp, toSend, answers);
	for (const { item, second } of pending) {
		item.outcome = followUp.outcome(item.outcome.extra ?? {}, second.outcome);
		if (second.reply !== undefined) item.reply = second.reply;
	}
}

function secondOf(
	{ context }: Run,
	followUp: FollowUp<Payload>,
	{ payload, outcome: { extra = {} }, ...item }: ValidItem,
): ValidItem {
	const { sent, index } = item;
	try {
		return { sent, index, payload: followUp.payload(payload, extra), outcome: NOT_SENT };
	} catch (error) {
		const issue = issueOf(asInvalidParameterOrThrow(error).toNodeError(context.getNode(), index));
		return { sent, index, payload, outcome: { outcome: 'failed', issue } };
	}
}
