/**
 * The questions that the specification leaves open and the package handles. Each switch takes the plainest
 * reading, as in the specification's examples.
 */
export const documented = {
	/** HTTP status of refusals; `fitting` means 401 for a refused token and 400 otherwise. */
	errorStatus: 'fitting' as 'fitting' | 200,
	dateHeader: 'true' as 'true' | 'absent',

	/** The end of a search: the last page has no cursor, or its cursor leads to an empty page. */
	endOfCursor: 'absent' as 'absent' | 'emptyPage',
	/** Each page of a search has its own cursor, or all pages share one. */
	cursorText: 'new' as 'new' | 'constant',
	alertPageSize: 100,
	alertOrder: 'oldestFirst' as 'oldestFirst' | 'newestFirst' | 'shuffled',
	/** A search includes or excludes alerts at start_time, and alerts at end_time. */
	startBound: 'inclusive' as 'inclusive' | 'exclusive',
	endBound: 'inclusive' as 'inclusive' | 'exclusive',
	/** The zone of a record's Time, by its name in Intl. */
	recordZone: 'UTC',
	/** meta.total_items of a search; `ofPage` counts only the alerts of each page. */
	alertTotals: 'true' as 'true' | 'absent' | 'tooLarge' | 'ofPage',
	/** The number of fetches of a bulk request that return "not ready". */
	bulkFetchesBeforeReady: 1,

	/** The filters of a list ignore or distinguish upper and lower case in names. */
	filterCase: 'any' as 'any' | 'exact',
	/** The maximum of rows on a page of a list, even for a larger limit. */
	largestPage: 1000,

	/** Requests a minute over all endpoints; 0 means no limit. */
	rateLimit: 0,
	/** The duration of the lock after an excess, in ms; a call meanwhile prolongs the lock. */
	rateLimitLockMs: 0,
	retryAfter: 'seconds' as 'seconds' | 'absent',
	largeIds: false,
};

/** One reading for each open question. */
export type Switches = typeof documented;

/** The likely service, by public traces of the product, without its limit of requests. */
export const likely: Switches = {
	...documented,
	errorStatus: 200,
	endOfCursor: 'emptyPage',
	cursorText: 'constant',
	recordZone: 'Europe/Berlin',
	largeIds: true,
};
