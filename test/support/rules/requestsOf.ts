import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import { toJson, type JsonObject } from '../../../nodes/shared/json';
import type { Operation } from '../../../nodes/shared/operation/operation';
import type { ParameterValues } from '../../../nodes/shared/parameters/validate';
import type { ApiRequest, Send } from '../../../nodes/shared/http/request';
import type { Run } from '../../../nodes/shared/engine/context';
import { runList } from '../../../nodes/shared/engine/runList';
import { runWrite } from '../../../nodes/shared/engine/runWrite';
import { sampleOf, fieldsInside } from './fieldTree';

/** Settings with which an operation sends something: what is required, and something to update. */
export const leastOf = (operation: Operation): ParameterValues =>
	Object.fromEntries(
		operationFields(operation).map((field) => {
			if (field.name === 'updateFields') {
				const [first] = fieldsInside(field);
				return [field.name, first === undefined ? {} : { [first.name]: sampleOf(first) }];
			}
			const hasChoice = field.type === 'options' || field.type === 'boolean';
			return [field.name, hasChoice ? field.default : sampleOf(field)];
		}),
	);

/** What operations must know to go on; nothing was found otherwise. */
const answers: Readonly<Record<string, JsonObject>> = {
	'/log-sources/domains': { data: { domains: [{ domain_name: 'corp' }] } },
	'/log-type/parser': { data: { rules: [{ rule_id: 11 }, { rule_id: 22 }] } },
	'/alerts/profile': { data: [{ profile_id: 11 }, { profile_id: 22 }] },
	'/alerts/bulk': { data: { request_id: 'r' } },
};

/** The rule that an item names, so that it can be completed. */
const ruleOf = ({ rule_id }: ParameterValues) => ({ rule_id: Number(rule_id) });

/** The log source that an item names, so that it can be updated. */
const logSourceOf = ({ log_source, domain_name }: ParameterValues, index: number) => ({
	log_source_id: index + 1,
	log_source,
	domain_name,
});

/** An answer without rows that lets an operation go on. */
const answerTo = ({ method, path }: ApiRequest, items: readonly ParameterValues[]): JsonObject =>
	method === 'GET' && path === '/log-type/parser'
		? { data: { rules: items.map(ruleOf) } }
		: method === 'GET' &&
			  path === '/log-sources' &&
			  items.some(({ ifExists }) => ifExists === 'update')
			? { data: { log_sources: items.map(logSourceOf) } }
			: (answers[path] ?? { meta: { total: 0 } });

/**
 * Runs an operation over items by the engine of the package, each field an expression that gives
 * every item its own value, with an error output.
 * @param answer the answer to a request, from what lets the operation go on; may throw
 */
export async function runOver(
	operation: Operation,
	items: readonly ParameterValues[],
	answer: (request: ApiRequest, usual: JsonObject) => JsonObject,
): Promise<INodeExecutionData[]> {
	const context = {
		getNode: () => ({
			name: 'Node',
			type: 'test',
			typeVersion: 1,
			onError: 'continueErrorOutput',
			parameters: Object.fromEntries(
				operationFields(operation).map(({ name }) => [name, '={{ $json }}']),
			),
		}),
		getNodeParameter: (name: string, item: number, otherwise: unknown) =>
			name
				.split('.')
				.reduce<unknown>(
					(value, step) => (value as ParameterValues | undefined)?.[step],
					items[item],
				) ?? otherwise,
		getInputData: () => items.map(() => ({ json: {} })),
		getTimezone: () => 'UTC',
		continueOnFail: () => true,
		logger: { info: () => undefined, debug: () => undefined },
		helpers: { prepareBinaryData: () => Promise.resolve({ data: '', mimeType: '' }) },
	} as unknown as IExecuteFunctions;
	const send: Send = async (request) => {
		const body = await Promise.resolve(answer(request, answerTo(request, items)));
		return { body, date: undefined };
	};
	const client = {
		send,
		pause: () => Promise.resolve(),
		close: () => undefined,
		requests: 0,
		available: () => Infinity,
		expectedWait: () => 0,
		address: 'http://127.0.0.1/api/v2',
	};
	const service = { send, pause: client.pause, note: () => undefined };
	const moment = { now: Date.parse('2026-03-01T12:00:00Z'), zone: 'UTC' };
	const run: Run = { context, client, service, keptService: service, moment };
	switch (operation.kind) {
		case 'list':
			return await runList(run, operation);
		case 'write':
			return await runWrite(run, operation);
	}
}

/** What would leave where an operation runs over items. Nothing that comes back is of use. */
export async function requestsOf(
	operation: Operation,
	items: readonly ParameterValues[],
): Promise<string[]> {
	const sent: string[] = [];
	await runOver(operation, items, ({ method, path, query = {}, body }, usual) => {
		sent.push(`${method} ${path} ${toJson(query)} ${body === undefined ? '' : toJson(body)}`);
		return usual;
	});
	return sent;
}
