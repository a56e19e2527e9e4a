import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Gathered, Gather, RowPage } from '../files/rowBatch';
import type { Id, Json, JsonObject } from '../json';
import type { FailureRecord, Outcome, Report } from '../outcomes/batchOutcome';
import type { Paginator } from '../pagination/paginate';
import type { ApiError } from '../http/apiError';
import type { ApiRequest, Scope, Service } from '../http/request';

interface Texts<F extends INodeProperties[]> {
	value: string;
	name: string;
	action: string;
	description: string;
	/** The endpoint in the specification's words, for the guide. */
	endpoint: string;
	scope: Scope;
	fields: F;
}

/** Reads rows: pages for each input item, until the user's limit. */
export interface ListOperation<F extends INodeProperties[] = INodeProperties[]> extends Texts<F> {
	kind: 'list';
	/** The first request, a pure function of the parameters. */
	request(params: Values<F>): ApiRequest;
	/** How the answer goes on; the rows of every page. */
	pages(params: Values<F>): Paginator;
	/** The members that a person reads first, in this order; the others follow as they were sent. */
	columns?: readonly string[];
	/** One page per input item: no Return All, no Limit. */
	onePage?: boolean;
}

/** What an input item asks for, as the body of the request holds it. */
export type Payload = { readonly [key: string]: Json | undefined };

/** Writes: input items are gathered, each gets one outcome, in order. */
export interface WriteOperation<
	F extends INodeProperties[] = INodeProperties[],
	E extends Payload = Payload,
> extends Texts<F> {
	kind: 'write';
	/** What one is called, and where to look whether it was written: "log source". */
	noun: string;
	/** How to find out what became of a write whose answer was lost. */
	verifyWith: string;
	/** Items in a request at most: 100, or 1 where the endpoint takes one. */
	maxBatchSize: 1 | 100;
	/** What one input item asks for. Throws {@link InvalidParameterError} where parameters do not fit together. */
	payload(params: Values<F>): E;
	/** The request of one or more entries. */
	request(entries: readonly [E, ...E[]]): ApiRequest;
	/** What an entry writes to: no request, and no two at once, name the same thing twice. */
	conflictKeys(entry: E): readonly string[];
	/** Entries of different groups never share a request. */
	group?(entry: E): string;
	/** The entry as its item shows it, where that is not all of it. */
	visibleFields?(entry: E): Payload;
	/** How the answer tells what became of the entries: item by item, or of all alike. */
	parseResult: { report(body: JsonObject): Report } | { outcome(body: JsonObject): Outcome };
	/** What the answer tells of succeeded entries for certain, for instance their ids. */
	resultFields?(succeeded: readonly E[], body: JsonObject): Map<E, IDataObject>;
	/** Notes for the user on what he is about to send. */
	notes?(entry: E): string[];
	/** With Look Up IDs: the request that tells which entry a failure record means. */
	identify?(failure: FailureRecord): Identification | undefined;
	/** With Look Up IDs: what can be read of succeeded entries, for instance their ids. */
	readBack?(
		succeeded: readonly E[],
		body: JsonObject,
		service: Service,
	): Promise<Map<E, IDataObject>>;
	/** What the Look Up IDs switch does, for its description. */
	readBackDescription?: string;
}

/** How to find out what a failure record names: a request, and the keys that its answer yields. */
export interface Identification {
	request: ApiRequest;
	keys(body: JsonObject): string[];
}

/** Reads large amounts of rows into files, or into items: pages for each input item, all of them. */
export interface ExportOperation<F extends INodeProperties[] = INodeProperties[]> extends Texts<F> {
	kind: 'export';
	/** What its rows are called, and its files where the user names none: "alerts". */
	noun: string;
	/** The member of a row that tells its time. */
	time: string;
	/** The first request, a pure function of the parameters. */
	request(params: Values<F>): ApiRequest;
	/** The pages, and how they ended. Throws a {@link ApiError} where there is not one. */
	pages(
		params: Values<F>,
	): <G extends Gathered>(
		service: PollingService,
		request: ApiRequest,
		gather: Gather<G>,
	) => AsyncGenerator<RowPage<G>, ExportEnd, undefined>;
}

/** A service that what is asked for may take its time with. */
export interface PollingService extends Service {
	/** Waits that many ms, or until the execution is cancelled. */
	pause: (ms: number) => Promise<void>;
}

/** What is known at the end of an export. */
export interface ExportEnd {
	/** What each item says of the whole export. */
	facts: IDataObject;
	/** What is amiss with what was read; nothing where it is complete. */
	issues: string[];
	/** Why the rest could not be read, and how to go on. */
	stopped?: ApiError;
}

export type Operation = ListOperation | WriteOperation | ExportOperation;

/** Declares a list operation; its parameters' types come from its fields. */
export const defineList = <const F extends INodeProperties[]>(
	operation: Omit<ListOperation<F>, 'kind'>,
): ListOperation<F> => ({ kind: 'list', ...operation });

/** Declares a write operation; its parameters' types come from its fields. */
export const defineWrite = <const F extends INodeProperties[], E extends Payload>(
	operation: Omit<WriteOperation<F, E>, 'kind'>,
): WriteOperation<F, E> => ({ kind: 'write', ...operation });

/** Declares an export operation; its parameters' types come from its fields. */
export const defineExport = <const F extends INodeProperties[]>(
	operation: Omit<ExportOperation<F>, 'kind'>,
): ExportOperation<F> => ({ kind: 'export', ...operation });

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
 * {@link Id}.
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
								? Extract<M[number], { name: 'id' }> extends never
									? string
									: Id
								: P extends { type: 'collection'; options: infer O extends readonly unknown[] }
									? Partial<Values<O>>
									: P extends {
												type: 'fixedCollection';
												options: infer O extends readonly unknown[];
										  }
										? Rows<O>
										: unknown;

type Choice<O> = O extends { value: infer V } ? V : never;

type Rows<O extends readonly unknown[]> = {
	[G in O[number] as G extends { name: infer N extends string } ? N : never]?: G extends {
		values: infer V extends readonly unknown[];
	}
		? Array<Values<V>>
		: never;
};
