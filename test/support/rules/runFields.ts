import { jest } from '@jest/globals';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../../nodes/shared/json';
import { operationFields } from '../../../nodes/shared/operation/operationFields';
import { id, named } from '../../cases/case';
import type { Difference, FieldCases } from '../../cases/fields/fieldCase';
import { MADE_AT } from '../cases/world';
import { runOperation } from '../harness/harness';
import type { Service } from '../service/service';
import { operationOf } from './allOperations';
import { choicesOf, fieldPaths } from './fieldTree';

type Value = INodeParameters[string];

/** The result of two items: requests, rows with binary fields, and texts for the user. */
export interface Observed {
	requests: IDataObject[];
	rows: [IDataObject[], IDataObject[]];
	texts: string;
	/** Why the service refused requests, each reason once. */
	refusals: string[];
}

/** Returns whether a value is a group of members; a picker is a single value. */
const isGroup = (value: unknown): value is INodeParameters => isObject(value) && !('__rl' in value);

/** Merges parameters; collections are merged member by member. */
export const merged = (
	parameters: INodeParameters,
	changes: INodeParameters = {},
): INodeParameters =>
	Object.entries(changes).reduce((all, [name, value]) => {
		const before = all[name];
		const after = isGroup(before) && isGroup(value) ? merged(before, value) : value;
		return { ...all, [name]: after };
	}, parameters);

/** Makes parameters with a single value at a path of names. */
export const atPath = (path: string, value: Value): INodeParameters =>
	path
		.split('.')
		.reduceRight<Value>((inside, name) => ({ [name]: inside }), value) as INodeParameters;

/** Returns a value for a field that differs from `set` and is not empty. */
function otherValue(field: INodeProperties, set: Value): Value {
	const { type, default: preset, modes = [], typeOptions } = field;
	const choices = choicesOf(field).map(({ value }) => value);
	const differs = (value: Value): boolean => JSON.stringify(value) !== JSON.stringify(set);
	switch (type) {
		case 'boolean':
			return set !== true;
		case 'number':
			return differs(preset) ? preset : Number(preset) + 1;
		case 'options':
			return [preset, ...choices].find(differs) ?? '';
		case 'multiOptions':
			return choices.length === 0 ? [901] : [choices.find((value) => differs([value])) ?? ''];
		case 'resourceLocator':
			return modes.some(({ name }) => name === 'id') ? id(1) : named('from');
		case 'json':
			return '[]';
		default:
			return typeOptions?.multipleValues === true ? ['from'] : 'from';
	}
}

/** Replaces each value by an expression that reads it from the item. */
export function expressions(value: Value, path = '$json'): Value {
	if (isGroup(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [name, expressions(member, `${path}.${name}`)]),
		);
	}
	return Array.isArray(value) && value.some(isGroup)
		? (value as INodeParameters[]).map(
				(row, index) => expressions(row, `${path}[${index}]`) as INodeParameters,
			)
		: `={{ ${path} }}`;
}

/**
 * Runs an operation over its two items in n8n's engine. Each parameter is an expression that reads the
 * item, so a value from the wrong item has an effect.
 * @param isSet whether the second item has the value of the difference or another value
 * @param writtenValue the value of the difference, if a test writes it differently
 */
export async function runFields(
	service: Service,
	{ operation, items, setup }: FieldCases,
	path: string,
	{ set, valueBefore, secondItem, bothItems, prepare, at = path }: Difference,
	isSet: boolean,
	writtenValue: Value = set,
): Promise<Observed> {
	service.clock.freeze(MADE_AT);
	jest.spyOn(Date, 'now').mockReturnValue(MADE_AT);
	const fields = operationFields(operationOf(operation));
	const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
	const target = fieldPaths(fields).find((candidate) => candidate.path === path);
	// A field outside collections has a value in each item.
	const before =
		valueBefore ?? (target && path.includes('.') ? otherValue(target.field, set) : undefined);
	const setupMembers = (await setup?.(service)) ?? {};
	prepare?.(service);
	const shared = merged(
		merged(setupMembers, bothItems),
		before === undefined ? {} : atPath(at, before),
	);
	const [first, second] = items.map((item) => merged(merged(defaults, item), shared)) as [
		INodeParameters,
		INodeParameters,
	];
	const changedItem = merged(merged(second, secondItem), isSet ? atPath(at, writtenValue) : {});
	// Expressions read the members of both items, so each item needs all of them.
	const jsons = [merged(changedItem, first), merged(first, changedItem)];
	service.clearRequests();
	const run = await runOperation(service, operation, expressions(changedItem) as INodeParameters, {
		items: jsons,
		// This option has an effect only if the workflow may stop.
		...(path === 'options.ifSomeFail' ? {} : { onError: 'continueRegularOutput' as const }),
	});
	const rowsOf = (item: number): IDataObject[] =>
		run.outputs
			.flat()
			.filter(({ pairedItem }) => isObject(pairedItem) && pairedItem['item'] === item)
			.map(({ json: row, binary }) => ({ ...row, ...(binary && { files: Object.keys(binary) }) }));
	return {
		requests: service.requests.map(({ method, path: sentPath, query, body }) => ({
			...{ method, path: sentPath.replace('/api/v2', ''), query },
			body: body as IDataObject,
		})),
		rows: [rowsOf(0), rowsOf(1)],
		texts: [
			run.error?.message ?? '',
			run.error?.description ?? '',
			...run.hints.map((hint) => hint.message),
		]
			.join('\n')
			.replaceAll(/[\d.]+ s\b/g, 'some s'),
		refusals: [...new Set(service.requests.flatMap(({ why = [] }) => why))],
	};
}
