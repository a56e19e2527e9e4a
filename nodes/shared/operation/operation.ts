import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ApiError } from '../http/apiError';
import type { ApiRequest, Scope } from '../http/request';
import type { Service } from '../pagination/service';
import type { Json, JsonObject } from '../json';
import type { BatchReport, Outcome } from '../outcomes/batchOutcome';
import type { Reply, Verdict } from '../outcomes/settle';
import type { Wanted } from '../pagination/findListed';
import type { List } from '../pagination/list';
import type { InvalidParameterError } from '../parameters/invalidParameter';
import type { FileOutput } from '../files/fileOptions';
import type { RowView } from '../pagination/columns';
import type { Paginator } from '../pagination/paginate';
import type { Moment } from '../times/moment';
import type { Values } from './values';

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

/** Reads rows: pages for each input item, until the user's limit. */
export interface ListOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends OperationHead<F> {
	kind: 'list';
	/** The first request, a pure function of the parameters and of when the run began. */
	request(params: Values<F>, moment: Moment): ApiRequest;
	/** How the answer goes on; the rows of every page, and what is missing at their end. */
	pages(params: Values<F>): Paginator;
	/** What its rows are called: "alerts"; "records" if it is not given. */
	nouns?: string;
	/** How a row is shown; as it was sent if it is not given. */
	view?(params: Values<F>): RowView;
	/** The file that the rows go into; undefined if they become items. */
	file?(params: Values<F>, moment: Moment): FileOutput | undefined;
	/** One page per input item: no Return All, no Limit. */
	onePage?: boolean;
}

/**
 * What an input item asks for: what is sent of it, and its choices, for instance `ifExists`, which
 * `request` and `visibleFields` leave out.
 */
export type Payload = { readonly [key: string]: Json | undefined };

/** How an answer gives the outcomes: item by item, or of all items alike. */
export type ResultParser =
	{ report(body: JsonObject): BatchReport } | { outcome(body: JsonObject): Outcome };

/** The thing that a payload means, as the service lists it. */
export interface ListedThing<P extends Payload = Payload> {
	list: List;
	/** How it is looked for; undefined if too little is known of it. */
	wanted(payload: P): Wanted | undefined;
	/** What tells it from its namesakes, and what a dry run shows of it. */
	columns: readonly string[];
	/** Whether the write needs it, is refused if it is there, or does either way. */
	expects: 'one' | 'none' | 'any';
	/** What its rows show of a payload that was sent; not given if they cannot tell. */
	verdict?(payload: P, rows: readonly IDataObject[]): Verdict;
}

/** Writes: input items are sent in batches; each gets one outcome, in order. */
export interface WriteOperation<
	F extends INodeProperties[] = INodeProperties[],
	P extends Payload = Payload,
> extends OperationHead<F> {
	kind: 'write';
	/** What one item is called, and several: "log source", "log sources". */
	noun: string;
	nouns: string;
	/** What was done to an item that succeeded, as its row says it: "Added". */
	done(payload: P): string;
	/** The names and the ids of the thing, which a row begins with after what became of it. */
	columns: readonly string[];
	/** How to find out what became of a write whose answer was lost. */
	verifyWith: string;
	/** Items in a request at most: 100, or 1 if the endpoint takes one. */
	maxBatchSize: 1 | 100;
	/** What one input item asks for. Throws an InvalidParameterError if parameters do not fit together. */
	payload(params: Values<F>): P;
	/** The payload as its item shows it, if that is not all of it. */
	visibleFields?(payload: P): Payload;
	/** Notes for the user on a payload before it is sent. */
	notes?(payload: P): string[];
	/**
	 * Compares payloads with what the service holds before anything is sent; it only reads. Payloads
	 * without an entry are sent as they are.
	 */
	complete?(payloads: readonly P[], service: Service): Promise<ReadonlyMap<P, Completion<P>>>;
	/** The request of one or more payloads. */
	request(payloads: readonly [P, ...P[]]): ApiRequest;
	/** What a payload writes to: no request, and no two at once, name the same thing twice. */
	conflictKeys(payload: P): readonly string[];
	/** Payloads of different groups never share a request. */
	group?(payload: P): string;
	/** How the answer gives the outcomes. */
	parseResult: ResultParser;
	/** What an answer says of each of its succeeded payloads for certain, for instance an id. */
	resultFields?(succeeded: readonly P[], body: JsonObject): IDataObject;
	/** The thing that a payload means, as the service lists it. */
	listed?: ListedThing<P>;
	/**
	 * Looks up what became of payloads once all was sent, in place of `settleByListing` for those
	 * whose outcome is open. Payloads without an entry keep their outcome.
	 */
	lookUp?(
		written: ReadonlyArray<Written<P>>,
		service: Service,
		options: LookUpOptions,
	): Promise<Map<P, Outcome>>;
	/** What Return IDs costs; without it there is no such option. */
	returnIdsDescription?: string;
}

/** What the user wants of a look-up. */
export interface LookUpOptions {
	/** Whether the ids of all items are read. */
	returnsIds: boolean;
}

/**
 * What becomes of a payload before it is sent: it is sent, maybe completed; it cannot be sent; nothing
 * has to be sent, since its outcome is known; or it asks for the same as another payload of the run,
 * whose outcome it shares, with `detail` if that succeeds.
 */
export type Completion<P extends Payload = Payload> =
	| { send: P }
	| { error: InvalidParameterError | ApiError }
	| { outcome: Outcome }
	| { sameAs: P; detail: string };

/** A payload that was sent, and what is known of it. */
export interface Written<P extends Payload = Payload> {
	payload: P;
	outcome: Outcome;
	/** What came back for its request; undefined if it was not sent. */
	reply?: Reply;
	/** The answer to its request. */
	answer?: JsonObject;
}

export type Operation = ListOperation | WriteOperation;

/** Declares a list operation; its parameters' types come from its fields. */
export const defineList = <const F extends INodeProperties[]>(
	operation: Omit<ListOperation<F>, 'kind'>,
): ListOperation<F> => ({ kind: 'list', ...operation });

/** Declares a write operation; its parameters' types come from its fields. */
export const defineWrite = <const F extends INodeProperties[], P extends Payload>(
	operation: Omit<WriteOperation<F, P>, 'kind'>,
): WriteOperation<F, P> => ({ kind: 'write', ...operation });

/** Declares fields apart from an operation, with the types of their values kept. */
export const defineFields = <const F extends INodeProperties[]>(fields: F): F => fields;

/** Declares the values of a drop-down apart from its field, with their types kept. */
export const defineChoices = <const O extends INodePropertyOptions[]>(choices: O): O => choices;
