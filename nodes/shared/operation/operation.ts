import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FileOutput } from '../files/fileOptions';
import type { ApiError } from '../http/apiError';
import type { ApiRequest, Scope } from '../http/request';
import type { Id, Json, JsonObject } from '../json';
import type { Target } from '../pagination/findListed';
import type { List } from '../pagination/list';
import type { Paginator } from '../pagination/paginate';
import type { InvalidParameterError } from '../parameters/invalidParameter';
import type { Reference } from '../parameters/validate';
import type { Moment } from '../times/moment';
import type { RowView } from './rowView';

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
	/** Extra scopes for lists that this operation always reads. */
	otherScopes?: readonly Scope[];
	fields: F;
}

/** Reads rows for each input item, until the user's limit; they become items or go into files. */
export interface ListOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends OperationHead<F> {
	kind: 'list';
	/** The request that the pages begin with, a pure function of the parameters and of when the run began. */
	request(params: Values<F>, moment: Moment): ApiRequest;
	/** The rows of every page, and what is missing at their end. */
	pages(params: Values<F>): Paginator;
	/** What its rows are called: "alerts"; "records" if it is not given. */
	nouns?: string;
	/** How a row is shown; as the pages give it without this. */
	view?(params: Values<F>): RowView | undefined;
	/** Whether there is neither Return All nor Limit. */
	noLimit?: true;
	/** The file that the rows are written into as they come; undefined if they become items. */
	file?(params: Values<F>, moment: Moment): FileOutput | undefined;
}

/** Reads the one row of a list that each input item names. */
export interface GetOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends OperationHead<F> {
	kind: 'get';
	list: List;
	/** The thing that the parameters name. */
	target(params: Values<F>): Target;
	/** How the row is shown; as the service sent it without this. */
	view?(params: Values<F>): RowView | undefined;
}

/** What an input item asks for: what is sent of it, and its choices, for instance `ifExists`. */
export type Payload = { readonly [key: string]: Json | undefined };

/** What a response says of one payload; `known` is what it says of the thing, for instance an ID. */
export type Result =
	{ outcome: 'succeeded'; known?: IDataObject } | { outcome: 'failed' | 'unknown'; detail: string };

/** What a row says of an item: what was done in a word or two, or why not, and what else it shows. */
export interface Outcome {
	outcome: 'succeeded' | 'failed' | 'unknown' | 'planned';
	detail: string;
	known?: IDataObject;
}

/**
 * What the list decides about a payload before anything is sent: it is sent with these members set, and
 * its row also shows what is `listed`; it cannot be sent; or its outcome is known.
 */
export type Resolution =
	{ set: Payload; listed?: IDataObject } | { error: InvalidParameterError | ApiError } | Outcome;

/** How the thing that a payload targets is looked up in its list. */
export interface LookUp<P extends Payload = Payload> {
	/** The thing in the list; undefined if the payload says too little to find it. */
	target(payload: P): Target | undefined;
	/** Whether the payload can only be sent once its row was looked up. */
	requiresRow?(payload: P): boolean;
	/** Whether the payload creates its thing if the list does not show it. */
	creates?: true;
	/** What the rows decide before anything is sent. A dry run looks up every payload. */
	resolve(payload: P, rows: readonly IDataObject[]): Resolution;
	/** Whether the rows show a payload as carried out; undefined if they cannot tell. */
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
	/** The names and the IDs of the thing, the name first, with which a row begins after its outcome. */
	columns: readonly string[];
	/** The members of a payload that a field fills, if they are not the one of its name; a row shows no others. */
	shownAs?: Readonly<Record<string, readonly string[]>>;
	/** What it does to an item, as rows and headlines say it: "Added". */
	done: string;
	/** The same for one payload, if it depends on the payload. */
	doneTo?(payload: P): string;
	/** Whether a row says whether its thing is gone. */
	deleted?(payload: P): boolean;
	/** Where to look for what became of a write whose response was lost, if that list does not show it. */
	checkedIn?: string;
	/** What Return IDs costs; without it there is no such option. */
	returnIdsDescription?: string;
	/** Items in a request at most: 100, or 1 if the endpoint takes one; and if the user sets nothing. */
	maxBatchSize: 1 | 100;
	defaultBatchSize?: number;

	/** What one input item asks for. @throws InvalidParameterError if parameters do not fit together */
	payload(params: Values<F>): P;
	/** How the thing is looked up; without it, `unknown` stays so. */
	lookUp?: LookUp<P>;
	/** Keys by which a response identifies an item. Two items with the same key never share a request. */
	conflictKeys?(payload: P): readonly string[];
	/** Payloads of different groups never share a request. */
	group?(payload: P): string;
	/** The request of one or more payloads. */
	request(payloads: readonly [P, ...P[]]): ApiRequest;
	/** What the response says of each payload of its request, in order. */
	parseResult(body: JsonObject, payloads: readonly P[]): readonly Result[];
}

export type Operation = ListOperation | GetOperation | WriteOperation;

/** Declares a list operation; the types of its parameters come from its fields. */
export const defineList = <const F extends INodeProperties[]>(
	operation: Omit<ListOperation<F>, 'kind'>,
): ListOperation<F> => ({ kind: 'list', ...operation });

/** Declares a write operation; the types of its parameters come from its fields. */
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
