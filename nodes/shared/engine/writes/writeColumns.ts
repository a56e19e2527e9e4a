import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../json';
import { IF_EXISTS } from '../../operation/ifExists';
import type { WriteOperation } from '../../operation/operation';
import { operationFields } from '../../operation/operationFields';
import { RETURN_IDS } from '../../operation/writeOptions';
import type { ServiceList } from '../../pagination/list';
import type { ParameterValues } from '../../parameters/fieldReaders';
import { membersOf, pickedOf, presenceOf } from '../../parameters/presence';
import { isUnsent } from '../../parameters/unsent';
import { lookUpOf } from './lookUps';

/**
 * Lists the columns of all output items of a write, in order: `outcome`, `detail`, the names and IDs of the
 * record, the fields that are set in the node, then `deleted`, or the request and its number in a dry run. The
 * settings of the node decide alone. A column that they can never fill is left out.
 * @param parameters the parameters of the node, with unresolved expressions
 */
export function writeColumns(
	operation: WriteOperation,
	parameters: ParameterValues,
	isDryRun: boolean,
): string[] {
	const { list, newRecordFields, identityColumns } = operation;
	const { responseColumns = [], columnOverrides = {} } = operation;
	const fields = setFieldsIn(operationFields(operation), parameters);
	const given = new Set(fields.flatMap(([field, value]) => namesGivenBy(field, value, list)));
	// A record that is given by its ID needs no domain.
	if (!given.has(list.nameField)) given.delete(list.namespace?.field ?? '');
	/** Returns whether a field is set to anything but `from`; an expression counts as different. */
	const mayDiffer = (name: string, from: unknown): boolean =>
		fields.some(([field, value]) => field.name === name && value !== from);
	const lookUp = lookUpOf(operation, {
		isNamed: given.has(list.nameField),
		returnsExisting: mayDiffer(IF_EXISTS, 'fail'),
		hasFilter: (name) => given.has(name),
	});
	// A dry run also shows the record that an item changes. It only compares a new record with the list.
	const showsInDryRun = isDryRun && newRecordFields === undefined && lookUp === 'possible';
	const showsRecord = lookUp === 'needed' || showsInDryRun;
	const filled = new Set([
		...given,
		...(showsRecord ? identityColumns : []),
		...(isDryRun ? [] : responseColumns),
		...(mayDiffer(RETURN_IDS.name, false) ? [list.idField] : []),
	]);
	const identity = identityColumns.filter((column) => filled.has(column));
	const fieldColumns = fields
		.filter(([field]) => !isUnsent(field) && !identityColumns.includes(field.name))
		.map(([{ name }]) => name)
		.flatMap((name) => columnOverrides[name] ?? [name]);
	const columns = ['outcome', 'detail', ...identity, ...fieldColumns];
	if (isDryRun) columns.push('request', 'request_number');
	else if (operation.deletes !== undefined) columns.push('deleted');
	return [...new Set(columns)];
}

/** Lists the fields that have a value, also inside collections, each with its value. n8n stores defaults as values. */
const setFieldsIn = (
	fields: readonly INodeProperties[],
	parameters: ParameterValues,
): Array<[field: INodeProperties, value: unknown]> =>
	fields.flatMap((field) => {
		const { name, type } = field;
		const value = parameters[name];
		if (type !== 'collection') return presenceOf(field, value) === 'value' ? [[field, value]] : [];
		return isObject(value) ? setFieldsIn(membersOf(field), value) : [];
	});

/** Returns the columns that a field fills. If an expression sets a picker or its mode, it may be an ID or a name. */
function namesGivenBy(
	{ name, modes = [] }: INodeProperties,
	value: unknown,
	list: ServiceList,
): string[] {
	if (name !== list.idField || !modes.some((mode) => mode.name === 'name')) return [name];
	const { mode } = pickedOf(value);
	if (mode === 'name') return [list.nameField];
	return mode === 'id' || mode === 'list' ? [name] : [name, list.nameField];
}
