import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject, type JsonObject } from '../json';
import { validate, type ParameterValues } from './validate';

/** Where parameters are read: from n8n, which resolves their expressions for an item. */
export interface ParameterHost extends Pick<IExecuteFunctions, 'getNode' | 'getTimezone'> {
	getNodeParameter(name: string, itemIndex: number): unknown;
	getInputData?(): ReadonlyArray<{ json: IDataObject }>;
}

/**
 * Reads and validates the parameters of items by the declarations of their fields: types, allowed
 * values, bounds and what is required. A parameter without an expression is read once for all items.
 */
export class ParameterReader {
	private readonly constants = new Map<string, unknown>();
	private readonly fields: INodeProperties[];
	private readonly unresolved: ParameterValues;
	private readonly itemPaths = new Map<string, ItemPath>();
	private readonly items: ReadonlyArray<{ json: IDataObject }>;
	private readonly zone: string;

	constructor(
		private readonly host: ParameterHost,
		fields: readonly INodeProperties[],
	) {
		this.unresolved = host.getNode().parameters;
		// n8n leaves out of a node's parameters what its display options hide.
		this.fields = fields.filter(({ name }) => name in this.unresolved);
		this.items = host.getInputData?.() ?? [];
		this.zone = host.getTimezone();
		for (const { name } of this.fields) {
			const parameter = this.unresolved[name];
			const path = hasExpression(parameter) ? parseItemPath(parameter) : undefined;
			if (path !== undefined) this.itemPaths.set(name, path);
		}
	}

	/** @throws InvalidParameterError, and whatever n8n throws for an expression */
	read(itemIndex: number): ParameterValues {
		const values: ParameterValues = {};
		for (const field of this.shown(values)) values[field.name] = this.valueOf(field, itemIndex);
		return values;
	}

	/** The values of an item that are allowed. */
	readAllowed(itemIndex: number): ParameterValues {
		const values: ParameterValues = {};
		for (const field of this.shown(values)) {
			try {
				values[field.name] = this.valueOf(field, itemIndex);
			} catch {
				// `read` throws the same error.
			}
		}
		return values;
	}

	/** The fields that no value before them hides. */
	private *shown(values: ParameterValues): Generator<INodeProperties, void, undefined> {
		for (const field of this.fields) if (!isHidden(field, values)) yield field;
	}

	private valueOf(field: INodeProperties, itemIndex: number): unknown {
		const { name } = field;
		if (this.constants.has(name)) return this.constants.get(name);
		const unresolved = this.unresolved[name];
		const value = validate(field, this.resolved(name, itemIndex), {
			zone: this.zone,
			isExpression: (member) =>
				isExpression(unresolved) ||
				(member !== undefined && isObject(unresolved) && hasExpression(unresolved[member])),
		});
		if (!hasExpression(unresolved)) this.constants.set(name, value);
		return value;
	}

	private resolved(name: string, itemIndex: number): unknown {
		const item = this.items[itemIndex];
		const path = this.itemPaths.get(name);
		const value = item === undefined || path === undefined ? NEEDS_N8N : path(item.json);
		return value === NEEDS_N8N ? this.host.getNodeParameter(name, itemIndex) : value;
	}
}

/** Whether a value that was read before hides a field. n8n shows it if that value is an expression. */
function isHidden({ displayOptions }: INodeProperties, values: ParameterValues): boolean {
	return Object.entries(displayOptions?.show ?? {}).some(
		([name, shown]) => name in values && shown?.every((value) => value !== values[name]) === true,
	);
}

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

const hasExpression = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(hasExpression)
		: isExpression(value);

/** The value of a parameter for an item; {@link NEEDS_N8N} if n8n has to resolve it. */
export type ItemPath = (item: IDataObject) => unknown;

export const NEEDS_N8N = Symbol('ask n8n');

const MEMBER_PATH = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:'[^'\\]*'|"[^"\\]*")\])+)\s*\}\}$/;
const STEP = /\.([A-Za-z_]\w*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]/g;

/**
 * How to read a parameter whose expressions only name members of the item, such as `{{ $json.name }}`.
 * n8n's expression engine takes most of the time of a write of thousands of items. Any other expression
 * is left to n8n, and so is a member that is no text, number or boolean.
 * @param parameter as the node holds it, expressions unresolved
 * @returns undefined if an expression does more
 */
export function parseItemPath(parameter: unknown): ItemPath | undefined {
	if (typeof parameter === 'string') {
		if (!parameter.startsWith('=')) return () => parameter;
		const steps = MEMBER_PATH.exec(parameter)?.[1];
		return steps === undefined ? undefined : member(stepsOf(steps));
	}
	if (Array.isArray(parameter)) return undefined;
	if (!isObject(parameter)) return () => parameter;
	const members: Array<readonly [string, ItemPath]> = [];
	for (const [name, value] of Object.entries(parameter)) {
		const path = parseItemPath(value);
		if (path === undefined) return undefined;
		members.push([name, path]);
	}
	return (item) => {
		const values: JsonObject = {};
		for (const [name, path] of members) {
			const value = path(item);
			if (value === NEEDS_N8N) return NEEDS_N8N;
			values[name] = value;
		}
		return values;
	};
}

const stepsOf = (path: string): string[] =>
	[...path.matchAll(STEP)].map(([, name, single, double]) => name ?? single ?? double ?? '');

const member =
	(steps: readonly string[]): ItemPath =>
	(item) => {
		let value: unknown = item;
		for (const step of steps) {
			if (!isObject(value) || !Object.hasOwn(value, step)) return NEEDS_N8N;
			value = value[step];
		}
		return ['string', 'number', 'boolean'].includes(typeof value) ? value : NEEDS_N8N;
	};
