import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Operation } from '../../../nodes/shared/operation/operation';
import { endpoints } from '../service/contract';
import type { Endpoint } from '../service/endpoint';
import type { Schema } from '../service/schema';
import { choicesOf, fieldPaths } from './fieldTree';

/** The field that sets a value of another name in the document. */
const SET_BY: Readonly<Record<string, string>> = {
	// By Name of the same picker.
	'Delete Windows log sources: log_source': 'log_source_id',
	is_configured_list: 'configured',
	log_source_ids: 'log_source_id',
	// The node follows it until all is read.
	cursor: 'returnAll',
};

/** A page is as large as it can be: the engine divides a larger limit. */
const DIVIDED_BY_ENGINE = 'limit';

/** The values inside a schema that are neither objects nor lists of objects, by their names. */
function membersIn(schema: Schema): Array<[name: string, schema: Schema]> {
	const alternatives = (schema.oneOf as Schema[] | undefined) ?? [];
	const given = (schema.properties as Record<string, Schema> | undefined) ?? {};
	const properties = Object.entries(given).flatMap(([name, own]) => {
		const inside = membersIn(
			own.type === 'array' ? ((own.items as Schema | undefined) ?? {}) : own,
		);
		return inside.length > 0 ? inside : [[name, own] as [string, Schema]];
	});
	return [...properties, ...alternatives.flatMap(membersIn)];
}

const membersOf = ({ parameters, bodySchema = {} }: Endpoint): Array<[string, Schema]> => [
	...parameters,
	...membersIn(bodySchema),
];

const fieldsOf = (operation: Operation): INodeProperties[] =>
	fieldPaths(operationFields(operation)).map(({ field }) => field);

/** The endpoint of the document that an operation names. */
export const documentedOf = ({ endpoint }: Operation): Endpoint | undefined =>
	endpoints.find(({ summary }) => summary === endpoint);

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
function acceptedIn(schema: Schema, { type, typeOptions }: INodeProperties): unknown {
	if (type !== 'number') {
		// Those of a text with commas, too.
		return ((schema.enum ?? schema['x-comma-separated']) as unknown[] | undefined)?.toSorted();
	}
	// A field of fractions cannot exclude its bound: its operation does.
	const isWhole = typeOptions?.numberPrecision === undefined;
	const beside = (bound: unknown, step: number) =>
		typeof bound === 'number' && isWhole ? bound + step : undefined;
	return [
		schema.minimum ?? beside(schema.exclusiveMinimum, 1),
		schema.maximum ?? beside(schema.exclusiveMaximum, -1),
	];
}

/** Fields whose choices or bounds are not those of the document, with both. */
export function differingFields(operation: Operation) {
	const contract = documentedOf(operation);
	const members = contract === undefined ? [] : membersOf(contract);
	return members.flatMap(([name, schema]) =>
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
}
