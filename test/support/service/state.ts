import { allScopes } from './contract';
import type { Alert } from './demoWorld';
import { Ids } from './ids';
import type { Service } from './service';
import type { World } from './world';

/** A search whose pages are read one after the other; its cursors all refer to it. */
export type Scroll = {
	/** The alerts found for the first page. */
	alerts: readonly Alert[];
	/** Where the next page begins. */
	position: number;
	diesAt: number;
	/** The newest cursor. */
	cursor?: string;
};

/** What the service holds and knows; the endpoints work on it. */
export type ServiceState = ReturnType<typeof newState>;

/** The state of a service that has just started. */
export const newState = ({ clock, switches, token }: Service, world: World) => ({
	...{ world, clock, switches },
	/** The scopes of each token that is valid. */
	tokens: new Map([[token, allScopes]]),
	/** Items of writes that are refused, with the issue: by log_source, log_source_id or device_name. */
	refusedItems: new Map<string | number, string>(),
	/** When each request of the last minute came, for the rate limit. */
	recent: [] as number[],
	/** Until when the rate limit refuses every call, in ms of the clock. */
	lockedUntil: 0,
	/** The scrolls by the cursors that were given out. */
	cursors: new Map<string, Scroll>(),
	bulks: new Map<string, { alerts: readonly Alert[]; fetches: number }>(),
	ids: new Ids(switches),
	/** The last number given out; makes cursors and bulk requests unique. */
	serial: 0,
});
