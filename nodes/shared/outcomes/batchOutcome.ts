import type { IDataObject } from 'n8n-workflow';

import { shortText } from '../http/statedError';
import { asText, dataOf, hasMembers, isObject, toCount, type JsonObject } from '../json';
import { normalizeKey } from './namesakes';

/**
 * What became of one input item. `detail` is what was done in a word or two, or why not; without one
 * the operation's own word stands for what was done. `extra` is what is known of the item beyond that,
 * for instance its id; `reason` what the service says of an item if it was not carried out. A dry run
 * plans what it would send.
 */
export type Outcome =
	| { outcome: 'succeeded' | 'planned'; detail?: string; extra?: IDataObject }
	| { outcome: 'failed'; detail: string; extra?: IDataObject }
	| {
			outcome: 'unknown';
			detail: string;
			reason?: string;
			/** Of the items that share this outcome, those that the service refused without naming them. */
			refused?: number;
			/** Whether a record that names no item has one of its identifiers, under another field. */
			mayBeMeant?: boolean;
			extra?: IDataObject;
	  };

/** Why an item was not carried out; undefined if it was, or would be sent. */
export const reasonIn = (outcome: Outcome): string | undefined =>
	outcome.outcome === 'failed' || outcome.outcome === 'unknown' ? outcome.detail : undefined;

/** A per-item failure record: the identifying field of the item and the issue. */
export type FailureRecord = JsonObject;

/** The counts of a summary; what the answer does not hold is undefined. */
export interface Counts {
	total: unknown;
	succeeded: unknown;
	failed: unknown;
}

/** What was sent of an item: the fields that a failure record may name it by, among others. */
type Sent = Readonly<Record<string, unknown>>;

/** What an answer reports item by item. */
export interface BatchReport {
	failures: readonly FailureRecord[];
	/** The fields of a failure record that may name its item. */
	identifiedBy: readonly string[];
	counts: Counts;
}

/** The names under which an endpoint reports its refused items and its counts. */
export interface ReportNames {
	failures: string;
	identifiedBy: readonly string[];
	total: string;
	succeeded: string;
	failed: string;
}

/** Reads the report of an answer, `data.summary` and the list of failure records. */
export const reportOf =
	(names: ReportNames) =>
	(body: JsonObject): BatchReport => {
		const data = dataOf(body);
		const summary = isObject(data.summary) ? data.summary : {};
		const records = data[names.failures];
		// One record in the place of a list is a refusal, too.
		const list: unknown[] = Array.isArray(records) || hasMembers(records) ? [records].flat() : [];
		return {
			failures: list.map((record) => (isObject(record) ? record : {})),
			identifiedBy: names.identifiedBy,
			counts: {
				total: summary[names.total],
				succeeded: summary[names.succeeded],
				failed: summary[names.failed],
			},
		};
	};

/**
 * Tells what became of each entry from the failure records and the summary (interface
 * specification, Errors, rule 1). An entry succeeded only if records and summary agree and no
 * record is left that could mean it; it failed if a record names it; otherwise it is unknown.
 * A record names an entry if a field and its value are the same: the name of one entry may equal the ID of
 * another.
 *
 * @param entries in the order they were sent
 * @returns each entry with its outcome, in the same order
 */
export function reconcile<T>(
	entries: readonly T[],
	sentOf: (entry: T) => Sent,
	{ failures, identifiedBy, counts }: BatchReport,
): Array<readonly [T, Outcome]> {
	const at = new Map(
		entries.flatMap((entry, index) =>
			fieldKeysIn(sentOf(entry), identifiedBy).map((name) => [name, index] as const),
		),
	);
	const refused = new Map<number, Outcome>();
	const unmatched: FailureRecord[] = [];
	for (const failure of failures) {
		const index = fieldKeysIn(failure, identifiedBy)
			.map((name) => at.get(name))
			.find((found) => found !== undefined && !refused.has(found));
		if (index === undefined) unmatched.push(failure);
		else refused.set(index, { outcome: 'failed', detail: issueOf(failure) });
	}
	const agreed = countsMatch(entries.length, failures.length, counts);
	const open = entries.length - refused.size;
	const rest = outcomeOfUnnamed({ open, unmatched: unmatched.map(issueOf), agreed });
	const texts = new Set(unmatched.flatMap((failure) => identifiersIn(failure, identifiedBy)));
	return entries.map((entry, index) => {
		const outcome = refused.get(index) ?? rest;
		const mayBeMeant =
			outcome.outcome === 'unknown' &&
			identifiersIn(sentOf(entry), identifiedBy).some((text) => texts.has(text));
		return [entry, mayBeMeant ? { ...outcome, mayBeMeant } : outcome];
	});
}

/** What an answer says of the entries that no record names. */
interface Unnamed {
	/** How many they are. */
	open: number;
	/** Why records refuse that name none of them. */
	unmatched: readonly string[];
	/** Whether records and summary agree. */
	agreed: boolean;
}

/** Reasons at most that a row names if the service does not say which is whose. */
const MOST_REASONS = 10;

/** The outcome of the entries that no record names. */
function outcomeOfUnnamed({ open, unmatched, agreed }: Unnamed): Outcome {
	const reasons = shortText([...new Set(unmatched)].slice(0, MOST_REASONS).join('; '));
	if (unmatched.length > 0 && unmatched.length === open && agreed) {
		return { outcome: 'failed', detail: reasons };
	}
	if (unmatched.length > 0) {
		return {
			outcome: 'unknown',
			detail: `The service refused ${unmatched.length} of ${open} without saying which: ${reasons}`,
			reason: reasons,
			refused: unmatched.length,
		};
	}
	return agreed
		? { outcome: 'succeeded' }
		: {
				outcome: 'unknown',
				detail:
					'The summary of the answer and its list of refused items do not agree, so this item may or may not have been carried out',
			};
}

const countsMatch = (sent: number, failed: number, counts: Counts): boolean =>
	toCount(counts.failed) === failed &&
	toCount(counts.succeeded) === sent - failed &&
	toCount(counts.total) === sent;

const fieldKeysIn = (sent: Sent, fields: readonly string[]): string[] =>
	fields
		.filter((field) => asText(sent[field]) !== '')
		.map((field) => `${field} ${normalizeKey(asText(sent[field]))}`);

const identifiersIn = (sent: Sent, fields: readonly string[]): string[] =>
	fields.map((field) => normalizeKey(asText(sent[field]))).filter((text) => text !== '');

const issueOf = (failure: FailureRecord): string =>
	typeof failure.issue === 'string' && failure.issue !== ''
		? shortText(failure.issue)
		: 'The service refused it without a reason';
