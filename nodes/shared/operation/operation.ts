import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FileOutput } from '../files/fileOptions';
import type { ApiError } from '../http/apiError';
import type { ApiRequest, Scope } from '../http/request';
import type { Id, Json, JsonObject } from '../json';
import type { Wanted } from '../pagination/findListed';
import type { List, RowView } from '../pagination/list';
import type { Paginator } from '../pagination/paginate';
import type { InvalidParameterError } from '../parameters/invalidParameter';
import type { Reference } from '../parameters/validate';
import type { Moment } from '../times/moment';

/** What every operation says of itself. */
interface OperationHead<F extends INodeProperties[]> {
	value: string;
	name: string;
	action: string;
	description: string;
	/** The endpoint in the specification's words, for the pages. */
	endpoint: string;
	/** The scope that its requests need. */
	scope: Scope;
	/** What it needs besides, for lists that it reads whatever its options say. */
	otherScopes?: readonly Scope[];
	fields: F;
}

/** Reads rows: pages for each input item. */
interface ReadOperation<F extends INodeProperties[]> extends OperationHead<F> {
	/** The request that the pages begin with, a pure function of the parameters and of when the run began. */
	request(params: Values<F>, moment: Moment): ApiRequest;
	/** The rows of every page, and what is missing at their end. */
	pages(params: Values<F>): Paginator;
	/** What its rows are called: "alerts"; "records" if it is not given. */
	nouns?: string;
	/** How a row is shown; as the pages give it without this. */
	view?(params: Values<F>): RowView | undefined;
}

/** Rows become items, until the user's limit. */
export interface ListOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends ReadOperation<F> {
	kind: 'list';
	/** One page per input item: no Return All, no Limit. */
	onePage?: boolean;
}

/** Rows are written into files as they come, since there may be more of them than fit in memory. */
export interface ExportOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends ReadOperation<F> {
	kind: 'export';
	/** The file that the rows go into; undefined if they become items. */
	file(params: Values<F>, moment: Moment): FileOutput | undefined;
}

/** What an input item asks for: what is sent of it, and its choices, for instance `ifExists`. */
export type Payload = { readonly [key: string]: Json | undefined };

/** What an answer says of one payload; `known` is what it says of the thing, for instance an id. */
export type Result =
	{ outcome: 'succeeded'; known?: IDataObject } | { outcome: 'failed' | 'unknown'; detail: string };

/** What a row says of an item: what was done in a word or two, or why not, and what else it shows. */
export interface Outcome {
	outcome: 'succeeded' | 'failed' | 'unknown' | 'planned';
	detail: string;
	known?: IDataObject;
}

/**
 * What becomes of a payload before anything is sent: it is sent with these members set, and `known` is
 * what its row holds beyond it; it cannot be sent; or its outcome is known.
 */
export type Resolution =
	{ set: Payload; known?: IDataObject } | { error: InvalidParameterError | ApiError } | Outcome;

/** How the thing that a payload means is looked up in its list. */
export interface LookUp<P extends Payload = Payload> {
	/** How it is looked for; undefined if too little is known of it. */
	wanted(payload: P): Wanted | undefined;
	/** Whether its row is needed: before it is sent, for what is sent of it, and later for its ID. */
	isNeeded?(payload: P): boolean;
	/** What becomes of a payload by its rows, before anything is sent. A dry run asks for each payload. */
	resolve(payload: P, rows: readonly IDataObject[]): Resolution;
	/** Whether the rows show a payload as asked for, after it was sent; undefined if they cannot tell. */
	isDone(payload: P, rows: readonly IDataObject[]): boolean | undefined;
}

/** Writes: input items are sent in requests, one after the other; each gets one outcome, in order. */
export interface WriteOperation<
	F extends INodeProperties[] = INodeProperties[],
	P extends Payload = Payload,
