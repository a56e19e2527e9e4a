import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { WriteOperation } from '../operation/operation';
import { issueIn } from '../outcomes/batchOutcome';
import { countOutcomes, isDryRun, isFine, wasSent, type WriteItem } from './writeItems';

const MAX_LISTED_ISSUES = 10;
const MAX_EXAMPLES = 3;

/** The counts of a write, with examples of its issues, in one sentence. */
export function summaryOf(operation: WriteOperation, items: readonly WriteItem[]): string {
	const issues = examplesOf(items);
	return `${countsOf(operation, items)}${issues === '' ? '' : `: ${issues}`}`;
}

/**
 * What a dry run would send, in one sentence.
 * @param pace how long that would take at least; empty where it is not known
 */
export function plannedSummary(
	{ noun, nouns }: WriteOperation,
	items: readonly WriteItem[],
	requests: number,
	pace: string,
): string {
	const planned = countOutcomes(items, 'planned');
	const failed = countOutcomes(items, 'failed');
	const issues = examplesOf(items);
	return [
		`Dry run: ${requests} request${requests === 1 ? '' : 's'} would be sent for ${planned} of ${items.length} ${items.length === 1 ? noun : nouns}`,
		pace === '' ? '' : `, which takes ${pace}`,
		failed === 0 ? '' : `, ${failed} would be refused before: ${issues}`,
		items.some(wasSent) ? '. The other items were sent' : '. Nothing was changed',
	].join('');
}

/** Some of the issues, each once and without its full stop. */
const examplesOf = (items: readonly WriteItem[]): string =>
	[...new Set(items.flatMap(issuesOf))]
		.slice(0, MAX_EXAMPLES)
		.map((issue) => issue.replace(/\.+$/, ''))
		.join('; ');

const issuesOf = ({ outcome }: WriteItem): string[] => {
	const issue = issueIn(outcome);
	return issue === undefined ? [] : [issue];
};

function countsOf({ noun, nouns }: WriteOperation, items: readonly WriteItem[]): string {
	const missed = items.filter((item) => !isFine(item));
	const sent = missed.filter(wasSent);
	const notSent = missed.length - sent.length;
	const failed = countOutcomes(sent, 'failed');
	const unknown = countOutcomes(sent, 'unknown');
	const of = `of ${items.length} ${items.length === 1 ? noun : nouns}`;
	const parts = [
		notSent > 0 ? `${notSent} ${of} ${notSent === 1 ? 'was' : 'were'} not sent` : '',
		failed > 0 ? `${failed} ${of} ${failed === 1 ? 'was' : 'were'} refused` : '',
		unknown > 0 ? `the outcome of ${unknown} ${of} is unknown` : '',
	].filter(Boolean);
	const text = parts.length === 0 ? `${items.length} ${of} succeeded` : parts.join(', ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The error of a run that stops after all items were sent. */
export function writeError(
	context: IExecuteFunctions,
	operation: WriteOperation,
	items: readonly WriteItem[],
): NodeOperationError {
	const issues = items.flatMap((item, index) =>
		issuesOf(item).map(
			(issue) => `Item ${index} (${item.outcome.outcome}): ${issue.replace(/\.+$/, '')}`,
		),
	);
	const more = issues.length - MAX_LISTED_ISSUES;
	const listed = [
		...issues.slice(0, MAX_LISTED_ISSUES),
		...(more > 0 ? [`… and ${more} more`] : []),
	];
	return new NodeOperationError(context.getNode(), countsOf(operation, items), {
		description: `${items.some(isDryRun) ? 'This was a dry run.' : 'Every item that could be sent was sent, and those that succeeded are not undone.'} ${listed.join('. ')}`,
	});
}
