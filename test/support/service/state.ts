import type { Clock } from './clock';
import { allScopes, type Operation } from './contract';
import { Ids } from './ids';
import { generalFailure } from './refusal';
import type { Switches } from './switches';
import type { World } from './world';

/** Makes the service refuse one item of a write. */
export type ItemRefusal = {
	operation: 'addLogSources' | 'deleteLogSources' | 'addAgents';
	/** The item's log_source, log_source_id or device_name. */
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
	/** The newest cursor. */
	cursor?: string;
};

/** What the service holds and knows; the handlers of the operations work on it. */
export type ServiceState = ReturnType<typeof newState>;

/** The state of a service that has just started, with one token for all scopes. */
export const newState = (
	given: { world: World; clock: Clock; switches: Switches },
	token: string,
) => ({
	...given,
	itemRefusals: [] as ItemRefusal[],
	/** When each request of the last minute came, for the rate limit. */
	recent: [] as number[],
	/** Until when the rate limit refuses every call, in ms of the clock. */
	lockedUntil: 0,
	/** The scrolls by the cursors that were given out. */
	cursors: new Map<string, Scroll>(),
	bulks: new Map<string, { found: readonly number[]; fetches: number }>(),
	ids: new Ids(),
	/** The scopes of each token that is valid. */
	tokens: new Map<string, readonly string[]>([[token, allScopes]]),
	/** The last number given out; makes cursors and bulk requests unique. */
	serial: 0,
});

/** A query of a request after its strings were read as the types of the contract. */
export type Query = Record<string, string | number | boolean | string[] | undefined>;

/** A request that passed all checks of the contract. */
export type Call<Body = unknown> = {
	operation: Operation;
	state: ServiceState;
	query: Query;
	body: Body;
};

/** Carries out an operation; returns the body of its answer. */
export type Handler<Body = never> = (call: Call<Body>) => object;

/** Refuses the request with the general failure of its operation. */
export const fail = ({ operation }: Call, why: string): never => {
	throw generalFailure(operation.generalCode, why);
};