> extends OperationHead<F> {
	kind: 'write';
	/** The list that shows what it writes. */
	list: List;
	/** The names and the ids of the thing, the name first, which a row begins with after its outcome. */
	columns: readonly string[];
	/** Where to look for what became of a write whose answer was lost, if that list does not show it. */
	checkedIn?: string;
	/** What Return IDs costs; without it there is no such option. */
	returnIdsDescription?: string;
	/** Items in a request at most: 100, or 1 if the endpoint takes one; and if the user sets nothing. */
	maxBatchSize: 1 | 100;
	defaultBatchSize?: number;

	/** What one input item asks for. @throws InvalidParameterError if parameters do not fit together */
	payload(params: Values<F>): P;
	/** The payload as its row shows it, if that is not all of it. */
	visibleFields?(payload: P): Payload;
	/** What was done to a payload that succeeded, as its row says it, and what its row shows then. */
	done(payload: P): { detail: string; known?: IDataObject };
	/** How the thing is looked up; without it, `unknown` stays so. */
	lookUp?: LookUp<P>;
	/** What an answer names a payload by, if it is about several: no request has two of one key. */
	conflictKeys?(payload: P): readonly string[];
	/** Payloads of different groups never share a request. */
	group?(payload: P): string;
	/** The request of one or more payloads. */
	request(payloads: readonly [P, ...P[]]): ApiRequest;
	/** What the answer says of each payload of its request, in order. */
	parseResult(body: JsonObject, payloads: readonly P[]): readonly Result[];
}

export type Operation = ListOperation | ExportOperation | WriteOperation;

/** Declares a list operation; its parameters' types come from its fields. */
export const defineList = <const F extends INodeProperties[]>(
	operation: Omit<ListOperation<F>, 'kind'>,
): ListOperation<F> => ({ kind: 'list', ...operation });

/** Declares an export; its parameters' types come from its fields. */
export const defineExport = <const F extends INodeProperties[]>(
	operation: Omit<ExportOperation<F>, 'kind'>,
): ExportOperation<F> => ({ kind: 'export', ...operation });

/** Declares a write operation; its parameters' types come from its fields. */
export const defineWrite = <const F extends INodeProperties[], P extends Payload>(
	operation: Omit<WriteOperation<F, NoInfer<P>>, 'kind' | 'payload'> & {
		// The type of a payload comes from here alone.
		payload: (params: Values<F>) => P;
	},
): WriteOperation<F, P> => ({ kind: 'write', ...operation });

/** Declares fields apart from an operation, with the types of their values kept. */
export const defineFields = <const F extends INodeProperties[]>(fields: F): F => fields;

/** Declares the values of a drop-down apart from its field, with their types kept. */
export const defineChoices = <const O extends INodePropertyOptions[]>(choices: O): O => choices;

/** The validated values of fields: `{[name]: value}`; a field that may be hidden can be undefined. */
export type Values<F extends readonly unknown[]> = {
	[P in F[number] as P extends { name: infer N extends string } ? N : never]: P extends
		| { displayOptions: unknown }
		| { type: 'dateTime' }
		| { type: 'resourceLocator'; required: false }
		? Value<P> | undefined
		: Value<P>;
};

/**
 * The value of one field: a date-time is ISO 8601 in UTC, to the second; a locator with By ID is an
 * {@link Id}, one with By ID and By Name a {@link Reference}.
 */
type Value<P> = P extends { typeOptions: { multipleValues: true }; type: 'string' }
	? string[]
	: P extends { typeOptions: { loadOptionsMethod: string } }
		? Id[]
		: P extends { type: 'string' | 'dateTime' }
			? string
			: P extends { type: 'number' }
				? number
				: P extends { type: 'boolean' }
					? boolean
					: P extends { type: 'options'; options: infer O extends readonly unknown[] }
						? Choice<O[number]>
						: P extends { type: 'multiOptions'; options: infer O extends readonly unknown[] }
							? Array<Choice<O[number]>>
							: P extends { type: 'resourceLocator'; modes: infer M extends readonly unknown[] }
								? Located<M[number]>
								: P extends { type: 'collection'; options: infer O extends readonly unknown[] }
									? Partial<Values<O>>
									: P extends {
												type: 'fixedCollection';
												options: infer O extends readonly unknown[];
										  }
										? Rows<O>
										: unknown;

type Located<M> =
	Extract<M, { name: 'id' }> extends never
		? string
		: Extract<M, { name: 'name' }> extends never
			? Id
			: Reference;

type Choice<O> = O extends { value: infer V } ? V : never;

type Rows<O extends readonly unknown[]> = {
	[G in O[number] as G extends { name: infer N extends string } ? N : never]?: G extends {
		values: infer V extends readonly unknown[];
	}
		? Array<Values<V>>
		: never;
};
