import type { Switches } from '../support/service/switches';

/** A switch of the embedded service as the probe sees it. */
export interface Seen {
	question: string;
	/** The probe's answer under each reading. */
	answers: Readonly<Record<string, string>>;
	/** Other readings that the question needs. */
	beside?: Partial<Switches>;
	/** Readings that do not fit what the package expects. */
	isMisfit?: readonly string[];
}

const sees = (
	question: string,
	answers: Seen['answers'],
	beside: Partial<Switches> = {},
	isMisfit: readonly string[] = [],
): Seen => ({ question, answers, beside, isMisfit });

const refused = (status: number, shape = '{error: {code, title, detail}}'): string =>
	`known: ${status} {code, title, detail}, ${status} ${shape}`;

/** How far Berlin is from UTC now, in minutes. */
const berlin =
	((Number(new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(11, 13)) +
		24 -
		new Date().getUTCHours()) %
		24) *
	60;

const manyPages = { alertPageSize: 20 } as const;

const lockedOut = 'To see it, all clients of the service would be locked out.';

/** How the probe sees each switch of the embedded service, or why it cannot be seen from outside. */
export const seen: Record<keyof Switches, Seen | string> = {
	errorStatus: sees('Refusals', {
		fitting: 'known: 401 {code, title, detail}, 400 {error: {code, title, detail}}',
		200: refused(200),
		400: refused(400),
		401: refused(401),
		403: refused(403),
		500: refused(500),
	}),
	refusalShape: sees(
		'Refusals',
		{
			documented: refused(200),
			errorMessage: `${refused(200, '{error: {errorcode, message}}')}, 200 {error: {code, title, detail}}`,
			statusFailure: `${refused(200, '{status, summary, data}')}, 200 {error: {code, title, detail}}`,
			errorDescription: `${refused(200, '{ERROR_DESCRIPTION}')}, 200 {error: {code, title, detail}}`,
			errorCode: `${refused(200, '{errorCode, errorMessage}')}, 200 {error: {code, title, detail}}`,
			mixed:
				'known: 200 {code, title, detail}, 200 {ERROR_DESCRIPTION}, 200 {error: {code, title, detail}}',
		},
		{ errorStatus: 200 },
	),
	inputFilter: sees('Unknown parameter', { false: 'refused', true: 'refused by a filter' }),
	generalRefusals: 'What was done before a refusal is not listed anywhere.',
	dateHeader: sees('Clock, against this computer', {
		true: 'agrees',
		absent: 'no Date header',
		ahead: 'differs: 7 minutes',
		behind: 'differs: -7 minutes',
	}),

	endOfCursor: sees('End of a search', {
		absent: 'no cursor',
		null: 'cursor: null',
		empty: 'cursor: empty',
		repeat: 'empty page with the same cursor',
		emptyPage: 'empty page',
		emptyPageWithCursor: 'empty page with a cursor',
	}),
	cursorText: sees('Cursor of the next page', { new: 'another', constant: 'the same' }, manyPages),
	cursorCompanions: sees(
		'Other fields beside a cursor',
		{ ignored: 'accepted', required: 'required', refused: 'refused' },
		manyPages,
	),
	cursorExpiry: 'A cursor expires after five minutes without use.',
	cursorReuse: sees(
		'A cursor sent again',
		{ allowed: 'same page', refused: 'refused', movesOn: 'another page' },
		manyPages,
	),
	cursorView: 'An alert would have to arrive between two pages.',
	alertPageSize: sees('Alerts on a page', {
		1: 'alerts: 1',
		7: 'alerts: 7',
		100: 'alerts: 100',
		1000: 'alerts: 1000',
	}),
	alertPageFill: sees(
		'Alerts on a page',
		{ full: 'alerts: 7', uneven: 'uneven pages' },
		{ alertPageSize: 7 },
	),
	alertOrder: sees('Order of alerts', {
		oldestFirst: 'oldest first',
		newestFirst: 'newest first',
		arrival: 'another order',
		shuffled: 'another order',
	}),
	equalTimes: sees('Alerts of one second, asked for twice', {
		stable: 'same order',
		reordered: 'another order',
		lostAtPageEdge: 'same order',
	}),
	startBound: sees('Alert at start_time itself', { inclusive: 'included', exclusive: 'excluded' }),
	endBound: sees('Alert at end_time itself', { inclusive: 'included', exclusive: 'excluded' }),
	timeFractions: sees('Fractions of a second', {
		kept: 'accepted',
		cut: 'cut',
		refused: 'refused',
	}),
	timeOffsets: sees('Time with an offset', { refused: 'refused', accepted: 'accepted' }),
	recordZone: sees('Time of an alert', {
		0: 'minutes from UTC: 0',
		120: 'minutes from UTC: 120',
		'-330': 'minutes from UTC: -330',
		'Europe/Berlin': `minutes from UTC: ${berlin}`,
	}),
	futureEnd: sees('An end_time in the future', { accepted: 'accepted', refused: 'refused' }),
	responseType: sees('Keys of alerts by response_type', {
		ignored: 'known: spaced, client spaced, server spaced',
		clientUnspaced: 'known: spaced, client unspaced, server spaced',
		serverUnspaced: 'known: unspaced, client spaced, server unspaced',
	}),
	searchRequires: sees('Search for all alerts', {
		'query, start_time, end_time': 'with the query *',
		nothing: 'without a query',
	}),
	unknownQueryField: sees('Condition on an unknown field', {
		refused: 'refused',
		noMatch: 'finds nothing',
	}),
	starQuery: sees(
		'Search for all alerts',
		{ accepted: 'with the query *', refused: 'refused' },
		{},
		['refused'],
	),
	queryBackslash: sees('Backslash in a value', {
		strictEscape: 'must be doubled',
		escape: 'dropped unless doubled',
		literal: 'stands for itself',
		refused: 'refused',
	}),
	queryParentheses: sees('Parentheses around a condition', {
		optional: 'optional',
		required: 'required',
	}),
	alertTotals: sees(
		'total_items of a search',
		{
			true: 'alerts served',
			absent: 'absent',
			pageCount: 'alerts of a page',
			tooLarge: 'too large',
			tooSmall: 'too small',
			late: 'too small',
			10000: 'at most 10,000',
		},
		manyPages,
	),

	bulkFetchesBeforeReady: sees('Bulk page before it is ready', {
		0: 'ready at once',
		1: 'refused',
		3: 'refused',
	}),
	bulkMsBeforeReady: 'A bulk request that needs time looks like one that needs several fetches.',
	bulkNotReady: sees('Bulk page before it is ready', {
		refusal: 'refused',
		emptyData: 'an empty list',
		noData: 'no data',
		nullData: 'null',
		message: 'a message',
		status202: 'HTTP 202',
		emptyBody204: 'HTTP 204',
	}),
	bulkBeyond: sees('Bulk page after the last one', {
		refusal: 'refused',
		emptyData: 'an empty list',
	}),
	bulkFirstPage: sees('First bulk page', { 0: 'page: 0', 1: 'page: 1' }),
	bulkLastNextPage: sees('next_page on the last bulk page', {
		absent: 'absent',
		null: 'null',
		zero: 'below it: 0',
		minusOne: 'below it: -1',
		same: 'the same page',
		beyond: 'the page after it',
	}),
	bulkTellsPages: sees('Bulk request', {
		false: 'accepted',
		true: 'accepted with a number of pages',
	}),

	pageAgainstFrom: sees('Both page and from', {
		page: 'page counts',
		from: 'from counts',
		refused: 'refused',
	}),
	largestPage: sees('Largest page of a list', {
		1000: 'all rows',
		100: 'all rows',
		10: 'rows: 10',
	}),
	listMeta: sees(
		'Total of a list',
		{
			true: 'more than the page',
			absent: 'absent',
			pageCount: 'rows of the page',
			tooLarge: 'more than the page',
		},
		{ largestPage: 10 },
	),
	nameFilter: sees('Filter by name', { exact: 'the whole name', contains: 'a part of the name' }),
	nameCase: sees('Name of the added log source', {
		asStored: 'as written',
		upper: 'in upper case',
		lower: 'in lower case',
	}),
	modeCase: sees('Spelling of log_collection_mode', {
		asStored: 'mixed case',
		upper: 'upper case',
	}),

	deleteFailureName: sees('Delete a log source that is gone', {
		idText: 'named by its ID',
		empty: 'not named',
		unrelated: 'named otherwise',
	}),
	deleteFailureCarriesId: sees('Delete a log source that is gone', {
		false: 'named by its ID',
		true: 'named by its ID: with its ID',
	}),
	summary: sees(
		'Summaries of writes',
		{
			true: 'agree with the lists',
			allSucceeded: 'fewer failures than listed',
			oneMoreFailed: 'more failures than listed',
			absent: 'absent',
		},
		{},
		['allSucceeded', 'oneMoreFailed'],
	),
	agentStepsBy: 'It takes the installation of an agent.',
	agentStepEvery: 'It takes the installation of an agent.',
	ruleRequires: sees('Parser rule without a name and a method', {
		'rule_name, method': 'refused',
		nothing: 'accepted',
	}),
	ruleUpdate: sees('Update a parser rule in part', {
		merges: 'keeps other fields',
		replaces: 'clears other fields',
	}),

	rateLimit: lockedOut,
	rateLimitWindowMs: lockedOut,
	rateLimitLockMs: lockedOut,
	rateLimitLockRenewed: lockedOut,
	retryAfter: lockedOut,
	rateLimitBody: lockedOut,

	largeIds: sees('IDs', { false: 'short', true: 'more than 15 digits' }),
	trusted: 'No reading of a service: it makes benchmarks faster.',
};
