import { isObject, omit, toId, type Id } from '../json';
import { asReportableOrThrow } from '../nodeErrors';
import { EMPTY_FILTERS } from '../operation/emptyFilters';
import { ENGINE_FIELDS, operationFields } from '../operation/nodeProperties';
import { isResolved, type Operation } from '../operation/operation';
import type { ServiceList } from '../pagination/list';
import type { ParameterValues } from '../parameters/fieldReaders';
import { ParameterReader } from '../parameters/reader';
import { Directory, onlyRow } from '../records/directory';
import type { Run, Session } from './run';

/** The session of an input item and its parameters. A value that could not be read is undefined. */
interface ItemParameters {
	session: Run['sessions'][number];
	params: ParameterValues;
	/** All options. `params` lacks those that only the engine reads, since an operation may send its options as they are. */
	options: ParameterValues;
	/** The first error of a value. */
	error: Error | undefined;
}

/** Reads the parameters of each input item. A name in a picker with `resolvedIn` becomes the ID of its record. */
export async function readParameters(
	{ context, sessions }: Run,
	operation: Operation,
): Promise<ItemParameters[]> {
	const fields = operationFields(operation);
	const reader = new ParameterReader(context, fields, EMPTY_FILTERS);
	let items = sessions.map((session, index): ItemParameters => {
		const { values, error } = reader.read(index);
		const options = isObject(values.options) ? values.options : {};
		const params = isObject(values.options)
			? { ...values, options: omit(options, ...ENGINE_FIELDS) }
			: values;
		return { session, params, options, error };
	});
	for (const { name, resolvedIn } of fields.filter(isResolved)) {
		const findId = idFinder(resolvedIn);
		items = await Promise.all(items.map((item) => withId(item, name, findId)));
	}
	return items;
}

type FindId = (session: Session, name: string) => Promise<Id | undefined>;

/** Makes the look-up of IDs by name. It reads the list once for each session. */
function idFinder(list: ServiceList): FindId {
	const directories = new Map<Session, Directory>();
	return async (session, name) => {
		const directory = directories.get(session) ?? new Directory(session.service, list, []);
		directories.set(session, directory);
		return toId(onlyRow(list, { name }, await directory.find({ name }))[list.idField]);
	};
}

/** Replaces the choice in a picker by its ID. A name is looked up only if the item can be sent. */
async function withId(
	item: ItemParameters,
	field: string,
	findId: FindId,
): Promise<ItemParameters> {
	const { session, params, error } = item;
	const picked = params[field];
	if (!isObject(picked)) return item;
	const { id, name } = picked;
	if (typeof name !== 'string' || error !== undefined || session instanceof Error) {
		return { ...item, params: { ...params, [field]: id } };
	}
	try {
		return { ...item, params: { ...params, [field]: await findId(session, name) } };
	} catch (failure) {
		const noId = { ...item, params: { ...params, [field]: undefined } };
		return { ...noId, error: asReportableOrThrow(failure) };
	}
}
