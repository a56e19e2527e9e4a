import type { Clock } from './clock';
import { allScopes, type Operation, type OperationId } from './contract';
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

/** A search whose pages are read one after the other; its cursors all refer to it. */
export type Scroll = {
	/** The indices of the alerts found for the first page. */
	found: readonly number[];
	/** Where the next page begins. */
	position: number;
	diesAt: number;
	/** The cursor of all pages, if it is constant. */
	cursor?: string;
};

/** What the service holds and knows; the handlers of the operations work on it. */
export type ServiceState = ReturnType<typeof newState>;

/** The state of a service that has just started, with one token for all scopes. */
export const newState = (
	world: World,
	{ token, ...given }: { clock: Clock; switches: Switches; token: string },
) => ({
	...given,
	world,
	itemRefusals: [] as ItemRefusal[],
	/** When each request of the last minute came, for the rate limit. */
	recent: [] as number[],
	/** Until when the rate limit refuses every call, in ms of the clock. */
	lockedUntil: 0,
	/** Cursors that were given out, and where the page after each begins. */
	cursors: new Map<string, { scroll: Scroll; offset: number }>(),
	bulks: new Map<string, { found: readonly number[]; fetches: number }>(),
	ids: new Ids(),
	/** The scopes of each token that is valid. */
	tokens: new Map<string, ReadonlySet<string>>([[token, new Set(allScopes)]]),
	/** The last number given out; makes cursors and bulk requests unique. */
	serial: 0,
});

/** A query of a request after its strings were read as the types of the contract. */
export type Query = Record<string, string | number | boolean | string[]>;

/** A request that passed all checks of the contract. */
export type Call<Body = unknown> = {
	operation: Operation;
	state: ServiceState;
	query: Query;
	body: Body;
};

/** Carries out an operation; returns the body of its answer. */
export type Handler<Body = never> = (call: Call<Body>) => object;

/** The text of a query parameter, undefined if it was not sent. */
export const textOf = ({ query }: Call, name: string): string | undefined =>
	query[name] === undefined ? undefined : String(query[name]);

/** Refuses the request with the general failure of its operation. */
export const fail = ({ operation }: Call, why: string): never => {
	throw generalFailure(operation.generalCode, why);
};

/** The domain of that name, undefined if there is none. */
export const domainCalled = ({ state }: Call, name: string): Domain | undefined =>
	state.world.domains.find((known) => known.domain_name.toLowerCase() === name.toLowerCase());

/** Whether a name passes the filter of that parameter; without the parameter all names pass. */
export const namePasses = (call: Call, name: string, parameter: string): boolean => {
	const filter = textOf(call, parameter)?.toLowerCase();
	const own = name.toLowerCase();
	if (filter === undefined) return true;
	return call.state.switches.nameFilter === 'exact' ? own === filter : own.includes(filter);
};

/** The issue that a test wants for an item, if any. */
export const refusedItem = (
	{ state, operation }: Call,
	...names: ReadonlyArray<string | number | undefined>
): string | undefined =>
	state.itemRefusals.find(
		(refusal) =>
			refusal.operation === operation.id &&
			names.some((name) => String(name) === String(refusal.item)),
	)?.issue;

/** The summary of a write, by the names that its endpoint gives the counts of all, done and failed items. */
export const summaryOf = (
	[all, done, failed]: readonly [all: string, done: string, failed: string],
	{ length: total }: readonly unknown[],
	{ length: refused }: readonly unknown[],
): object => ({ [all]: total, [done]: total - refused, [failed]: refused });

/** partial_success when some failed, success when none. */
export const titleOf = ({ length }: readonly unknown[]): string =>
	length > 0 ? 'partial_success' : 'success';
