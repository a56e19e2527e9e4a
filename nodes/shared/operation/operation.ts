import type { INodeProperties } from 'n8n-workflow';

import type { FileSettings } from '../files/writeFiles';
import type { ApiRequest, Scope } from '../http/request';
import type { JsonObject } from '../json';
import type { ServiceList } from '../pagination/list';
import type { RowPages, ServiceAccess } from '../pagination/pages';
import { FILTERS_NAME } from '../parameters/presence';
import type { Params } from '../parameters/values';
import type { Target } from '../records/findRecords';
import type { Intent, Payload, Resolved } from '../records/intent';
import type { ItemResult } from '../records/results';
import type { RunStart } from '../times/moment';

interface OperationHead<F extends INodeProperties[]> {
	value: string;
	name: string;
	action: string;
	description: string;
	scope: Scope;
	fields: F;
}

/** Reads rows for each input item, up to the user's limit. The rows become items or go into files. */
export interface ListOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends OperationHead<F> {
	kind: 'list';
	/**
	 * Reads the rows page by page.
	 * @param maxRows the number of rows after which the engine stops
	 * @throws InvalidParameterError, or ApiError if the service refuses or its pages make no progress
	 */
	rows(service: ServiceAccess, params: Params<F>, runStart: RunStart, maxRows: number): RowPages;
	/** States the request: to a model always, to a person if no row comes. Empty without filters. */
	requestText?(params: Params<F>): string;
	/** The word for its rows, such as "alerts"; "records" by default. */
	plural?: string;
	/** The list whose rows it reads; without it, a row is shown as the pages give it. */
	list?: ServiceList;
	/** Set if the operation has neither Return All nor Limit. */
	noLimit?: true;
	/** Returns the file that the rows are written to as they arrive; without it, they become items. */
	file?(params: Params<F>, runStart: RunStart): FileSettings;
}

/** Reads the one row of a list that each input item names. */
export interface GetOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends OperationHead<F> {
	kind: 'get';
	list: ServiceList;
	target(params: Params<F>): Target;
}

/** Sends input items in requests, one after the other. Each item gets one outcome, in order. */
export interface WriteOperation<
	F extends INodeProperties[] = INodeProperties[],
	P extends Payload = Payload,
> extends OperationHead<F> {
	kind: 'write';
	/** The list that shows the written records. */
	list: ServiceList;
	/** The columns after `outcome` and `detail`: the names and the IDs of the record, the name first. */
	identityColumns: readonly string[];
	/** The identity columns that a response fills, such as a new ID. */
	responseColumns?: readonly string[];
	/** The columns that show a field, if their names differ from the field's; an empty list hides it. */
	columnOverrides?: Readonly<Record<string, readonly string[]>>;
	/** Returns the text for a success, in a dry run after "Would be": "Added". */
	successText(item: Resolved<P>): string;
	/** Returns whether a success means that the record no longer exists; shown in the column `deleted`. */
	deletes?(item: Resolved<P>): boolean;
	/** The description of Return IDs; without it, the operation has no such option. */
	returnIdsDescription?: string;
	/** The maximum number of items in a request. */
	maxBatchSize: 1 | 100;
	/** The default of Items per Request, if it is not the maximum. */
	defaultBatchSize?: number;

	/** Makes the intent of one input item. @throws InvalidParameterError if parameters do not fit together */
	intent(params: Params<F>): Intent<P>;
	/** The items that a run looks up first, beside those with Return Existing. Without it, even a dry run looks up none. */
	lookUp?: 'inDryRun' | 'byName' | 'always';
	/**
	 * The fields that identify a new record, the name first. A row that agrees in them is the record. If several
	 * items need the same new record, the first one creates it. Undefined if the operation makes no record, or if
	 * its list cannot show which one is new.
	 */
	newRecordFields?: readonly [keyof P & string, ...Array<keyof P & string>];
	/** Items with different groups never share a request. */
	batchGroup?(item: Resolved<P>): string;
	/** Makes the request of items. No two of them name the same record. */
	request(items: readonly [Resolved<P>, ...Array<Resolved<P>>]): ApiRequest;
	/** Reads the outcome of each item from the response, in the order of the items. */
	parseOutcomes(body: JsonObject, items: ReadonlyArray<Resolved<P>>): readonly ItemResult[];
}

export type Operation = ListOperation | GetOperation | WriteOperation;

/** Declares a list operation; the types of its parameters come from its fields. */
export const defineList = <const F extends INodeProperties[]>(
	operation: Omit<ListOperation<F>, 'kind'>,
): ListOperation<F> => ({ kind: 'list', ...operation });

/** Declares a write operation; the types of its parameters come from its fields. */
export const defineWrite = <const F extends INodeProperties[], P extends Payload>(
	operation: Omit<WriteOperation<F, NoInfer<P>>, 'kind' | 'intent'> & {
		// TypeScript infers the type of a payload from this member alone.
		intent: (params: Params<F>) => Intent<P>;
	},
): WriteOperation<F, P> => ({ kind: 'write', ...operation });

/** A field that takes IDs and names of a list. The engine looks names up, so an operation reads IDs only. */
export interface ResolvedField extends INodeProperties {
	resolvedIn: ServiceList;
}

export const isResolved = (field: object): field is ResolvedField => 'resolvedIn' in field;

const collectionOf = <const N extends string, const O extends INodeProperties[]>(
	displayName: string,
	name: N,
	placeholder: string,
	options: O,
) => ({ displayName, name, type: 'collection' as const, placeholder, default: {}, options });

/** The filters of a read. An expression that leaves a filter empty is refused, so it never widens a search. */
export const filterCollection = <const O extends INodeProperties[]>(options: O) =>
	collectionOf('Filters', FILTERS_NAME, 'Add Filter', options);

/** The options of an operation. The engine adds further ones. */
export const optionCollection = <const O extends INodeProperties[]>(options: O) =>
	collectionOf('Options', 'options', 'Add Option', options);

/** The fields of an update. Only fields that the user added are changed. */
export const updateCollection = <const O extends INodeProperties[]>(options: O) =>
	collectionOf('Update Fields', 'updateFields', 'Add Field', options);
