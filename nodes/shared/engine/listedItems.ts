import { asApiErrorOrThrow, type ApiError } from '../http/apiError';
import { toJson } from '../json';
import type { Listed, Payload, Resolution, WriteOperation } from '../operation/operation';
import { findListed, normalizeKey, type Find, type Wanted } from '../pagination/findListed';
import { InvalidParameterError } from '../parameters/invalidParameter';
import type { Run } from './context';
import { issueOf, toNodeError } from './nodeErrors';
import type { WriteOptions } from './readItems';
import { settle, type Item, type ReadItem, type SettledItem } from './writeItems';

/** Reads once the rows that payloads mean. */
async function find(
	{ service }: Run,
	{ list, wanted }: Listed,
	payloads: readonly Payload[],
): Promise<Find | ApiError> {
	try {
		return await findListed(
			service,
			list,
			payloads.flatMap((payload) => wanted(payload) ?? []),
		);
	} catch (error) {
		return asApiErrorOrThrow(error);
	}
}

/**
 * Looks up, before anything is sent, the items whose row is needed; in a dry run all. Those that cannot
 * be sent, or need not be, are settled.
 */
export async function resolveItems(
	run: Run,
	operation: WriteOperation,
	items: readonly Item[],
	{ isDryRun }: WriteOptions,
): Promise<Item[]> {
	const { listed } = operation;
	if (listed === undefined) return [...items];
	const isAsked = ({ payload }: ReadItem): boolean =>
		(isDryRun || listed.isNeeded?.(payload) === true) && listed.wanted(payload) !== undefined;
	const asked = items.flatMap((item) => (item.state === 'read' && isAsked(item) ? [item] : []));
	if (asked.length === 0) return [...items];
	const payloads = asked.map(({ payload }) => payload);
	const found = await find(run, listed, payloads);
	const created = new Set<string>();
	return items.map((item) => {
		if (item.state === 'settled' || !isAsked(item)) return item;
		const wanted = listed.wanted(item.payload) ?? {};
		try {
			if (typeof found !== 'function') throw found;
			const rows = found(wanted);
			const resolution = listed.resolve(item.payload, rows);
			const key = rows.length === 0 && 'set' in resolution ? keyOf(wanted) : undefined;
			if (key === undefined || !created.has(key)) {
				if (key !== undefined) created.add(key);
				return resolved(run, operation, item, resolution);
			}
			return resolved(run, operation, item, { error: askedBefore(operation, wanted) });
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			if (listed.isNeeded?.(item.payload) === true) {
				return resolved(run, operation, item, { error: apiError });
			}
			run.service.note(
				`The items could not be compared with the list of ${listed.list.nouns}. ${apiError.message}`,
			);
			return item;
		}
	});
}

/** The same for payloads that ask for one new thing. */
const keyOf = ({ name = '', within = {} }: Wanted): string =>
	normalizeKey(toJson([name.trim(), within]));

const askedBefore = ({ noun }: WriteOperation, { name = '' }: Wanted): InvalidParameterError =>
	new InvalidParameterError(
		`An earlier item asks for the same ${noun}: "${name}"`,
		'Give each of them in one item.',
	);

function resolved(
	{ context }: Run,
	operation: WriteOperation,
	item: ReadItem,
	resolution: Resolution,
): Item {
	if ('set' in resolution) {
		const { set, known = {} } = resolution;
		return { ...item, payload: { ...item.payload, ...set }, known };
	}
	if ('outcome' in resolution) return settle(operation, item, resolution);
	const cause = toNodeError(context, resolution.error, item.index);
	return settle(operation, item, { outcome: 'failed', detail: issueOf(cause) }, { cause });
}

/**
 * Reads once, after all was sent, what became of items that are unknown, and the ids of those that
 * succeeded if they are wanted. A look-up that does not succeed changes no outcome.
 */
export async function lookUpItems(
	run: Run,
	operation: WriteOperation,
	items: readonly SettledItem[],
	{ returnsIds }: WriteOptions,
): Promise<SettledItem[]> {
	const { listed } = operation;
	if (listed === undefined) return [...items];
	const lacksId = ({ known, payload }: SettledItem): boolean =>
		known[listed.list.id] === undefined && payload?.[listed.list.id] === undefined;
	const isOpen = (item: SettledItem & { payload: Payload }): boolean =>
		item.outcome === 'unknown' ||
		(item.outcome === 'succeeded' &&
			lacksId(item) &&
			(returnsIds || listed.isNeeded?.(item.payload) === true));
	const open = items.flatMap((item) =>
		hasPayload(item) && isOpen(item) ? [{ item, wanted: listed.wanted(item.payload) }] : [],
	);
	if (open.length === 0) return [...items];
	const found = await find(
		run,
		listed,
		open.map(({ item }) => item.payload),
	);
	const told = new Map<SettledItem, SettledItem>();
	for (const { item, wanted } of open) {
		if (wanted === undefined) continue;
		try {
			if (typeof found !== 'function') throw found;
			told.set(item, lookedUp(operation, listed, item, found(wanted)));
		} catch (error) {
			const { message } = asApiErrorOrThrow(error);
			run.service.note(`The results could not be looked up. ${message}`);
		}
	}
	return items.map((item) => told.get(item) ?? item);
}

const hasPayload = (item: SettledItem): item is SettledItem & { payload: Payload } =>
	item.payload !== undefined;

function lookedUp(
	operation: WriteOperation,
	{ list, isDone }: Listed,
	item: SettledItem & { payload: Payload },
	rows: ReturnType<Find>,
): SettledItem {
	const [row, ...others] = rows;
	const ids = row === undefined || others.length > 0 ? {} : { [list.id]: row[list.id] };
	const known = { ...item.known, ...ids };
	if (item.outcome !== 'unknown') return { ...item, known };
	switch (isDone(item.payload, rows)) {
		case true:
			return {
				...item,
				outcome: 'succeeded',
				detail: 'As asked for, by the list',
				known: { ...known, ...operation.done(item.payload).known },
			};
		case false:
			return item.reply === 'answer'
				? { ...item, outcome: 'failed', detail: `${item.detail}. The list shows it as not done` }
				: {
						...item,
						detail: `${item.detail}. The list shows it as not done so far; it may still be under way`,
					};
		default:
			return item;
	}
}
