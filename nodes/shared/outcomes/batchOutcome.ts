import type { IDataObject } from 'n8n-workflow';

import { dataOf, isObject, type JsonObject } from '../json';

/** What became of one input item. `extra` is what the answer tells beyond success. */
export type Outcome =
	{ outcome: 'succeeded'; extra?: IDataObject } | { outcome: 'failed' | 'unknown'; issue: string };

/** A per-item failure record: the identifying field of the item and the issue. */
export type FailureRecord = JsonObject;

/** The counts of a summary; what the answer does not hold is undefined. */
export interface Counts {
	total: unknown;
	succeeded: unknown;
	failed: unknown;
}

/** What an answer reports item by item. */
export interface Report {
	failures: readonly FailureRecord[];
	counts: Counts;
}

/** Keys that were read back for failure records that name none of the entries. */
export type Identified = ReadonlyMap<FailureRecord, readonly string[]>;

const IDENTIFYING_FIELDS = ['log_source_id', 'log_source', 'agent_id', 'device_name'] as const;

/** The names under which an endpoint reports its refused items and its counts. */
export interface ReportNames {
	failures: 'failed_log_sources' | 'failed_agents';
	total: string;
	succeeded: string;
	failed: string;
}

/** Reads the report of an answer, `data.summary` and the list of failure records. */
export const reportOf =
	(names: ReportNames) =>
	(body: JsonObject): Report => {
		const data = dataOf(body);
		const summary = isObject(data.summary) ? data.summary : {};
		const records = data[names.failures];
		return {
			failures: Array.isArray(records)
				? records.map((record: unknown) => (isObject(record) ? record : {}))
				: [],
			counts: {
				total: summary[names.total],
				succeeded: summary[names.succeeded],
				failed: summary[names.failed],
			},
		};
	};

/** Names are compared without regard to case, as Windows compares them. */
export const normalizeKey = (key: string): string => key.trim().toLowerCase();

/**
 * Tells what became of each entry from the failure records and the summary (interface
 * specification, Errors, rule 1). An entry succeeded only where records and summary agree and no
 * record is left that could mean it; it failed where a record names it; otherwise it is unknown.
 *
 * @param keys the keys of each entry, in the order they were sent
 */
export function reconcile(
	keys: ReadonlyArray<readonly string[]>,
	{ failures, counts }: Report,
	identified: Identified = new Map(),
): Outcome[] {
	const position = new Map(
		keys.flatMap((own, index) => own.map((key) => [normalizeKey(key), index] as const)),
	);
	const outcomes = new Array<Outcome | undefined>(keys.length).fill(undefined);
	const unmatched: string[] = [];
	for (const failure of failures) {
		const index = [...namesIn(failure), ...(identified.get(failure) ?? [])]
			.map((name) => position.get(normalizeKey(name)))
			.find((found) => found !== undefined && outcomes[found] === undefined);
		if (index === undefined) unmatched.push(issueOf(failure));
		else outcomes[index] = { outcome: 'failed', issue: issueOf(failure) };
	}
	const open = outcomes.filter((outcome) => outcome === undefined).length;
	const rest = restOutcome(open, unmatched, agree(keys.length, failures.length, counts));
	return outcomes.map((outcome) => outcome ?? rest);
}

/**
 * What each item shows: what was sent, its `outcome` and `issue`, and what the answer tells beyond.
 * All rows have the same keys in the same order, so that a table of them has no holes; what a row
 * has none of is null.
 */
export function outcomeRows(
	items: ReadonlyArray<{ sent: IDataObject; outcome?: Outcome }>,
): IDataObject[] {
	const sentKeys = new Set<string>();
	const toldKeys = new Set<string>();
	const rows = items.map(({ sent, outcome = { outcome: 'unknown', issue: '' } }) => {
		const { extra = {}, issue = null }: { extra?: IDataObject; issue?: string | null } = outcome;
		for (const key in sent) sentKeys.add(key);
		for (const key in extra) toldKeys.add(key);
		return { sent, told: extra, outcome: outcome.outcome, issue };
	});
	return rows.map(({ sent, told, outcome, issue }) => {
		const row: IDataObject = {};
		for (const key of sentKeys) row[key] = sent[key] ?? null;
		row.outcome = outcome;
		row.issue = issue;
		for (const key of toldKeys) row[key] = told[key] ?? row[key] ?? null;
		return row;
	});
}

/** The records that name none of the entries. */
export function unmatchedFailures(
	keys: ReadonlyArray<readonly string[]>,
	failures: readonly FailureRecord[],
): FailureRecord[] {
	const known = new Set(keys.flat().map(normalizeKey));
	return failures.filter(
		(failure) => !namesIn(failure).some((name) => known.has(normalizeKey(name))),
	);
}

function restOutcome(open: number, unmatched: readonly string[], agreed: boolean): Outcome {
	const reasons = [...new Set(unmatched)].join('; ');
	if (unmatched.length > 0 && unmatched.length === open && agreed) {
		return { outcome: 'failed', issue: reasons };
	}
	if (unmatched.length > 0) {
		return {
			outcome: 'unknown',
			issue: `The service refused ${unmatched.length} of ${open} without saying which: ${reasons}`,
		};
	}
	return agreed
		? { outcome: 'succeeded' }
		: {
				outcome: 'unknown',
				issue:
					'The summary of the answer and its list of refused items do not agree, so this item may or may not have been carried out',
			};
}

const agree = (sent: number, failed: number, counts: Counts): boolean =>
	Number(counts.failed) === failed &&
	Number(counts.succeeded) === sent - failed &&
	Number(counts.total) === sent;

const namesIn = (failure: FailureRecord): string[] =>
	IDENTIFYING_FIELDS.flatMap((field) => {
		const value = failure[field];
		return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
	});

const issueOf = (failure: FailureRecord): string =>
	typeof failure.issue === 'string' && failure.issue !== ''
		? failure.issue
		: 'The service refused it without a reason';
