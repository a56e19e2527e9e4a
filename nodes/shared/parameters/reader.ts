import type { IExecuteFunctions, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { asText } from '../texts';
import { EMPTY_FILTERS } from './emptyFilters';
import {
	readField,
	readMembers,
	type EmptyMembers,
	type FieldInput,
	type ParameterValues,
} from './fieldReaders';

/** The part of n8n's context that holds the parameters and resolves their expressions for an item. */
interface ParameterHost extends Pick<IExecuteFunctions, 'getNode' | 'getTimezone'> {
	/** @param path the name of a parameter, or of a member of a collection: `options.dryRun` */
	getNodeParameter(path: string, itemIndex: number): unknown;
	/** Left out in a trigger, which has no items. */
	getInputData?(): INodeExecutionData[];
}

/** Returns whether a node is a tool of an AI agent. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

interface ParameterReading {
	/** The values by name. A parameter or member that is set but could not be read is undefined. */
	values: ParameterValues;
	/** The first error of a value: an InvalidParameterError, or an error that n8n threw. */
	error: Error | undefined;
}

/**
 * Reads and validates the parameters of items by the declarations of their fields: types, allowed
 * values, bounds and what is required.
 */
export class ParameterReader {
	private readonly parameters: ParameterValues;
	private readonly fields: readonly INodeProperties[];
	private readonly offersEmptyFilters: boolean;
	private readonly isTool: boolean;
	private readonly zone: string;

	constructor(
		private readonly context: ParameterHost,
		fields: readonly INodeProperties[],
	) {
		// n8n copies the node each time.
		const node = context.getNode();
		this.parameters = node.parameters;
		this.isTool = isTool(node);
		this.zone = context.getTimezone();
		// n8n omits hidden fields from a node's parameters.
		this.fields = fields.filter(({ name }) => name in this.parameters);
		this.offersEmptyFilters = fields.some(({ options = [] }) =>
			options.some(({ name }) => name === EMPTY_FILTERS.name),
		);
	}

	/** Reads all parameters of an item; one that is not valid does not affect the others. */
	read(itemIndex: number): ParameterReading {
		const reading: ParameterReading = { values: {}, error: undefined };
		const onError = (error: unknown): void => {
			reading.error ??= error instanceof Error ? error : new Error(String(error));
		};
		for (const field of this.fields) {
			if (isHidden(field, reading.values)) continue;
			try {
				reading.values[field.name] = this.readParameter(field, itemIndex, onError);
			} catch (error) {
				reading.values[field.name] = undefined;
				onError(error);
			}
		}
		return reading;
	}

	private readParameter(
		field: INodeProperties,
		itemIndex: number,
		onError: (error: unknown) => void,
	): unknown {
		const { name } = field;
		const parameter = this.parameters[name];
		if (field.type !== 'collection' || !isObject(parameter)) {
			return readField(field, this.inputOf(name, parameter, itemIndex), onError);
		}
		const emptyMembers = this.emptyMembersOf(field, itemIndex);
		const inputOfMember = (member: string): FieldInput => ({
			...this.inputOf(`${name}.${member}`, parameter[member], itemIndex),
			emptyMembers,
		});
		return readMembers(field, Object.keys(parameter), inputOfMember, onError);
	}

	/** In a tool, nothing empty is set, since n8n makes a model fill every argument. Otherwise the user decides about filters. */
	private emptyMembersOf(field: INodeProperties, itemIndex: number): EmptyMembers | undefined {
		if (this.isTool) return 'leaveOut';
		if (!('refusesEmpty' in field) || !this.offersEmptyFilters) return undefined;
		const { options } = this.parameters;
		const choice = isObject(options) ? options[EMPTY_FILTERS.name] : undefined;
		const input = this.inputOf(`options.${EMPTY_FILTERS.name}`, choice, itemIndex);
		const isSet = asText(input.raw).trim() !== '';
		return isSet && readField(EMPTY_FILTERS, input) === 'leaveOut' ? 'leaveOut' : 'stop';
	}

	/** @throws the error of n8n for an expression */
	private inputOf(path: string, parameter: unknown, itemIndex: number): FieldInput {
		const isExpression = hasExpression(parameter);
		const { zone } = this;
		if (!isExpression) return { raw: parameter, isExpression, zone };
		const raw = this.context.getNodeParameter(path, itemIndex);
		const findSimilarKey = () => this.findSimilarKey(parameter, itemIndex);
		return { raw, isExpression, zone, findSimilarKey };
	}

	/** A CSV file may begin with a byte order mark, which n8n leaves in the first key. */
	private findSimilarKey(expression: unknown, itemIndex: number): string | undefined {
		const json = this.context.getInputData?.()[itemIndex]?.json ?? {};
		const text = JSON.stringify(expression);
		return Object.keys(json)
			.filter((key) => key !== key.trim())
			.map((key) => key.trim())
			.find((key) => key !== '' && !(key in json) && namesKey(text, key));
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

/** Returns whether a text holds a key as a whole word. */
const namesKey = (text: string, key: string): boolean =>
	text
		.split(key)
		.some((part, at, parts) => at > 0 && !/\w$/.test(parts[at - 1] ?? '') && !/^\w/.test(part));

/** Returns whether a parameter or one of its members is an expression. */
const hasExpression = (parameter: unknown): boolean =>
	typeof parameter === 'object' && parameter !== null
		? Object.values(parameter).some(hasExpression)
		: typeof parameter === 'string' && parameter.startsWith('=');
