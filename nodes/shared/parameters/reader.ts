import type { IExecuteFunctions, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { trim, valueText } from '../texts';
import {
	readField,
	readMembers,
	type EmptyPolicy,
	type FieldInput,
	type ParameterValues,
} from './fieldReaders';
import { isFilters } from './presence';

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

/** Reads and validates the parameters of items by the declarations of their fields. */
export class ParameterReader {
	private readonly parameters: ParameterValues;
	private readonly fields: readonly INodeProperties[];
	private readonly runsAsTool: boolean;
	private readonly zone: string;

	/** @param emptyFilters the option that decides about empty filters, if the node may have it */
	constructor(
		private readonly context: ParameterHost,
		fields: readonly INodeProperties[],
		private readonly emptyFilters?: INodeProperties,
	) {
		// n8n copies the node each time.
		const node = context.getNode();
		this.parameters = node.parameters;
		this.runsAsTool = isTool(node);
		this.zone = context.getTimezone();
		// n8n omits hidden fields. Filters come last, since the option Empty Filters decides about them.
		const given = fields.filter(({ name }) => name in this.parameters);
		this.fields = [...given.filter((field) => !isFilters(field)), ...given.filter(isFilters)];
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
				const policy = this.policyOf(field, reading.values);
				reading.values[field.name] = this.readParameter(field, itemIndex, policy, onError);
			} catch (error) {
				reading.values[field.name] = undefined;
				onError(error);
			}
		}
		return reading;
	}

	private policyOf(field: INodeProperties, { options }: ParameterValues): EmptyPolicy {
		if (this.runsAsTool) return 'tool';
		const choice = isObject(options) && this.emptyFilters && options[this.emptyFilters.name];
		return isFilters(field) && choice === 'leaveOut' ? 'leaveOut' : 'workflow';
	}

	private readParameter(
		field: INodeProperties,
		itemIndex: number,
		policy: EmptyPolicy,
		onError: (error: unknown) => void,
	): unknown {
		const { name } = field;
		const parameter = this.parameters[name];
		const adviceIfEmpty = () => this.adviceIfEmpty(field, itemIndex);
		const common = { zone: this.zone, isFilter: isFilters(field), policy, adviceIfEmpty };
		const inputOf = (path: string, value: unknown): FieldInput => ({
			...common,
			...this.resolve(path, value, itemIndex),
		});
		if (field.type !== 'collection' || !isObject(parameter)) {
			return readField(field, inputOf(name, parameter), onError);
		}
		const inputOfMember = (member: string) => inputOf(`${name}.${member}`, parameter[member]);
		return readMembers(field, Object.keys(parameter), inputOfMember, onError);
	}

	/** @throws the error of n8n for an expression */
	private resolve(path: string, parameter: unknown, itemIndex: number) {
		const isExpression = hasExpression(parameter);
		if (!isExpression) return { raw: parameter, isExpression };
		const value = this.context.getNodeParameter(path, itemIndex);
		return { raw: this.runsAsTool ? withoutNullTexts(value, parameter) : value, isExpression };
	}

	private adviceIfEmpty(field: INodeProperties, itemIndex: number): string {
		const item = this.context.getInputData?.()[itemIndex]?.json ?? {};
		const key = Object.keys(item).find((name) => name.startsWith('\uFEFF'));
		if (key !== undefined) {
			return `The key '${valueText(trim(key))}' of the input item begins with a byte order mark (BOM): rename it.`;
		}
		if (!isFilters(field) || this.emptyFilters === undefined) return '';
		return `To search without it, set ${this.emptyFilters.displayName} in Options to Leave Out.`;
	}
}

/** Returns whether an earlier value hides a field. n8n itself keeps a field that depends on an expression. */
function isHidden({ displayOptions }: INodeProperties, values: ParameterValues): boolean {
	return Object.entries(displayOptions?.show ?? {}).some(
		([name, shown]) =>
			values[name] !== undefined && shown?.every((value) => value !== values[name]) === true,
	);
}

/** Empties the texts of expressions by which a model says that there is nothing. */
function withoutNullTexts(value: unknown, parameter: unknown): unknown {
	if (typeof value === 'string') {
		return hasExpression(parameter) && /^(?:null|none)$/i.test(trim(value)) ? '' : value;
	}
	if (Array.isArray(value) && Array.isArray(parameter)) {
		return value.map((entry, at) => withoutNullTexts(entry, parameter[at]));
	}
	if (!isObject(value) || !isObject(parameter)) return value;
	const members = Object.entries(value);
	return Object.fromEntries(
		members.map(([name, member]) => [name, withoutNullTexts(member, parameter[name])]),
	);
}

/** Returns whether a parameter or one of its members is an expression. */
const hasExpression = (parameter: unknown): boolean =>
	typeof parameter === 'object' && parameter !== null
		? Object.values(parameter).some(hasExpression)
		: typeof parameter === 'string' && parameter.startsWith('=');
