import type { Operation } from './operation';

/** The text below a node's name in the editor, an expression: "Get Many: Log Source". */
export const subtitleOf = (resource: string, operations: readonly Operation[]): string => {
	const names = Object.fromEntries(operations.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["operation"]] }}: ${resource}`;
};
