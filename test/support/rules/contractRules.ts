import type { INodeProperties } from 'n8n-workflow';
import { ZodEnum, ZodNumber, ZodObject, type ZodRawShape, type ZodTypeAny } from 'zod';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Operation } from '../../../nodes/shared/operation/operation';
import { cases } from '../../cases';
import { endpoints } from '../service/contract';
import type { Endpoint } from '../service/endpoint';
import { valueIn } from '../service/schema';
import { nameOf, type Offered } from './allOperations';
import { choicesOf, fieldPaths } from './fieldTree';

/** The field that sets a value of another name in the document. */
const SET_BY: Readonly<Record<string, string>> = {
	// By Name of the same picker.
	'Delete Windows log sources: log_source': 'log_source_id',
	is_configured_list: 'configured',
	log_source_ids: 'log_source_id',
	// The rows of field mappings have a name and a group.
	...{ group_number: 'mappingsJson', is_open_attribute: 'mappingsJson', path: 'mappingsJson' },
	// The node follows it until all is read.
	cursor: 'returnAll',
};

/** A page is as large as it can be: the engine divides a larger limit. */
const DIVIDED_BY_ENGINE = 'limit';

/** The values inside a schema that are neither objects nor lists of objects, by their names. */
function membersIn(schema: ZodTypeAny): Array<[name: string, schema: ZodTypeAny]> {
	const value = valueIn(schema);
	if (!(value instanceof ZodObject)) return [];
	return Object.entries(value.shape as ZodRawShape).flatMap(([name, own]) => {
		const inside = membersIn(own);
		return inside.length > 0 ? inside : [[name, valueIn(own)] as [string, ZodTypeAny]];
	});
}

const membersOf = ({ querySchema, bodySchema }: Endpoint): Array<[string, ZodTypeAny]> =>
	[querySchema, bodySchema].flatMap((schema) => (schema === undefined ? [] : membersIn(schema)));

const fieldsOf = (operation: Operation): INodeProperties[] =>
	fieldPaths(operationFields(operation)).map(({ field }) => field);

/** The documented endpoints of each case of an operation, in the order of its requests. */
const askedBy = (offered: Offered): Endpoint[][] =>
	cases
		.filter(({ operation }) => operation === nameOf(offered))
		.map(({ requests }) =>
			requests.flatMap((sent) =>
				endpoints.filter(
					({ method, path }) => method === sent.method && path === `/api/v2${sent.path}`,
				),
			),
		);

/** The endpoints that an operation is for: what a write sends beside its look-ups, and what a read ends with. */
export const endpointsOf = (offered: Offered): Endpoint[] => [
	...new Set(
		askedBy(offered).flatMap((asked) =>
			offered.operation.kind === 'write'
				? asked.filter(({ method }) => method !== 'GET')
				: asked.slice(-1),
		),
	),
];

/** The scopes of those endpoints, and of the lists that every case of the operation reads. */
export function scopesOf(offered: Offered): Set<string> {
	const asked = askedBy(offered);
	const always = asked
		.flat()
		.filter((list) => asked.every((each) => each.some(({ scope }) => scope === list.scope)));
	return new Set([...endpointsOf(offered), ...always].map(({ scope }) => scope));
}

/** Parameters of an endpoint that no operation of it has a field for. */
export function missingParameters(contract: Endpoint, asking: Operation[]): string[] {
	const names = new Set(asking.flatMap(fieldsOf).map(({ name }) => name));
	return membersOf(contract)
		.map(([name]) => name)
		.filter((name) => !names.has(SET_BY[`${contract.summary}: ${name}`] ?? SET_BY[name] ?? name));
}

/** What a field accepts: the choices of a drop-down, the bounds of a number. */
const acceptedBy = (field: INodeProperties): unknown => {
	const { minValue, maxValue } = field.typeOptions ?? {};
	return field.type === 'number'
		? [minValue, maxValue]
		: choicesOf(field)
				.map(({ value }) => value)
				.sort();
};

/** What the document accepts, in the form of {@link acceptedBy}; undefined if it leaves that open. */
function acceptedIn(schema: ZodTypeAny, { type, typeOptions }: INodeProperties): unknown {
	if (schema instanceof ZodEnum) return [...(schema.options as string[])].sort();
	if (type !== 'number' || !(schema instanceof ZodNumber)) return undefined;
	const boundOf = (kind: 'min' | 'max', step: number): number | undefined => {
		const bound = schema._def.checks.find((check) => check.kind === kind);
		if (bound === undefined || !('inclusive' in bound)) return undefined;
		if (bound.inclusive) return bound.value;
		// A field of fractions cannot exclude its bound: its operation does.
		return typeOptions?.numberPrecision === undefined ? bound.value + step : undefined;
	};
	return [boundOf('min', 1), boundOf('max', -1)];
}

/** Fields whose choices or bounds are not those of the document, with both. */
export const differingFields = (operation: Operation, contracts: readonly Endpoint[]) =>
	contracts.flatMap(membersOf).flatMap(([name, schema]) =>
		fieldsOf(operation)
			.filter((field) => field.name === (SET_BY[name] ?? name) && name !== DIVIDED_BY_ENGINE)
			.map((field) => ({
				name,
				field: acceptedBy(field),
				document: acceptedIn(schema, field),
			}))
			.filter(
				({ field, document }) =>
					document !== undefined && JSON.stringify(field) !== JSON.stringify(document),
			),
	);
