import type { Clock } from './clock';
import { allScopes, type Operation, type OperationId, type Query } from './contract';
import { Ids } from './ids';
import { generalFailure } from './refusal';
import type { Switches } from './switches';
import type { Domain, World } from './world';

/** Makes the service refuse one item of a write. */
export type ItemRefusal = {
	operation: OperationId;
	/** The item's log_source, log_source_id, device_name or agent_id. */
	item: string | number;
	issue: string;
};

/** A search as it was asked for. */
export type Search = {
	query?: string;
	start_time?: string;
	end_time?: string;
	status?: string;
	severity?: string;
	profile_ids?: number[];
	response_type?: string;
};

/** A search whose pages are read one after the other; its cursors all refer to it. */
export type Scroll = {
	search: Search;
	/** The alerts found for the first page. */
	found: readonly number[];
	/** Where the next page begins. */
	position: number;
	diesAt: number;
	/** Where the next page began when the scroll expired and lost a part of the rest. */
	lostFrom?: number;
	/** The cursor of all pages, where it is constant. */
	cursor?: string;
};

/** A cursor that was given out: the page after it begins at the offset. */
export type CursorState = { scroll: Scroll; offset: number };

/** A bulk request that was accepted. */
export type BulkState = {
	found: Int32Array;
	acceptedAt: number;
	fetches: number;
};

/** What the service holds and knows; the handlers of the operations work on it. */
export type ServiceState = ReturnType<typeof newState>;

/** The state of a service that has just started, with one token for all scopes. */
export const newState = ({
	token,
	...given
}: {
	world: World;
	clock: Clock;
	switches: Switches;
	token: string;
}) => {
	const itemRefusals: ItemRefusal[] = [];
	/** When each counted request of the last minute came, for the rate limit. */
	const recent: number[] = [];
	return {
		...given,
		itemRefusals,
		recent,
		cursors: new Map<string, CursorState>(),
		bulks: new Map<string, BulkState>(),
		/** How often the agents were listed. */
		agentReads: 0,
		ids: new Ids(),
		/** The scopes of each token that is valid. */
		tokens: new Map<string, ReadonlySet<string>>([[token, new Set(allScopes)]]),
		/** Until when the rate limit refuses every call, in ms of the clock. */
		lockedUntil: 0,
		/** The last number given out; makes cursors and bulk requests unique. */
		serial: 0,
	};
};

/** A number that was not given out before. */
export const nextSerial = (state: ServiceState): number => {
	state.serial += 1;
	return state.serial;
};

/** A request that passed all checks of the document. */
export type Call = {
	operation: Operation;
	state: ServiceState;
	query: Query;
	body: unknown;
};

/** What a handler answers: a body that fits the document, or one that on purpose does not. */
export type Answer =
	/** Checked instead of the body, where given. */
	{ body: object; sample?: object } | { unchecked: object | undefined; status?: number };

export type Handler = (call: Call) => Answer;

/** The text of a query parameter, undefined where it was not sent. */
export const textOf = (query: Query, name: string): string | undefined => {
	const value = query[name];
	return Array.isArray(value) || value === undefined ? undefined : String(value);
};

/** The domain of that name, undefined if there is none. */
export const domainCalled = ({ world }: ServiceState, name: string): Domain | undefined =>
	world.domains.find(({ domain_name }) => domain_name.toLowerCase() === name.toLowerCase());

/** Whether a name passes a filter under the reading of name filters; no filter passes all. */
export const namePasses = (
	{ switches }: ServiceState,
	name: string,
	filter: string | undefined,
): boolean => {
	if (filter === undefined) return true;
	return switches.nameFilter === 'exact'
		? name.toLowerCase() === filter.toLowerCase()
		: name.toLowerCase().includes(filter.toLowerCase());
};

/** A name as answers spell it. */
export const spelt = ({ switches }: ServiceState, name: string): string => {
	if (switches.nameCase === 'asStored') return name;
	return switches.nameCase === 'upper' ? name.toUpperCase() : name.toLowerCase();
};

/** The issue that a test wants for an item, if any. */
export const refusedItem = (
	{ state, operation }: Call,
	...names: ReadonlyArray<string | number | undefined>
): string | undefined =>
	state.itemRefusals.find(
		(refusal) =>
			refusal.operation === operation.id &&
			names.some((name) => name !== undefined && String(name) === String(refusal.item)),
	)?.issue;

/** The summary of a write, by the names that its endpoint gives the counts of all, done and failed items. */
export const summaryOf = (
	[all, done, failed]: readonly [all: string, done: string, failed: string],
	{ length: total }: readonly unknown[],
	{ length: refused }: readonly unknown[],
): object => ({ [all]: total, [done]: total - refused, [failed]: refused });

/** partial_success when some failed, success when none. */
export const titleOf = (failed: number): string => (failed > 0 ? 'partial_success' : 'success');

/** Refuses the request with the general failure of its operation. */
export const fail = ({ operation }: Call, why: string): never => {
	throw generalFailure(operation.generalCode, why);
};

/** Works item by item; one that is refused fails the request, under the reading of general refusals. */
export const workThrough = <Item>(
	{ operation, state }: Call,
	items: readonly Item[],
	isRefused: (item: Item) => boolean,
	work: (item: Item) => void,
): void => {
	const refused = items.findIndex(isRefused);
	const isMidway = refused > 0 && state.switches.generalRefusals === 'midway';
	if (refused < 0 || isMidway) items.slice(0, isMidway ? refused : undefined).forEach(work);
	if (refused < 0) return;
	const failure = generalFailure(operation.generalCode, `item ${refused} is refused`);
	throw isMidway ? failure.afterWork() : failure;
};
