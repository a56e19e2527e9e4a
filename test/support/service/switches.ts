/**
 * What the specification leaves open: for each question the readings that the service can take.
 * The first one is the default. Where a reading is a number, any number may be set.
 */
export const READINGS = {
	/** HTTP status of refusals; `fitting` is 401 for a refused token and 400 for the rest. */
	errorStatus: ['fitting', 200, 400, 401, 403, 500],
	/** What a token without the operation's scope is refused with. */
	scopeRefusal: ['unauthorized', 'general'],

	/** What `meta.cursor` is once there is nothing more. `emptyPage` leads to one empty page. */
	endOfCursor: ['absent', 'null', 'empty', 'repeat', 'emptyPage'],
	/** Whether the other search fields go with a cursor (`query` never does). */
	cursorCompanions: ['ignored', 'required', 'refused'],
	/** How long a cursor lives, in ms of the service's clock. */
	cursorLifetimeMs: [300_000, 1_000],
	/** Whether a cursor may be sent a second time. */
	cursorReuse: ['allowed', 'refused'],
	/** Whether a cursor's later pages see what arrived after the first. */
	cursorView: ['snapshot', 'live'],
	/** Records on a page of the alert search. */
	alertPageSize: [100, 1, 7, 1000],
	/** Order of alerts; `shuffled` is stable. */
	alertOrder: ['oldestFirst', 'newestFirst', 'arrival', 'shuffled'],
	/** Whether an alert at start_time itself is found. */
	startBound: ['inclusive', 'exclusive'],
	/** Whether an alert at end_time itself is found. */
	endBound: ['inclusive', 'exclusive'],
	/** Fractions of a second in times of a search. */
	timeFractions: ['kept', 'cut', 'refused'],
	/** Offsets other than Z in times of a search. */
	timeOffsets: ['refused', 'accepted'],
	/** The service's own zone, in minutes east of UTC, which a record's Time is written in. */
	recordZoneMinutes: [0, 120, -330],
	/** What a search and a bulk request must hold. */
	searchRequires: ['query, start_time, end_time', 'nothing'],
	/** What a comparison on a field that does not exist does. */
	unknownQueryField: ['refused', 'noMatch'],
	/** meta.total_items of a search. */
	alertTotals: ['true', 'absent', 'pageCount', 'tooLarge', 'tooSmall'],

	/** How many fetches of a bulk request are answered as not ready. */
	bulkFetchesBeforeReady: [1, 0, 3],
	/** How long a bulk request is not ready, in ms of the service's clock. */
	bulkMsBeforeReady: [0, 500],
	/** What a fetch is answered before the request is ready. */
	bulkNotReady: [
		'refusal',
		'emptyData',
		'noData',
		'nullData',
		'message',
		'status202',
		'emptyBody204',
	],
	/** What a page number outside the pages is answered. */
	bulkBeyond: ['refusal', 'emptyData'],
	/** The number of the first page. */
	bulkFirstPage: [1, 0],
	/** next_page on the last page. */
	bulkLastNextPage: ['absent', 'null', 'zero', 'minusOne', 'same', 'beyond'],
	/** How long the pages of a bulk request can be fetched, in ms of the service's clock. */
	bulkLifetimeMs: [86_400_000, 60_000],
	/** Whether the answer to a bulk request tells the number of pages. */
	bulkTellsPages: [false, true],

	/** Which of page and from holds where both are sent. */
	pageAgainstFrom: ['page', 'from', 'refused'],
	/** The most rows a page of a list holds, however large the limit. */
	largestPage: [1000, 100, 10],
	/** What meta of a list says: the truth, nothing, the rows of the page as total, or too much. */
	listMeta: ['true', 'absent', 'pageCount', 'tooLarge'],
	/** How names in filters are compared. */
	nameFilter: ['exact', 'contains'],
	/** Which name of a domain its requests go by. */
	domainNames: ['full', 'flat', 'both'],
	/** How names come back. */
	nameCase: ['asStored', 'upper', 'lower'],
	/** How the set of log_collection_mode is spelt in answers. */
	modeCase: ['asStored', 'upper'],

	/** The order of the ids of added log sources. */
	addedOrder: ['shuffled', 'input', 'reverse'],
	/** What a failed deletion calls an entry that had an id only and whose name is not known. */
	deleteFailureName: ['idText', 'empty', 'unrelated'],
	/** Whether a failed deletion also carries the log_source_id that was sent. */
	deleteFailureCarriesId: [false, true],
	/** What a summary says beside the list of failures. */
	summary: ['true', 'allSucceeded', 'oneMoreFailed', 'absent'],
	/** Which form of Add agents holds where both are sent. */
	agentForm: ['body', 'query'],
	/** What moves an agent's installation on: time, or reads of the list. */
	agentStepsBy: ['time', 'reads'],
	/** Ms of the service's clock, or reads, from one status to the next. */
	agentStepEvery: [5_000, 1],
	/** Which fields a parser rule must have beside its log_type_id or rule_id. */
	ruleRequires: ['rule_name, method', 'nothing', 'everything'],

	/** Requests a minute; 0 is no limit. */
	rateLimit: [0, 60],
	/** The minute of the rate limit, in ms of the service's clock. */
	rateLimitWindowMs: [60_000, 1_000],
	/** Status of what goes beyond the rate limit. */
	rateLimitStatus: [429, 503],
	/** How Retry-After is written there. */
	retryAfter: ['seconds', 'date', 'absent'],
	/** The body of what goes beyond the rate limit. */
	rateLimitBody: ['refusal', 'html', 'empty'],

	/** Whether ids have 19 digits. */
	largeIds: [false, true],
	/** Alert pages are checked by their first record only (for benchmarks). */
	trusted: [false, true],
} as const;

