import { isObject } from '../json';
import { ENGINE_OPTIONS, operationFields } from '../operation/nodeProperties';
import type { WriteOperation } from '../operation/operation';

/**
 * Lists the columns of all output items of a write, in order: `outcome`, `detail`, the names and IDs of the
 * record, the fields that are set in the node, `deleted`, and the request of a dry run.
 * @param parameters the parameters of the node, with unresolved expressions
 */
export function writeColumns(
	operation: WriteOperation,
	parameters: Readonly<Record<string, unknown>>,
	isDryRun: boolean,
): string[] {
	const { identityColumns, columnOverrides = {} } = operation;
	const names = operationFields(operation).flatMap(({ name, type, options = [] }) => {
		if (!(name in parameters)) return [];
		if (type !== 'collection') return [name];
		const added = parameters[name];
		const members = options.map((option) => option.name);
		return members.filter((member) => isObject(added) && member in added);
	});
	const fields = names
		.filter((name) => !ENGINE_OPTIONS.has(name))
		.flatMap((name) => columnOverrides[name] ?? [name]);
	const columns = ['outcome', 'detail', ...identityColumns, ...fields];
	if (operation.deleted !== undefined) columns.push('deleted');
	if (isDryRun) columns.push('request', 'request_number');
	return [...new Set(columns)];
}
