/**
 * What the specification leaves open and the package handles: for each question the plainest reading,
 * as the specification's examples show it.
 */
export const documented = {
	/** HTTP status of refusals; `fitting` is 401 for a refused token and 400 for the rest. */
	errorStatus: 'fitting' as 'fitting' | 200,
	/** The Date header. */
	dateHeader: 'true' as 'true' | 'absent',

	/** What follows the last page of a search: no cursor, or a cursor of an empty page. */
	endOfCursor: 'absent' as 'absent' | 'emptyPage',
	/** Whether each page of a search has a cursor of its own or all have the same. */
	cursorText: 'new' as 'new' | 'constant',
	/** Alerts on a page of a search. */
	alertPageSize: 100,
	/** Order of alerts. */
	alertOrder: 'oldestFirst' as 'oldestFirst' | 'newestFirst' | 'shuffled',
	/** Whether an alert at start_time, and one at end_time, is found. */
	startBound: 'inclusive' as 'inclusive' | 'exclusive',
	endBound: 'inclusive' as 'inclusive' | 'exclusive',
	/** The zone of a record's Time, as Intl names it. */
	recordZone: 'UTC',
	/** meta.total_items of a search; `ofPage` counts the alerts of each page alone. */
	alertTotals: 'true' as 'true' | 'absent' | 'tooLarge' | 'ofPage',
	/** How many fetches of a bulk request are answered as not ready. */
	bulkFetchesBeforeReady: 1,

	/** Whether the filters of a list compare names with regard to case. */
	filterCase: 'any' as 'any' | 'exact',
	/** The most rows of a page of a list, even for a larger limit. */
	largestPage: 1000,

	/** Requests a minute over all endpoints; 0 is no limit. */
	rateLimit: 0,
	/** How long the lock after an excess refuses every call, in ms; a call meanwhile prolongs it. */
	rateLimitLockMs: 0,
	/** Whether an excess is answered with Retry-After. */
	retryAfter: 'seconds' as 'seconds' | 'absent',
	/** Whether ids have 19 digits. */
	largeIds: false,
};

/** One reading for each open question. */
export type Switches = typeof documented;

/** The service as public traces of the product make it likely, without its limit of requests. */
export const likely: Switches = {
	...documented,
	errorStatus: 200,
	endOfCursor: 'emptyPage',
	cursorText: 'constant',
	recordZone: 'Europe/Berlin',
	rateLimitLockMs: 300_000,
	retryAfter: 'absent',
	largeIds: true,
};
