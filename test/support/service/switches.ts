/**
 * What the specification leaves open and the package handles: for each question the readings that
 * the service can take, the plainest one first. A number stands for any number.
 */
export const READINGS = {
	/** HTTP status of refusals; `fitting` is 401 for a refused token and 400 for the rest. */
	errorStatus: ['fitting', 200, 500],
	/** Whether a filter in front of the operations refuses with codes of its own (XSS_DETECTED, …). */
	inputFilter: [false, true],
	/** The Date header. */
	dateHeader: ['true', 'absent'],

	/** What follows the last page of a search: no cursor, or a cursor of an empty page. */
	endOfCursor: ['absent', 'emptyPage'],
	/** Whether each page of a search has a cursor of its own or all have the same. */
	cursorText: ['new', 'constant'],
	/** What a cursor that is sent again gets: the same page, or the one after it (a scroll). */
	cursorReuse: ['allowed', 'movesOn'],
	/** Alerts on a page of a search. */
	alertPageSize: [100, 1, 7, 1000],
	/** Order of alerts. */
	alertOrder: ['oldestFirst', 'newestFirst', 'shuffled'],
	/** Whether an alert at start_time, and one at end_time, is found. */
	startBound: ['inclusive', 'exclusive'],
	endBound: ['inclusive', 'exclusive'],
	/** The zone of a record's Time: minutes east of UTC, or a name. */
	recordZone: [0, 120, -330, 'Europe/Berlin'],
	/** meta.total_items of a search; a number counts no further. */
	alertTotals: ['true', 'absent', 'tooLarge', 'tooSmall', 10_000],
	/** How many fetches of a bulk request are answered as not ready. */
	bulkFetchesBeforeReady: [1, 0, 3],

	/** The most rows of a page of a list, even for a larger limit. */
	largestPage: [1000, 100, 10],
	/** What meta of a list counts. */
	listMeta: ['true', 'absent', 'tooLarge'],
	/** How names in filters are compared. */
	nameFilter: ['exact', 'contains'],

	/** Requests a minute over all endpoints; 0 is no limit. */
	rateLimit: [0, 60],
	/** How long the lock after an excess refuses every call, in ms; a call meanwhile prolongs it. */
	rateLimitLockMs: [0, 300_000],
	/** Whether an excess is answered with Retry-After. */
	retryAfter: ['seconds', 'absent'],
	/** Whether ids have 19 digits. */
	largeIds: [false, true],
} as const;

type Widened<T> = T extends number ? number : T extends boolean ? boolean : T;

/** One reading for each open question. */
export type Switches = {
	-readonly [Name in keyof typeof READINGS]: Widened<(typeof READINGS)[Name][number]>;
};

/** The plainest reading of everything: the service as the specification's examples show it. */
export const documented = {
	name: 'documented',
	switches: Object.fromEntries(
		Object.entries(READINGS).map(([name, readings]) => [name, readings[0]]),
	) as Switches,
};

/** The service as public traces of the product make it likely; suites that need no limit leave `quota` off. */
export const likely = {
	name: 'likely',
	switches: {
		...documented.switches,
		errorStatus: 200,
		inputFilter: true,
		endOfCursor: 'emptyPage',
		cursorText: 'constant',
		cursorReuse: 'movesOn',
		recordZone: 'Europe/Berlin',
		rateLimitLockMs: 300_000,
		retryAfter: 'absent',
		largeIds: true,
	} satisfies Switches as Switches,
};

/** The published limit. */
export const quota = { rateLimit: 60 } as const;
