import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import {
	readField,
	readMembers,
	type FieldReading,
	type FieldInput,
	type ParameterValues,
} from './fieldReaders';
import { NEEDS_N8N, compileItemReader, type ItemReader } from './itemReader';

/** The part of n8n's context that holds the parameters and resolves their expressions for an item. */
interface ParameterHost extends Pick<IExecuteFunctions, 'getNode' | 'getTimezone'> {
	/** @param path the name of a parameter, or of a member of a collection: `options.dryRun` */
	getNodeParameter(path: string, itemIndex: number): unknown;
	getInputData?(): ReadonlyArray<{ json: IDataObject }>;
}

interface ParameterReading {
	/** The values by name. A parameter or member that is set but could not be read is undefined. */
	values: ParameterValues;
	/** The first error of a value: an InvalidParameterError, or an error that n8n threw. */
	error: Error | undefined;
}

/**
 * Reads and validates the parameters of items by the declarations of their fields: types, allowed
 * values, bounds and what is required. A parameter without an expression is read once for all items.
 */
export class ParameterReader {
	private readonly constants = new Map<string, FieldReading>();
	private readonly itemReaders = new Map<string, ItemReader | undefined>();
	private readonly parameters: ParameterValues;
	private readonly fields: readonly INodeProperties[];
	private readonly items: ReadonlyArray<{ json: IDataObject }>;
	private readonly zone: string;

	constructor(
		private readonly host: ParameterHost,
		fields: readonly INodeProperties[],
	) {
		this.parameters = host.getNode().parameters;
		// n8n omits hidden fields from a node's parameters.
		this.fields = fields.filter(({ name }) => name in this.parameters);
		this.items = host.getInputData?.() ?? [];
		this.zone = host.getTimezone();
	}

	/** Reads all parameters of an item; one that is not valid does not affect the others. */
	read(itemIndex: number): ParameterReading {
		const reading: ParameterReading = { values: {}, error: undefined };
		for (const field of this.fields) {
			if (isHidden(field, reading.values)) continue;
			const { value, error } = this.readParameter(field, itemIndex);
			reading.values[field.name] = value;
			reading.error ??= error;
		}
		return reading;
	}

	private readParameter(field: INodeProperties, itemIndex: number): FieldReading {
		const { name } = field;
		const constant = this.constants.get(name);
		if (constant !== undefined) return constant;
		const parameter = this.parameters[name];
		const reading =
			field.type === 'collection' && isObject(parameter)
				? readMembers(field, Object.keys(parameter), (member) =>
						this.inputOf(`${name}.${member}`, parameter[member], itemIndex),
					)
				: readField(field, () => this.inputOf(name, parameter, itemIndex));
		if (!hasExpression(parameter)) this.constants.set(name, reading);
		return reading;
	}

	/** @throws the error of n8n for an expression */
	private inputOf(path: string, parameter: unknown, itemIndex: number): FieldInput {
		const { zone } = this;
		if (!hasExpression(parameter)) return { raw: parameter, zone, isExpression: false };
		if (!this.itemReaders.has(path)) this.itemReaders.set(path, compileItemReader(parameter));
		const item = this.items[itemIndex];
		const value = item && this.itemReaders.get(path)?.(item.json);
		const raw =
			value === undefined || value === NEEDS_N8N
				? this.host.getNodeParameter(path, itemIndex)
				: value;
		return { raw, zone, isExpression: true };
	}
}

/**
 * Returns whether the value of an earlier field hides a field. n8n keeps a field that depends on an
 * expression, so the value of the expression decides here.
 */
function isHidden({ displayOptions }: INodeProperties, values: ParameterValues): boolean {
	return Object.entries(displayOptions?.show ?? {}).some(
		([name, shown]) =>
			values[name] !== undefined && shown?.every((value) => value !== values[name]) === true,
	);
}

/** Returns whether a parameter or one of its members is an expression. */
const hasExpression = (parameter: unknown): boolean =>
	typeof parameter === 'object' && parameter !== null
		? Object.values(parameter).some(hasExpression)
		: typeof parameter === 'string' && parameter.startsWith('=');
