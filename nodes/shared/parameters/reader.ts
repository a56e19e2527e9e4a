import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject, type JsonObject } from '../json';
import { validate, type ParameterValues } from './validate';

/** How parameters are read: by n8n, with their expressions resolved for an item. */
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
	private readonly visible: INodeProperties[];
	private readonly unresolved: ParameterValues;
	private readonly itemPaths: Map<string, ItemPath>;
	private readonly items: ReadonlyArray<{ json: IDataObject }>;
	private readonly zone: string;

	constructor(
		private readonly host: ParameterHost,
		fields: readonly INodeProperties[],
	) {
		this.unresolved = host.getNode().parameters;
		// n8n leaves out of a node's parameters what its display options hide.
		this.visible = fields.filter(({ name }) => name in this.unresolved);
		this.itemPaths = new Map(
			this.visible.flatMap(({ name }) => {
				const parameter = this.unresolved[name];
				const path = hasExpression(parameter) ? parseItemPath(parameter) : undefined;
				return path === undefined ? [] : [[name, path]];
			}),
		);
		this.items = host.getInputData?.() ?? [];
		this.zone = host.getTimezone();
	}

	/** @throws InvalidParameterError */
	read(itemIndex: number): ParameterValues {
		const values: ParameterValues = {};
		for (const field of this.visible) {
			if (isHidden(field, values)) continue;
			values[field.name] = this.constants.has(field.name)
				? this.constants.get(field.name)
				: this.valueOf(field, itemIndex);
		}
		return values;
	}

	/** The values of an item as far as they are allowed. */
	readAllowed(itemIndex: number): ParameterValues {
		const values: ParameterValues = {};
		for (const field of this.visible) {
			if (isHidden(field, values)) continue;
			try {
				values[field.name] = this.valueOf(field, itemIndex);
			} catch {
				// What is wrong with it is said by `read`.
			}
		}
		return values;
	}

	private valueOf(field: INodeProperties, itemIndex: number): unknown {
		const { name } = field;
		const unresolved = this.unresolved[name];
		const value = validate(field, this.resolved(name, itemIndex), {
			zone: this.zone,
			isExpression: isExpressionIn(unresolved),
		});
		if (!hasExpression(unresolved)) this.constants.set(name, value);
		return value;
	}

	private resolved(name: string, itemIndex: number): unknown {
		const item = this.items[itemIndex];
		const value =
			item === undefined ? NEEDS_N8N : (this.itemPaths.get(name)?.(item.json) ?? NEEDS_N8N);
		return value === NEEDS_N8N ? this.host.getNodeParameter(name, itemIndex) : value;
	}
}

/** Whether a value that was read before hides a field. n8n shows it if that value is an expression. */
function isHidden({ displayOptions }: INodeProperties, values: ParameterValues): boolean {
	const show = displayOptions?.show;
	for (const name in show) {
		if (name in values && show[name]?.every((value) => value !== values[name])) return true;
	}
	return false;
}

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

/** Whether a member of the parameter, or the parameter itself, comes from an expression. */
const isExpressionIn =
	(parameter: unknown) =>
	(member?: string): boolean =>
		isExpression(parameter) ||
		(member !== undefined && isObject(parameter) && hasExpression(parameter[member]));

const hasExpression = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(hasExpression)
		: isExpression(value);

/** Works a parameter out for an item; {@link NEEDS_N8N} if n8n has to. */
export type ItemPath = (item: IDataObject) => unknown;

export const NEEDS_N8N = Symbol('ask n8n');

const MEMBER_PATH = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:'[^'\\]*'|"[^"\\]*")\])+)\s*\}\}$/;
const STEP = /\.([A-Za-z_]\w*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]/g;

/**
 * A parameter whose expressions do nothing but name members of the item, such as `{{ $json.name }}`,
 * is read from the item itself: n8n starts its expression engine for each, which takes most of the
 * time of a write of thousands. Any other expression, and any value but texts, numbers and booleans
 * that are there, is left to n8n.
 * @param parameter as the node holds it, expressions unresolved
 * @returns undefined if some expression does more
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
		return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
			? value
			: NEEDS_N8N;
	};