type Widened<T> = T extends number ? number : T extends boolean ? boolean : T;

/** One reading for each open question. */
export type Switches = {
	-readonly [Name in keyof typeof READINGS]: Widened<(typeof READINGS)[Name][number]>;
};

/** The default readings. */
export const defaultSwitches = (): Switches =>
	Object.fromEntries(
		Object.entries(READINGS).map(([name, readings]) => [name, readings[0]]),
	) as Switches;

/** A whole service's worth of readings, to run one suite under several services. */
export type NamedReadings = { name: string; switches: Partial<Switches> };

/** A few services that differ in as much as the specification lets them. */
export const someReadings = (): NamedReadings[] => [
	{ name: 'as published', switches: {} },
	{
		name: 'everything under 200, newest first, large ids',
		switches: {
			errorStatus: 200,
			endOfCursor: 'null',
			cursorCompanions: 'required',
			alertOrder: 'newestFirst',
			alertPageSize: 7,
			startBound: 'exclusive',
			endBound: 'exclusive',
			bulkFirstPage: 0,
			bulkNotReady: 'emptyData',
			bulkLastNextPage: 'null',
			pageAgainstFrom: 'refused',
			largestPage: 100,
			listMeta: 'absent',
			nameCase: 'upper',
			largeIds: true,
			deleteFailureCarriesId: true,
		},
	},
	{
		name: 'everything under 500, shuffled, lying meta',
		switches: {
			errorStatus: 500,
			endOfCursor: 'emptyPage',
			cursorCompanions: 'refused',
			cursorReuse: 'refused',
			alertOrder: 'shuffled',
			timeFractions: 'refused',
			endBound: 'exclusive',
			bulkNotReady: 'status202',
			bulkLastNextPage: 'same',
			bulkBeyond: 'emptyData',
			pageAgainstFrom: 'from',
			largestPage: 10,
			listMeta: 'pageCount',
			nameFilter: 'contains',
			addedOrder: 'reverse',
			deleteFailureName: 'empty',
			agentStepsBy: 'reads',
			agentStepEvery: 1,
		},
	},
	{
		name: 'plain and generous',
		switches: {
			errorStatus: 400,
			endOfCursor: 'empty',
			alertPageSize: 1000,
			timeFractions: 'cut',
			timeOffsets: 'accepted',
			recordZoneMinutes: 120,
			searchRequires: 'nothing',
			bulkFetchesBeforeReady: 0,
			bulkLastNextPage: 'beyond',
			listMeta: 'tooLarge',
			addedOrder: 'input',
			ruleRequires: 'nothing',
			domainNames: 'both',
			nameCase: 'lower',
		},
	},
];
