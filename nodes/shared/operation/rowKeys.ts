import { isObject } from '../json';
import { ENGINE_OPTIONS, operationFields } from './nodeProperties';
import type { WriteOperation } from './operation';

/**
 * Lists the keys that all output items of a write have, in order: `outcome`, `detail`, the names and IDs of
 * the record, the fields that are set in the node, `deleted`, and the request of a dry run.
 * @param parameters the parameters of the node, with unresolved expressions
 * @param isDryRun whether the items also name the request that would be sent
 */
export function rowKeys(
	operation: WriteOperation,
	parameters: Readonly<Record<string, unknown>>,
	isDryRun: boolean,
): string[] {
	const { identityColumns: columns, columnsByField = {} } = operation;
	const names = operationFields(operation).flatMap(({ name, type, options = [] }) => {
		if (!(name in parameters)) return [];
		if (type !== 'collection') return [name];
		const added = parameters[name];
		const members = options.map((option) => option.name);
		return members.filter((member) => isObject(added) && member in added);
	});
	const fields = names
		.filter((name) => !ENGINE_OPTIONS.has(name))
		.flatMap((name) => columnsByField[name] ?? [name]);
	const keys = ['outcome', 'detail', ...columns, ...fields];
	if (operation.deleted !== undefined) keys.push('deleted');
	if (isDryRun) keys.push('request', 'request_number');
	return [...new Set(keys)];
}
