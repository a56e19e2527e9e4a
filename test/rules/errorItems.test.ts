import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../../nodes/shared/http/apiError';
import { isObject, type JsonObject } from '../../nodes/shared/json';
import { defineWrite, type Operation, type Payload } from '../../nodes/shared/operation/operation';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { leastOf, runOver } from '../support/rules/requestsOf';

const refused = new ApiError(
	'refused',
	{},
	{ message: 'The service refused it', description: 'Try again.' },
);

/** Rows that have a message of their own, which is no reason. */
const row = { message: { of: 'the row' }, issue: '' };
const said: JsonObject = { data: { ...row, failed_log_sources: [row], failed_agents: [row] } };

/** Error items of an operation, for a request that is refused and for answers full of messages. */
async function errorItems(operation: Operation): Promise<INodeExecutionData[]> {
	const items = [leastOf(operation), leastOf(operation)];
	const ofRefusal = await runOver(operation, items, () => {
		throw refused;
	});
	const ofAnswers = await runOver(operation, items, ({ method, path }, usual) =>
		method === 'GET' && path === '/log-type/parser' ? usual : said,
	);
	return [...ofRefusal, ...ofAnswers].filter(({ json }) => 'error' in json);
}

const messageOf = ({ json }: { json: IDataObject }): unknown =>
	isObject(json.error) ? json.error.message : undefined;

/** Messages of error items that are no text, or an empty one. */
const withoutReason = (items: readonly INodeExecutionData[]): unknown[] =>
	items.map(messageOf).filter((message) => typeof message !== 'string' || message.trim() === '');

describe('the message of an error item', () => {
	it.each(allOperations.map((offered) => [nameOf(offered), offered.operation] as const))(
		'is a text with a reason in %s',
		async (_name, operation) => {
			const items = await errorItems(operation);
			expect(items.length).toBeGreaterThanOrEqual(2);
			expect(withoutReason(items)).toEqual([]);
		},
	);

	/** A write of which the service refuses each item for `issue`. */
	const refusedWrite = (payload: Payload, issue: string) =>
		defineWrite({
			...{ value: 'write', name: 'Write', action: 'Write', description: 'Write' },
			...{ endpoint: 'Write', scope: 'alerts.READ', noun: 'thing', nouns: 'things' },
			done: () => ({ detail: 'Written' }),
			columns: [],
			verifyWith: '',
			maxBatchSize: 1,
			fields: [],
			payload: () => payload,
			request: () => ({ method: 'POST', path: '/write' }),
			conflictKeys: () => [],
			parseResult: () => [{ outcome: 'failed', detail: issue }],
		});

	it('is refused where an operation gives none', async () => {
		expect(withoutReason(await errorItems(refusedWrite({}, '')))).toEqual(['', '']);
	});

	it('is a reason where the payload has a member of that name', async () => {
		const operation = refusedWrite({ message: { of: 'the item' } }, 'X');
		expect((await errorItems(operation)).map(messageOf)).toEqual([
			'The service refused it. Try again.',
			'The service refused it. Try again.',
			'X',
			'X',
		]);
	});
});
