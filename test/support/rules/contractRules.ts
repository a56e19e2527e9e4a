import type { INodeProperties } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Operation } from '../../../nodes/shared/operation/operation';
import {
	operations as documented,
	type Operation as Documented,
	type Schema,
} from '../service/contract';
import { choicesOf, fieldPaths } from './fieldTree';

/** A value that the document lets a request hold. */
interface Member {
	name: string;
	schema: Schema;
}

/** The field that sets a value of another name in the document. */
const setBy: Readonly<Record<string, string>> = {
	// By Name of the same picker.
	'Delete Windows log sources: log_source': 'log_source_id',
	is_configured_list: 'configured',
	log_source_ids: 'log_source_id',
	// The node follows it until all is read.
	cursor: 'returnAll',
};

/** A page is as large as it can be: the engine divides a larger limit. */
const DIVIDED_BY_ENGINE = 'limit';

/** The values inside a schema that are neither objects nor lists of objects. */
function membersIn(schema: Schema): Member[] {
	const alternatives = (schema.oneOf as Schema[] | undefined) ?? [];
	const given = (schema.properties as Record<string, Schema> | undefined) ?? {};
	const properties = Object.entries(given).flatMap(([name, own]) => {
		const inside = membersIn(
			own.type === 'array' ? ((own.items as Schema | undefined) ?? {}) : own,
		);
		return inside.length > 0 ? inside : [{ name, schema: own }];
	});
	return [...properties, ...alternatives.flatMap(membersIn)];
}

const membersOf = ({ parameters, bodySchema }: Documented): Member[] => [
	...[...parameters].map(([name, schema]) => ({ name, schema })),
	...(bodySchema === undefined ? [] : membersIn(bodySchema)),
];

const fieldsOf = (operation: Operation): INodeProperties[] =>
	fieldPaths(operationFields(operation)).map(({ field }) => field);

/** The documented operation whose endpoint an operation names. */
export const documentedOf = ({ endpoint }: Operation): Documented | undefined =>
	documented.find(({ summary }) => summary === endpoint);

/** Parameters of an endpoint that no operation of it has a field for. */
export function missingParameters(
	{ summary, ...contract }: Documented,
	asking: Operation[],
): string[] {
	const names = new Set(asking.flatMap(fieldsOf).map(({ name }) => name));
	return membersOf({ summary, ...contract })
		.map(({ name }) => name)
		.filter((name) => !names.has(setBy[`${summary}: ${name}`] ?? setBy[name] ?? name));
}

/** Drop-downs that do not hold just what the document allows, and numbers that have other bounds. */
export function strayValues(operation: Operation): string[] {
	const contract = documentedOf(operation);
	if (contract === undefined) return [];
	return membersOf(contract).flatMap(({ name, schema }) =>
		fieldsOf(operation)
			.filter((field) => field.name === (setBy[name] ?? name) && name !== DIVIDED_BY_ENGINE)
			.flatMap((field) => [...strayChoices(field, schema), ...strayBounds(field, schema)])
			.map((finding) => `${name} ${finding}`),
	);
}

function strayChoices(field: INodeProperties, schema: Schema): string[] {
	// Those of a text with commas, too.
	const allowed = (schema.enum ?? schema['x-comma-separated']) as unknown[] | undefined;
	if (allowed === undefined) return [];
	const offered: unknown[] = choicesOf(field).map(({ value }) => value);
	return [
		...allowed.filter((value) => !offered.includes(value)).map((value) => `lacks ${String(value)}`),
		...offered
			.filter((value) => !allowed.includes(value))
			.map((value) => `offers ${String(value)}`),
	];
}

/** A bound of whole numbers; a field of fractions cannot exclude its bound: its operation does. */
function bound(
	{ numberPrecision }: NonNullable<INodeProperties['typeOptions']>,
	at: unknown,
	beyond: unknown,
	step: number,
): unknown {
	return (
		at ?? (typeof beyond === 'number' && numberPrecision === undefined ? beyond + step : undefined)
	);
}

function strayBounds({ type, typeOptions = {} }: INodeProperties, schema: Schema): string[] {
	if (type !== 'number') return [];
	const least = bound(typeOptions, schema.minimum, schema.exclusiveMinimum, 1);
	const most = bound(typeOptions, schema.maximum, schema.exclusiveMaximum, -1);
	const stray = (verb: string, has: number | undefined, wants: unknown): string[] =>
		has === wants ? [] : [`${verb} at ${has}, not ${asText(wants) || 'anywhere'}`];
	return [
		...stray('begins', typeOptions.minValue, least),
		...stray('ends', typeOptions.maxValue, most),
	];
}
