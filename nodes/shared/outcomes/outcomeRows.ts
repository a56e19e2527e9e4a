import type { IDataObject } from 'n8n-workflow';

import { issueIn, type Outcome } from './batchOutcome';

/**
 * The json of each item: what was sent, its `outcome`, its `issue` where any item has one, and what
 * the answer tells beyond. All rows have the same keys in the same order, so that a table of them has
 * no holes; a cell without a value is an empty text.
 */
export function outcomeRows(
	items: ReadonlyArray<{ sent: IDataObject; outcome: Outcome }>,
): IDataObject[] {
	const sentKeys = new Set<string>();
	const extraKeys = new Set<string>();
	for (const { sent, outcome } of items) {
		for (const key in sent) sentKeys.add(key);
		for (const key in outcome.extra) extraKeys.add(key);
	}
	const hasIssues = items.some(({ outcome }) => issueIn(outcome) !== undefined);
	return items.map(({ sent, outcome }) => {
		const { extra = {} } = outcome;
		const row: IDataObject = {};
		for (const key of sentKeys) row[key] = sent[key] ?? '';
		row.outcome = outcome.outcome;
		if (hasIssues) row.issue = issueIn(outcome) ?? '';
		for (const key of extraKeys) row[key] = extra[key] ?? row[key] ?? '';
		return row;
	});
}
