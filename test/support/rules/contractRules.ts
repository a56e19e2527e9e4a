import type { INodeProperties } from 'n8n-workflow';
import { ZodEnum, ZodNumber, ZodObject, type ZodRawShape, type ZodTypeAny } from 'zod';

import type { Operation } from '../../../nodes/shared/operation/operation';
import { operationFields } from '../../../nodes/shared/operation/operationFields';
import { cases } from '../../cases';
import { endpointAt } from '../service/contract';
import type { Endpoint } from '../service/endpoint';
import { valueIn } from '../service/schema';
import { nameOf, type Offered } from './allOperations';
import { choicesOf, fieldPaths } from './fieldTree';

/** Names of fields that differ from their parameters, by parameter or by `summary of the endpoint: parameter`. */
const FIELDS: Readonly<Record<string, string>> = {
	// The same picker sets this parameter with By Name.
	'Delete Windows log sources: log_source': 'log_source_id',
	is_configured_list: 'configured',
	log_source_ids: 'log_source_id',
	// The rows of field mappings hold a name and a group.
	...{ group_number: 'mappingsJson', is_open_attribute: 'mappingsJson', path: 'mappingsJson' },
	// The node follows the cursor until it has read every page.
	cursor: 'returnAll',
};

/** The bound is for one page, but the engine reads several pages. */
const DIVIDED_BY_ENGINE = 'limit';

/** Lists the values inside a schema that are neither objects nor lists of objects, by name. */
function membersIn(schema: ZodTypeAny): Array<[name: string, schema: ZodTypeAny]> {
	const value = valueIn(schema);
	if (!(value instanceof ZodObject)) return [];
	return Object.entries(value.shape as ZodRawShape).flatMap(([name, member]) => {
		const inside = membersIn(member);
		return inside.length > 0 ? inside : [[name, valueIn(member)] as [string, ZodTypeAny]];
	});
}

const membersOf = ({ querySchema, bodySchema }: Endpoint): Array<[string, ZodTypeAny]> =>
	[querySchema, bodySchema].flatMap((schema) => (schema === undefined ? [] : membersIn(schema)));

const fieldsOf = (operation: Operation): INodeProperties[] =>
	fieldPaths(operationFields(operation)).map(({ field }) => field);

/** Lists the documented endpoints of each case of an operation, in the order of the requests. */
const endpointsByCase = (offered: Offered): Endpoint[][] =>
	cases
		.filter(({ operation }) => operation === nameOf(offered))
		.map(({ requests }) =>
			requests.flatMap(({ method, path }) => endpointAt(method, `/api/v2${path}`) ?? []),
		);

/** Lists an operation's own endpoints: for a write all but the look-ups, for a read the last endpoint. */
export const endpointsOf = (offered: Offered): Endpoint[] => [
	...new Set(
		endpointsByCase(offered).flatMap((caseEndpoints) =>
			offered.operation.kind === 'write'
				? caseEndpoints.filter(({ method }) => method !== 'GET')
				: caseEndpoints.slice(-1),
		),
	),
];

/** Lists the scopes of {@link endpointsOf}, and of the lists that every case of the operation reads. */
export function scopesOf(offered: Offered): Set<string> {
	const byCase = endpointsByCase(offered);
	const sharedEndpoints = byCase
		.flat()
		.filter((list) => byCase.every((group) => group.some(({ scope }) => scope === list.scope)));
	return new Set([...endpointsOf(offered), ...sharedEndpoints].map(({ scope }) => scope));
}

/** Lists the parameters of an endpoint for which its operations have no field. */
export function missingParameters(contract: Endpoint, operations: Operation[]): string[] {
	const names = new Set(operations.flatMap(fieldsOf).map(({ name }) => name));
	return membersOf(contract)
		.map(([name]) => name)
		.filter((name) => !names.has(FIELDS[`${contract.summary}: ${name}`] ?? FIELDS[name] ?? name))
		.map(
			(name) =>
				`${contract.summary} has no field ${name}: declare it, or add its other name to FIELDS in test/support/rules/contractRules.ts`,
		);
}

/** Returns the values that a field accepts: the choices of a drop-down, or the bounds of a number. */
const fieldValues = (field: INodeProperties): unknown => {
	const { minValue, maxValue } = field.typeOptions ?? {};
	return field.type === 'number'
		? [minValue, maxValue]
		: choicesOf(field)
				.map(({ value }) => value)
				.sort();
};

/** Returns the documented values, in the form of {@link fieldValues}, or undefined without a statement. */
function documentedValues(schema: ZodTypeAny, { type, typeOptions }: INodeProperties): unknown {
	if (schema instanceof ZodEnum) return [...(schema.options as string[])].sort();
	if (type !== 'number' || !(schema instanceof ZodNumber)) return undefined;
	const boundOf = (kind: 'min' | 'max', sign: 1 | -1): number | undefined => {
		const bound = schema._def.checks.find((check) => check.kind === kind);
		if (bound === undefined || !('inclusive' in bound)) return undefined;
		// A field cannot exclude its bound, so it begins with the next number.
		const step = 10 ** -(typeOptions?.numberPrecision ?? 0);
		return bound.inclusive ? bound.value : bound.value + sign * step;
	};
	return [boundOf('min', 1), boundOf('max', -1)];
}

/** Lists fields whose choices or bounds differ from the document, with both values. */
export const differingFields = (operation: Operation, contracts: readonly Endpoint[]) =>
	contracts.flatMap(membersOf).flatMap(([name, schema]) =>
		fieldsOf(operation)
			.filter((field) => field.name === (FIELDS[name] ?? name) && name !== DIVIDED_BY_ENGINE)
			.map((field) => ({
				name,
				field: fieldValues(field),
				document: documentedValues(schema, field),
			}))
			.filter(
				({ field, document }) =>
					document !== undefined && JSON.stringify(field) !== JSON.stringify(document),
			),
	);
