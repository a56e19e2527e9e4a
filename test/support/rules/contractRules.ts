import type { INodeProperties } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Operation } from '../../../nodes/shared/operation/operation';
import {
	operations as documented,
	type Operation as Documented,
	type Schema,
} from '../service/contract';
import { choicesOf, valueFields } from './fieldTree';
import { leastOf, requestsOf } from './requestsOf';

/** A value that the document lets a request hold. */
interface Member {
	name: string;
	schema: Schema;
}

/** What the engine or another field of the operation sets, by its name in the document. */
const setBy: Readonly<Record<string, string>> = {
	// By Name of the same picker.
	'Delete Windows log sources: log_source': 'log_source_id',
	is_configured_list: 'configured',
	log_source_ids: 'log_source_id',
	// The node follows it until all is read.
	cursor: 'returnAll',
};

/** A page is as large as it can be: the engine divides a larger limit. */
const dividedByEngine = new Set(['limit']);

const objectIn = (schema: Schema, keyword: string): Readonly<Record<string, Schema>> =>
	(schema[keyword] as Record<string, Schema> | undefined) ?? {};

/** The values inside a schema that are neither objects nor lists of objects. */
function membersIn(schema: Schema): Member[] {
	const alternatives = (schema.oneOf as Schema[] | undefined) ?? [];
	const properties = Object.entries(objectIn(schema, 'properties')).flatMap(([name, given]) => {
		const own = given;
		const items = (own.items as Schema | undefined) ?? {};
		const inside = membersIn(own.type === 'array' ? items : own);
		return inside.length > 0 ? inside : [{ name, schema: own }];
	});
	return [...properties, ...alternatives.flatMap((each) => membersIn(each))];
}

const membersOf = ({ parameters, bodySchema }: Documented): Member[] => [
	...[...parameters].map(([name, schema]) => ({ name, schema })),
	...(bodySchema === undefined ? [] : membersIn(bodySchema)),
];

const isMember = (field: INodeProperties, { name }: Member): boolean =>
	field.name === (setBy[name] ?? name);

/** The values that a schema allows, where it names them; those of a text with commas too. */
const allowedBy = (schema: Schema): unknown[] | undefined =>
	(schema.enum ?? schema['x-comma-separated']) as unknown[] | undefined;

/** A bound of whole numbers. */
function bound(
	schema: Schema,
	inclusive: string,
	exclusive: string,
	step: number,
): number | undefined {
	const { [inclusive]: at, [exclusive]: beyond } = schema;
	if (typeof at === 'number') return at;
	return typeof beyond === 'number' ? beyond + step : undefined;
}

/** The documented operation whose endpoint an operation names. */
export const documentedOf = ({ endpoint }: Operation): Documented | undefined =>
	documented.find(({ summary }) => summary === endpoint);

/** An operation asks the documented endpoint, by its scope, method and path. */
export async function strangeEndpoint(name: string, operation: Operation): Promise<string[]> {
	const contract = documentedOf(operation);
	if (contract === undefined) return [`${name}: no endpoint is called ${operation.endpoint}`];
	const sent = await requestsOf(operation, [leastOf(operation)]);
	const asked = `${contract.method} ${contract.path.replace('/api/v2', '')} `;
	return [
		...(operation.scope === contract.scope
			? []
			: [`${name}: has the scope ${operation.scope}, not ${contract.scope}`]),
		...(sent.some((request) => request.startsWith(asked))
			? []
			: [`${name}: does not ask ${asked}`]),
	];
}

/** Every parameter of an endpoint can be set in one of the operations that ask it. */
export function missingParameters(name: string, operations: readonly Operation[]): string[] {
	const [contract] = operations.flatMap((operation) => documentedOf(operation) ?? []);
	if (contract === undefined) return [];
	const fields = valueFields(operations.flatMap(operationFields));
	// Built from rows, or given as a whole.
	const names = new Set([...fields.map((field) => field.name)]);
	return membersOf(contract)
		.filter(
			(member) => !names.has(setBy[`${name}: ${member.name}`] ?? setBy[member.name] ?? member.name),
		)
		.map((member) => `${name}: ${member.name} cannot be set`);
}

/** Drop-downs hold what the document allows, all of it, and numbers have its bounds. */
export function strayValues(name: string, operation: Operation): string[] {
	const contract = documentedOf(operation);
	if (contract === undefined) return [];
	const fields = valueFields(operationFields(operation));
	return membersOf(contract).flatMap((member) =>
		fields
			.filter((field) => isMember(field, member) && !dividedByEngine.has(field.name))
			.flatMap((field) => [
				...otherChoices(`${name}: ${field.name}`, field, allowedBy(member.schema)),
				...otherBounds(`${name}: ${field.name}`, field, member.schema),
			]),
	);
}

function otherChoices(
	name: string,
	field: INodeProperties,
	allowed: unknown[] | undefined,
): string[] {
	const offered = choicesOf(field).map(({ value }) => value);
	if (allowed === undefined) return [];
	return [
		...allowed
			.filter((value) => !offered.some((each) => each === value))
			.map((value) => `${name} lacks ${String(value)}`),
		...offered
			.filter((value) => !allowed.includes(value))
			.map((value) => `${name} offers ${String(value)}`),
	];
}

function otherBounds(
	name: string,
	{ type, typeOptions = {} }: INodeProperties,
	schema: Schema,
): string[] {
	if (type !== 'number') return [];
	// A field of fractions cannot exclude its bound: its operation does.
	const hasFractions = typeOptions.numberPrecision !== undefined;
	const least = hasFractions ? schema.minimum : bound(schema, 'minimum', 'exclusiveMinimum', 1);
	const most = hasFractions ? schema.maximum : bound(schema, 'maximum', 'exclusiveMaximum', -1);
	return [
		...(typeOptions.minValue === least
			? []
			: [`${name} begins at ${typeOptions.minValue}, not ${asText(least) || 'anywhere'}`]),
		...(typeOptions.maxValue === most
			? []
			: [`${name} ends at ${typeOptions.maxValue}, not ${asText(most) || 'anywhere'}`]),
	];
}
