/**
 * What the specification leaves open: for each question the readings that the service can take.
 * The first one is the plainest; `likely` departs from it where traces of the product do. Where a
 * reading is a number, any number may be set.
 */
export const READINGS = {
	/** HTTP status of refusals; `fitting` is 401 for a refused token and 400 for the rest. */
	errorStatus: ['fitting', 200, 400, 401, 403, 500],
	/**
	 * The shape of general refusals and, where it is not `documented`, of the input filter's.
	 * `mixed`: each operation has one of the shapes.
	 */
	refusalShape: [
		'documented',
		'statusFailure',
		'mixed',
		'errorDescription',
		'errorMessage',
		'errorCode',
	],
	/**
	 * Whether an input filter in front of the operations refuses what breaks the document, and texts
	 * that look like markup, with codes of its own (XSS_DETECTED, PATTERN_NOT_MATCHED, …).
	 */
	inputFilter: [false, true],
	/** Whether a general refusal can come after a part of the work was done. */
	generalRefusals: ['beforeWork', 'midway'],
	/** The Date header: the service's clock, none, or a proxy's clock 7 minutes off. */
	dateHeader: ['true', 'absent', 'ahead', 'behind'],

	/**
	 * What `meta.cursor` is once there is nothing more. `emptyPage` leads to an empty page, which has
	 * no cursor; `emptyPageWithCursor` to empty pages that have one.
	 */
	endOfCursor: ['absent', 'null', 'empty', 'repeat', 'emptyPage', 'emptyPageWithCursor'],
	/** Whether each page has a cursor of its own or all have the same, which always moves on. */
	cursorText: ['new', 'constant'],
	/** Whether the other search fields go with a cursor (`query` never does). */
	cursorCompanions: ['ignored', 'required', 'refused'],
	/** What an expired cursor gets: a refusal, or a page of what is left, with a smaller total. */
	cursorExpiry: ['refused', 'fewerRows'],
	/** What a cursor sent again gets: the same page, a refusal, or the page after it (a scroll). */
	cursorReuse: ['allowed', 'refused', 'movesOn'],
	/** Whether a cursor's later pages see what arrived after the first. */
	cursorView: ['snapshot', 'live'],
	/** Records on a page of the alert search. */
	alertPageSize: [100, 1, 7, 1000],
	/** Whether a page before the last may hold fewer records. */
	alertPageFill: ['full', 'uneven'],
	/** Order of alerts; `shuffled` is stable. */
	alertOrder: ['oldestFirst', 'newestFirst', 'arrival', 'shuffled'],
	/**
	 * Alerts of the same second: in one order, in another order at each search (where alerts are
	 * ordered by time), or skipped where a page ends between them.
	 */
	equalTimes: ['stable', 'reordered', 'lostAtPageEdge'],
	/** Whether an alert at start_time itself is found. */
	startBound: ['inclusive', 'exclusive'],
	/** Whether an alert at end_time itself is found. */
	endBound: ['inclusive', 'exclusive'],
	/** Fractions of a second in times of a search. */
	timeFractions: ['kept', 'cut', 'refused'],
	/** Offsets other than Z in times of a search. */
	timeOffsets: ['refused', 'accepted'],
	/** The service's own zone, which a record's Time is written in: minutes east of UTC, or a name. */
	recordZone: [0, 120, -330, 'Europe/Berlin'],
	/** Whether an end_time in the future is refused. */
	futureEnd: ['accepted', 'refused'],
	/**
	 * Keys and spelling of values of the direct search by response_type: `clientUnspaced` gives the
	 * unspaced style for client; `serverUnspaced` for all but client.
	 */
	responseType: ['ignored', 'clientUnspaced', 'serverUnspaced'],
	/** What a search and a bulk request must hold. */
	searchRequires: ['query, start_time, end_time', 'nothing'],
	/** What a comparison on a field that does not exist does. */
	unknownQueryField: ['refused', 'noMatch'],
	/** The query `*`, for everything. */
	starQuery: ['accepted', 'refused'],
	/** A backslash in a quoted value: before `"` and `\\` only, before anything, plain, or refused. */
	queryBackslash: ['strictEscape', 'escape', 'literal', 'refused'],
	/** Whether a query must stand in parentheses, also around a single comparison. */
	queryParentheses: ['optional', 'required'],
	/**
	 * meta.total_items of a search; a number counts no further than that, `late` only what came in more
	 * than half a minute ago.
	 */
	alertTotals: ['true', 'absent', 'pageCount', 'tooLarge', 'tooSmall', 'late', 10_000],

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
	/** Whether the answer to a bulk request tells the number of pages. */
	bulkTellsPages: [false, true],

	/** Which of page and from holds where both are sent. */
	pageAgainstFrom: ['page', 'from', 'refused'],
	/** The most rows of a page of a list, even for a larger limit. */
	largestPage: [1000, 100, 10],
	/** What meta of a list says: the truth, nothing, the rows of the page as total, or too much. */
	listMeta: ['true', 'absent', 'pageCount', 'tooLarge'],
	/** How names in filters are compared. */
	nameFilter: ['exact', 'contains'],
	/** How names are written in answers. */
	nameCase: ['asStored', 'upper', 'lower'],
	/** How the set of log_collection_mode is spelt in answers. */
	modeCase: ['asStored', 'upper'],

	/** What a failed deletion calls an entry that had an id only and whose name is not known. */
	deleteFailureName: ['idText', 'empty', 'unrelated'],
	/** Whether a failed deletion also carries the log_source_id that was sent. */
	deleteFailureCarriesId: [false, true],
	/** What a summary says beside the list of failures. */
	summary: ['true', 'allSucceeded', 'oneMoreFailed', 'absent'],
	/** What moves an agent's installation on: time, or reads of the list. */
	agentStepsBy: ['time', 'reads'],
	/** Ms of the service's clock, or reads, from one status to the next. */
	agentStepEvery: [5_000, 1],
	/** Which fields a parser rule must have beside its log_type_id or rule_id. */
	ruleRequires: ['rule_name, method', 'nothing'],
	/** What an update does to the fields of a parser rule that it does not name. */
	ruleUpdate: ['merges', 'replaces'],

	/** Requests a minute over all endpoints; 0 is no limit. */
	rateLimit: [0, 60],
	/** The minute of the rate limit, in ms of the service's clock. */
	rateLimitWindowMs: [60_000, 1_000],
	/** How long the lock after an excess refuses every call, in ms; 0 is no lock. */
	rateLimitLockMs: [0, 300_000],
	/** Whether a call during the lock prolongs it. */
	rateLimitLockRenewed: [false, true],
	/** How Retry-After is written there. */
	retryAfter: ['seconds', 'date', 'absent'],
	/** The body of what goes beyond the rate limit: a general refusal, or a sibling's. */
	rateLimitBody: ['refusal', 'tooManyRequests'],

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

/** A whole service's worth of readings, to run one suite under several services. */
export type NamedReadings = { name: string; switches: Partial<Switches> };

const plainest = Object.fromEntries(
	Object.entries(READINGS).map(([name, readings]) => [name, readings[0]]),
) as Switches;

/**
 * The service as public traces of the product make it likely: an Elasticsearch scroll behind the
 * cursor, errors under 200, a sibling's input filter and rate limit. `rateLimit` itself is off: see
 * `quota`.
 */
export const likely = {
	name: 'likely',
	switches: {
		errorStatus: 200,
		inputFilter: true,
		generalRefusals: 'midway',
		endOfCursor: 'emptyPageWithCursor',
		cursorText: 'constant',
		cursorReuse: 'movesOn',
		equalTimes: 'reordered',
		timeOffsets: 'accepted',
		recordZone: 'Europe/Berlin',
		rateLimitLockMs: 300_000,
		rateLimitLockRenewed: true,
		rateLimitBody: 'tooManyRequests',
		retryAfter: 'absent',
		largeIds: true,
	},
} as const satisfies NamedReadings;

/** The published limit, which holds in the likely service too; suites that would only wait leave it off. */
export const quota = { rateLimit: 60 } as const satisfies Partial<Switches>;

/** The plainest reading of everything: the service as the specification's examples show it. */
export const documented: NamedReadings = { name: 'documented', switches: plainest };

/** The default readings: the likely service without its quota. */
export const defaultSwitches = (): Switches => ({ ...plainest, ...likely.switches });

/** Readings for tests of their own: they lie, refuse what an operation needs, or take time. */
const APART: { [Name in keyof Switches]?: ReadonlyArray<Switches[Name]> } = {
	endOfCursor: ['repeat'],
	equalTimes: ['lostAtPageEdge'],
	alertTotals: ['tooLarge', 'tooSmall', 'late'],
	futureEnd: ['refused'],
	starQuery: ['refused'],
	bulkMsBeforeReady: [500],
	summary: ['allSucceeded', 'oneMoreFailed', 'absent'],
	rateLimit: [60],
	trusted: [true],
};

/** As many services as a switch has readings at most. */
const TURNS = Math.max(...Object.values(READINGS).map(({ length }) => length));

/** A service that has one reading of each switch, and in each turn another one. */
const inTurn = (turn: number): NamedReadings => ({
	name: `the readings of turn ${turn}`,
	switches: Object.fromEntries(
		Object.entries(READINGS).map(([name, readings], place) => {
			const apart: readonly unknown[] = APART[name as keyof Switches] ?? [];
			const usual = readings.filter((reading) => !apart.includes(reading));
			// Neighbours begin with different readings.
			return [name, usual[(turn + place) % usual.length]];
		}),
	),
});

/**
 * Whole services, under which every usual reading is met; `likely` is the first. Under each an
 * operation that is asked rightly does its work and says so.
 */
export const someReadings = (): NamedReadings[] => [
	likely,
	documented,
	...Array.from({ length: TURNS }, (_none, turn) => inTurn(turn)),
];
