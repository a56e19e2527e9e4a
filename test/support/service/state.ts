import { allScopes } from './contract';
import { demoWorld, type Alert } from './demoWorld';
import { Ids } from './ids';
import type { Service } from './service';

/** A search whose pages a client reads in order; all its cursors refer to this scroll. */
export type Scroll = {
	alerts: readonly Alert[];
	/** The index of the first alert of the next page. */
	position: number;
	diesAt: number;
	cursor?: string;
};

export type ServiceState = ReturnType<typeof newState>;

export const newState = ({ clock, switches, token, options }: Service) => ({
	...{ clock, switches },
	world: (options.world ?? demoWorld)(clock.now()),
	tokens: new Map([[token, allScopes]]),
	/** Issues of refused items of writes, by log_source, log_source_id or device_name. */
	refusedItems: new Map<string | number, string>(),
	/** The times of the requests of the last minute, for the rate limit. */
	recent: [] as number[],
	/** The time until which the rate limit refuses every call, in ms of the clock. */
	lockedUntil: 0,
	cursors: new Map<string, Scroll>(),
	bulks: new Map<string, { alerts: readonly Alert[]; fetches: number }>(),
	ids: new Ids(switches),
	/** The last number used, which makes cursors and bulk requests unique. */
	serial: 0,
});
