import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedResponse } from '../http/apiError';
import { toId } from '../json';
import {
	asReportableOrThrow,
	messageWithAdvice,
	type ReportableError,
	toNodeError,
} from '../nodeErrors';
import type { WriteOperation } from '../operation/operation';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { Directory, onlyRow, targetKey, type Target } from '../records/directory';
import { quoted } from '../texts';
import type { Run, Session } from './run';
import { isPending, settle, type PendingItem, type SettledItem, type WriteItem } from './writeItem';

/** The items that created a record of this run, or may have, by the key of its target. */
export type Creators = ReadonlyMap<string, SettledItem>;

export interface Resolution {
	settled: SettledItem[];
	/** The items to send or plan next. */
	ready: PendingItem[];
	/** The items whose record one of the others creates. They are resolved again after it was sent. */
	waiting: PendingItem[];
}

/**
 * Looks up records before items are sent: those of the items that need it, and of all items in a dry run. An
 * item is settled if it needs no request, or if the record that it needs is not found.
 */
export class Resolver {
	private readonly directory: Directory;

	/** @param items all items of the session, which share one directory */
	constructor(
		private readonly run: Run,
		{ service }: Session,
		private readonly operation: WriteOperation,
		items: readonly PendingItem[],
		private readonly isDryRun: boolean,
	) {
		const { list, recordRules } = operation;
		const targets = items.flatMap((item) => this.targetOf(item) ?? []);
		this.directory = new Directory(service, list, targets, recordRules?.mayBeNew);
	}

	async resolve(items: readonly PendingItem[], creators: Creators): Promise<Resolution> {
		const resolution: Resolution = { settled: [], ready: [], waiting: [] };
		const newKeys = new Set<string>();
		for (const item of items) {
			const key = keyOf(this.operation, item);
			let resolved: WriteItem = item;
			try {
				const creator = creators.get(key);
				const row = await this.existingRow(item, creator);
				if (row !== undefined) resolved = this.applyRow(item, row, creator);
				else if (this.needsRow(item) && newKeys.has(key)) {
					resolution.waiting.push(item);
					continue;
				} else newKeys.add(key);
			} catch (error) {
				resolved = this.withoutRow(item, asReportableOrThrow(error));
			}
			if (isPending(resolved)) resolution.ready.push(resolved);
			else resolution.settled.push(resolved);
		}
		return resolution;
	}

	private needsRow({ payload }: PendingItem): boolean {
		return this.operation.recordRules?.needsLookUp?.(payload) === true;
	}

	/** Returns the target of an item that is looked up. */
	private targetOf(item: PendingItem): Target | undefined {
		const { recordRules } = this.operation;
		if (recordRules?.whenFound === undefined) return undefined;
		return this.isDryRun || this.needsRow(item) ? recordRules.target(item.payload) : undefined;
	}

	/**
	 * Returns the row of the record; undefined if it need not exist yet, or if the item is not looked up.
	 * @throws ReportableError if there is not exactly one row, if an earlier item may have created the record,
	 * or if the list cannot be read
	 */
	private async existingRow(
		item: PendingItem,
		creator: SettledItem | undefined,
	): Promise<IDataObject | undefined> {
		const { list, recordRules } = this.operation;
		const target = this.targetOf(item);
		if (target === undefined) return undefined;
		if (creator?.outcome === 'unknown') {
			throw new InvalidParameterError(
				`Not sent: an earlier item may have created the ${list.noun} ${quoted(target.name)}`,
				`Check the list of ${list.plural} before you send this item again.`,
			);
		}
		if (creator !== undefined) return creator.values;
		const rows = await this.directory.find(target);
		if (rows.length === 0 && recordRules?.mayBeNew === true) return undefined;
		const row = onlyRow(list, target, rows);
		if (toId(row[list.idField]) !== undefined) return row;
		throw unexpectedResponse(list.request, `a ${list.noun} has no ID`);
	}

	/** Decides by the row of its record how an item is sent, or its outcome. */
	private applyRow(item: PendingItem, row: IDataObject, creator?: SettledItem): WriteItem {
		const found = this.operation.recordRules?.whenFound?.(item.payload, row) ?? { send: {} };
		if ('send' in found) {
			const { send, listed = {} } = found;
			return { ...item, payload: { ...item.payload, ...send }, listed };
		}
		if (this.needsRow(item)) {
			const isPlanned = creator?.outcome === 'planned';
			const detail = 'An earlier item would create it';
			return settle(this.operation, item, isPlanned ? { ...found, detail } : found);
		}
		return { ...item, listed: found.cells ?? {}, warning: found.detail ?? '' };
	}

	/** Settles an item that needs its row. In a dry run, any other item keeps what the list says against it. */
	private withoutRow(item: PendingItem, error: ReportableError): WriteItem {
		const { run, operation } = this;
		const cause = toNodeError(run.context, error, item.index);
		const detail = messageWithAdvice(cause);
		if (this.needsRow(item)) return settle(operation, item, { outcome: 'failed', detail }, cause);
		if (!(error instanceof ApiError)) return { ...item, warning: cause.message };
		run.addNote(
			`The items could not be compared with the list of ${operation.list.plural}. ${detail}`,
		);
		return item;
	}
}

/** Returns the key of the record that an item names; the same key for all items that name none. */
export const keyOf = (
	{ recordRules }: WriteOperation,
	{ payload }: Pick<PendingItem, 'payload'>,
): string => targetKey(recordRules?.target(payload) ?? {});
