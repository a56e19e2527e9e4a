import type { IDataObject } from 'n8n-workflow';

import { isObject, type Json, omit, shownJson, toId } from '../json';
import { issueOf, toNodeError } from '../nodeErrors';
import { BATCH_SIZE, ENGINE_OPTIONS, operationFields } from '../operation/nodeProperties';
import type { WriteOperation } from '../operation/operation';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import type { Run } from './execute';
import type { Item } from './writeItems';

/** What the user sets for a whole run. */
export interface WriteOptions {
	batchSize: number;
	/** Whether only what would be sent is shown. */
	isDryRun: boolean;
	/** Whether the ids of all items are read from a listing. */
	returnsIds: boolean;
	/** Whether one item that did not succeed stops the workflow once all were sent. */
	stopsOnRefusal: boolean;
}

/** An expression may give each item options of its own: the most careful one holds for all. */
function optionsOf(operation: WriteOperation, all: readonly ParameterValues[]): WriteOptions {
	const set = all.map(({ options }) => (isObject(options) ? options : {}));
	const { maxBatchSize, defaultBatchSize = BATCH_SIZE.default } = operation;
	const sizes = set.map(({ batchSize }) =>
		typeof batchSize === 'number' ? batchSize : defaultBatchSize,
	);
	return {
		batchSize: sizes.reduce((one, other) => Math.min(one, other), maxBatchSize),
		isDryRun: set.some((options) => 'dryRun' in options && options.dryRun !== false),
		returnsIds: set.some(({ returnIds }) => returnIds === true),
		stopsOnRefusal: set.some(({ ifRefused }) => ifRefused === 'stop'),
	};
}

/** Reads what each input item asks for, and the options of the run. */
export function readItems(
	{ context }: Run,
	operation: WriteOperation,
): { items: Item[]; options: WriteOptions } {
	const reader = new ParameterReader(context, operationFields(operation));
	const all: ParameterValues[] = [];
	const items = context.getInputData().map((_, index): Item => {
		const { values, error } = reader.read(index);
		all.push(values);
		try {
			if (error !== undefined) throw error;
			return { state: 'read', index, payload: operation.payload(ownParameters(values)), known: {} };
		} catch (issue) {
			// n8n throws errors of many kinds for an expression.
			const cause = toNodeError(context, issue, index);
			return {
				state: 'settled',
				index,
				payload: undefined,
				shown: shownOf(operation, ownParameters(values)),
				outcome: 'failed',
				detail: issueOf(cause),
				known: {},
				reply: 'not sent',
				cause,
			};
		}
	});
	return { items, options: optionsOf(operation, all) };
}

/** Parameters without the options of the engine: an operation may send its own options as they are. */
const ownParameters = (params: ParameterValues): ParameterValues =>
	isObject(params.options)
		? { ...params, options: omit(params.options, ...ENGINE_OPTIONS) }
		: params;

/** The values among the parameters of an item, and in its collections, of which others are not allowed. */
function shownOf(operation: WriteOperation, params: ParameterValues): IDataObject {
	const values: Record<string, Json> = {};
	const fields = operationFields(operation).filter(({ type }) => type === 'collection');
	const collections = new Set(fields.map(({ name }) => name));
	const add = (name: string, value: unknown): void => {
		if (typeof value === 'string' || typeof value === 'boolean') values[name] = value;
		else if (typeof value === 'number' || typeof value === 'bigint') values[name] = value;
		else if (isObject(value)) addMembers(name, value);
	};
	const addMembers = (name: string, members: Record<string, unknown>): void => {
		const id = toId(members.id);
		const isLocated = operation.columns.includes(name);
		if (isLocated && id !== undefined) values[name] = id;
		else if (isLocated) add(operation.columns[0] ?? name, members.name);
		else if (collections.has(name)) addAll(members);
	};
	const addAll = (members: Record<string, unknown>): void =>
		Object.entries(members).forEach(([member, value]) => add(member, value));
	addAll(params);
	return shownJson(operation.visibleFields?.(values) ?? values);
}
