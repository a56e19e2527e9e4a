import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ApiError } from '../http/apiError';
import type { ApiRequest, Scope } from '../http/request';
import type { Service } from '../pagination/service';
import type { Json, JsonObject } from '../json';
import type { BatchReport, Outcome } from '../outcomes/batchOutcome';
import type { Reply } from '../outcomes/settle';
import type { InvalidParameterError } from '../parameters/invalidParameter';
import type { Paginator } from '../pagination/paginate';
import type { RowPage } from '../pagination/rowPage';
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
	/** The first request, a pure function of the parameters. */
	request(params: Values<F>): ApiRequest;
	/** How the answer goes on; the rows of every page. */
	pages(params: Values<F>): Paginator;
	/** What its rows are called, and its files where the user names none: "log sources". */
	nouns?: string;
	/** The fields that a person reads first, in this order; the others follow as they were sent. */
	columns?: readonly string[];
	/** One page per input item: no Return All, no Limit. */
	onePage?: boolean;
}

/**
 * What an input item asks for: what is sent of it, and its choices, for instance `ifExists`, which
 * `request` and `visibleFields` leave out.
 */
export type Payload = { readonly [key: string]: Json | undefined };

/** How an answer tells the outcomes: item by item, or of all items alike. */
export type ResultParser =
	{ report(body: JsonObject): BatchReport } | { outcome(body: JsonObject): Outcome };

/** How payloads are sent, and how the answers tell what became of each. */
export interface WriteStep<P extends Payload = Payload> {
	/** How to find out what became of a write whose answer was lost. */
	verifyWith: string;
	/** Items in a request at most: 100, or 1 where the endpoint takes one. */
	maxBatchSize: 1 | 100;
	/** The request of one or more payloads. */
	request(payloads: readonly [P, ...P[]]): ApiRequest;
	/** What a payload writes to: no request, and no two at once, name the same thing twice. */
	conflictKeys(payload: P): readonly string[];
	/** Payloads of different groups never share a request. */
	group?(payload: P): string;
	/** How the answer tells the outcomes. */
	parseResult: ResultParser;
	/** What the answer tells of succeeded payloads for certain, for instance their ids. */
	resultFields?(succeeded: readonly P[], body: JsonObject): Map<P, IDataObject>;
	/**
	 * Reads what the answers leave open once all was sent: outcomes that are unknown, and fields of
	 * succeeded payloads. Payloads without an entry keep their outcome.
	 */
	lookUp?(
		written: ReadonlyArray<Written<P>>,
		answers: readonly JsonObject[],
		service: Service,
	): Promise<Map<P, Outcome>>;
}

/** Writes: input items are sent in batches; each gets one outcome, in order. */
export interface WriteOperation<
	F extends INodeProperties[] = INodeProperties[],
	P extends Payload = Payload,
>
	extends OperationHead<F>, WriteStep<P> {
	kind: 'write';
	/** What one item is called, and several: "log source", "log sources". */
	noun: string;
	nouns: string;
	/** What one input item asks for. Throws an InvalidParameterError where parameters do not fit together. */
	payload(params: Values<F>): P;
	/** The payload as its item shows it, where that is not all of it. */
	visibleFields?(payload: P): Payload;
	/** Notes for the user on a payload before it is sent. */
	notes?(payload: P): string[];
	/** What the Look Up Results switch does, for its description. */
	lookUpDescription?: string;
	/**
	 * Compares payloads with what the service holds before anything is sent; it only reads. Payloads
	 * without an entry are sent as they are.
	 */
	complete?(payloads: readonly P[], service: Service): Promise<ReadonlyMap<P, Completion<P>>>;
	/** What is sent once the first write and its look-up are done. */
	followUp?: FollowUp<P>;
}

/** A second write for items that succeeded, for instance settings of what was added. */
export interface FollowUp<P extends Payload, Q extends Payload = Payload> extends WriteStep<Q> {
	/** Its request as messages name it: `PUT /log-sources`. */
	name: string;
	/** Whether anything is left to send for a payload. */
	isNeeded(payload: P): boolean;
	/**
	 * What is left to send.
	 * @param known what is known of the item, for instance its id
	 * @throws InvalidParameterError where too little is known
	 */
	payload(payload: P, known: IDataObject): Q;
	/** The outcome of the item by what is known of it and the outcome of the second write. */
	outcome(known: IDataObject, second: Outcome): Outcome;
}

/**
 * What becomes of a payload before it is sent: it is sent, maybe completed; it cannot be sent; nothing
 * has to be sent, since its outcome is known, but for what a follow-up sends of `payload`; or it asks
 * for the same as another payload of the run, whose outcome it shares, with `extra` where that succeeds.
 */
export type Completion<P extends Payload = Payload> =
	| { send: P }
	| { error: InvalidParameterError | ApiError }
	| { outcome: Outcome; payload?: P }
	| { sameAs: P; extra: IDataObject };

/** A payload that was sent, and what is known of it. */
export interface Written<P extends Payload = Payload> {
	payload: P;
	outcome: Outcome;
	/** What came back for its request; undefined where it was not sent. */
	reply?: Reply;
}

/** Reads large amounts of rows into files, or into items: pages for each input item, all of them. */
export interface ExportOperation<
	F extends INodeProperties[] = INodeProperties[],
> extends OperationHead<F> {
	kind: 'export';
	/** What its rows are called, and its files where the user names none: "alerts". */
	nouns: string;
	/** The field of a row that tells its time. */
	timeField: string;
	/** The first request, a pure function of the parameters. */
	request(params: Values<F>): ApiRequest;
	/** How the pages are read from the first request on. */
	read(params: Values<F>): (service: Service, request: ApiRequest) => ExportReading;
}

/** The pages of one export, and how they ended. */
export interface ExportReading {
	/** Throws an ApiError where not one page can be read. */
	pages: AsyncIterable<RowPage>;
	/** What is known once the pages have ended; throws a TypeError before. */
	end(): ExportEnd;
}

/** What is known at the end of an export. */
export interface ExportEnd {
	/** What each item says of the whole export. */
	facts: IDataObject;
	/** The problems of what was read; none where it is complete. */
	issues: readonly string[];
	/** Why the rest could not be read, and how to go on. */
	stopped?: ApiError;
}

export type Operation = ListOperation | WriteOperation | ExportOperation;

/** Declares a list operation; its parameters' types come from its fields. */
export const defineList = <const F extends INodeProperties[]>(
	operation: Omit<ListOperation<F>, 'kind'>,
): ListOperation<F> => ({ kind: 'list', ...operation });

/** Declares a write operation; its parameters' types come from its fields. */
export const defineWrite = <const F extends INodeProperties[], P extends Payload>(
	operation: Omit<WriteOperation<F, P>, 'kind'>,
): WriteOperation<F, P> => ({ kind: 'write', ...operation });

/** Declares an export operation; its parameters' types come from its fields. */
export const defineExport = <const F extends INodeProperties[]>(
	operation: Omit<ExportOperation<F>, 'kind'>,
): ExportOperation<F> => ({ kind: 'export', ...operation });

/** Declares fields apart from an operation, with the types of their values kept. */
export const defineFields = <const F extends INodeProperties[]>(fields: F): F => fields;

/** Declares the values of a drop-down apart from its field, with their types kept. */
export const defineChoices = <const O extends INodePropertyOptions[]>(choices: O): O => choices;
