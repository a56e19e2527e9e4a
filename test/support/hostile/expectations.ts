import { READS_FIRST, type Cell, type When, type Outcome } from './matrix';

/** No fault of an answer: nothing listens. */
export const REFUSED = 'connection refused';

/** One operation of each kind: the others of its kind send and are read in the same way. */
const LIST = 'logSource.getAll';
const LIST_IN_ONE_ANSWER = 'logType.getAll';
const GET = 'logSource.get';
const SEARCH = 'alert.getAll';
const COUNT = 'alert.count';
/** Begins with a write, and then asks for its first page as often as it has time. */
const EXPORT = 'alert.exportAlerts';
/** Waits for its page as an export does. */
const BULK_PAGE = 'alert.getBulkPage';
/** Answers with one ID, and no list. */
const BULK = 'alert.startBulkRequest';
const BATCHED_WRITE = 'logSource.add';
const SINGLE_WRITE = 'logType.create';
const POLL = 'alertTrigger.poll';
/** Reads its lists whole or not at all. */
const HEALTH = 'healthTrigger.poll';

export const KINDS: readonly string[] = [
	...[LIST, LIST_IN_ONE_ANSWER, GET, SEARCH, COUNT, EXPORT, BULK_PAGE, BULK],
	...[BATCHED_WRITE, SINGLE_WRITE, READS_FIRST, POLL, HEALTH],
];

type Outcomes = Record<Exclude<When, 'lookedUp'>, Outcome>;

/** What a fault comes to, and what the user must read where that is not simply right. */
interface Expectation {
	read: Outcomes;
	write: Outcomes;
	/** Of a trigger, whose poll goes on with a shorter search, and keeps what it has read. */
	poll: Outcomes;
	says: RegExp;
	/** Why n8n is told that the node stopped. */
	cause?: string;
	/** No other request of the node is sent after this. */
	fatal?: boolean;
	/** A page of a bulk request is not waited for after this. */
	endsWait?: boolean;
}

const at = (always: Outcome, once: Outcome, later: Outcome): Outcomes => ({ always, once, later });

const RIGHT = at('right', 'right', 'right');
const STOPPED = at('stopped', 'stopped', 'stopped');
const NOTED = at('noted', 'noted', 'noted');

/** Right where only the first request meets the fault. */
const rightOnce = (otherwise: Outcome): Outcomes => at(otherwise, 'right', otherwise);

/** A poll that gained something does not stop. */
const GOES_ON = at('stopped', 'right', 'noted');
const GIVES_UP = at('stopped', 'stopped', 'noted');

const UNAVAILABLE = 'temporarily-unavailable';
const CONFIGURATION = 'configuration-invalid';

/** The answer, or that there was none, does not tell whether the request was carried out. */
const lost = (says: RegExp): Expectation => ({
	read: rightOnce('stopped'),
	write: at('unknown', 'unknown', 'partly'),
	poll: GOES_ON,
	says,
	cause: UNAVAILABLE,
});

const passes: Expectation = { read: RIGHT, write: RIGHT, poll: RIGHT, says: /^$/ };

const notNow = (says: RegExp, cause: string): Expectation => ({
	read: rightOnce('stopped'),
	write: at('stopped', 'right', 'partly'),
	poll: GIVES_UP,
	says,
	cause,
});

const refused = (says: RegExp): Expectation => ({
	read: STOPPED,
	write: at('stopped', 'stopped', 'partly'),
	poll: GOES_ON,
	says,
});

/** A refusal that does not say that nothing was done. */
const general = (says: RegExp): Expectation => ({
	...refused(says),
	write: at('unknown', 'unknown', 'partly'),
});

const forAll = (says: RegExp, cause: string): Expectation => ({
	...refused(says),
	poll: GIVES_UP,
	fatal: true,
	cause,
});

const broke = lost(/connection to the service broke before its answer was complete/);
const timedOut = lost(/did not answer within 1 second/);
const serverFault = lost(/answered with HTTP 50[023] and no message of the service/);
const tooMany =
	/receives too many requests.*HTTP (?:429|400|200)|receives too many requests.*earlier request/;
const notAvailable = /not available at the moment.*HTTP 503/;
const throttled = notNow(tooMany, 'rate-limited');
const unavailable = notNow(notAvailable, UNAVAILABLE);

const leadsAway = forAll(/base URL leads to another address.*not followed/, CONFIGURATION);

const refusals = Object.fromEntries(
	['07001113', '07001111', '07001110'].flatMap((code) =>
		[200, 400, 401, 403, 500].map((status): [string, Expectation] => {
			const name = `refusal ${code} under ${status}`;
			if (code === '07001113') {
				const says =
					/refused the access token.*Create an access token with the scope [a-z]+\.[A-Z]+/;
				return [name, forAll(says, 'credential-invalid')];
			}
			const own = general(new RegExp(`refused (?:GET|POST|PUT|DELETE) /.*\\(${code}\\)`));
			return [name, status === 500 ? { ...own, read: rightOnce('stopped') } : own];
		}),
	),
);

const filtered = /refused (?:GET|POST|PUT|DELETE) \/.*XSS_DETECTED for the parameter \[regex\]/;
const coded: Expectation = { ...refused(filtered), endsWait: true };

const echoed = general(/refused (?:GET|POST|PUT|DELETE) \/.*\[hidden\]/);

/** What each fault comes to, whatever the operation. */
const EXPECTED: Readonly<Partial<Record<string, Expectation>>> = {
	[REFUSED]: forAll(/service cannot be reached.*ECONNREFUSED/, UNAVAILABLE),
	'reset before the answer': broke,
	'reset in the middle of the body': broke,
	'reset after the answer': passes,
	'carried out, answer lost': broke,
	'no answer': timedOut,
	'slow drip': passes,
	'drip slower than the time-out': timedOut,
	'cut-off JSON': lost(/cannot be read: text that is not complete JSON/),
	'HTML under 200': {
		...general(/answered .* with a web page instead of data/),
		cause: UNAVAILABLE,
	},
	'empty body': lost(/cannot be read: an empty body/),
	'wrong content type': passes,
	'429': throttled,
	'429, Retry-After in seconds': throttled,
	'429, Retry-After as a date': throttled,
	'429, Retry-After of nonsense': throttled,
	'400 with a title of throttling': throttled,
	'IAM0019 under 200': throttled,
	'503': serverFault,
	'503, carried out': serverFault,
	'503, Retry-After in seconds': unavailable,
	'503, Retry-After as a date': unavailable,
	'503, Retry-After of nonsense': serverFault,
	'500 with JSON': serverFault,
	'500 with HTML': serverFault,
	'502 with HTML': serverFault,
	'500, carried out': serverFault,
	'302, same origin': leadsAway,
	'307, same origin': leadsAway,
	'302, other origin': leadsAway,
	'307, other origin': leadsAway,
	...refusals,
	'refusal 07001110 under 200, carried out': general(
		/refused (?:GET|POST|PUT|DELETE) \/.*\(07001110\)/,
	),
	'input filter, shape errorMessage': coded,
	'input filter, shape statusFailure': coded,
	'input filter, shape errorCode': coded,
	// This shape has no place for the code that says that nothing was done.
	'input filter, shape errorDescription': general(filtered),
	'HTML under 404': {
		...refused(/answered with HTTP 404 and no message of the service/),
		cause: UNAVAILABLE,
	},
	'echo of the request under 400': echoed,
	'echo of the request under 200': echoed,
	'meta missing': {
		...passes,
		says: /whether more alerts follow is not known|gave no count|have no alert_key/,
	},
	'meta wrong': { ...passes, says: /gave no count|have no alert_key/ },
	'rows of a wrong type': general(/holds no list of records|refused 5 of \d without saying which/),
	'data of a wrong type': general(
		/holds no list of records|do not agree|did not say that it was done|answered without a|holds no request_id/,
	),
	'unknown fields': passes,
	'huge numbers': {
		...passes,
		says: /do not agree|gave no count|two records have one ID|have no alert_key|lists no|has no parser rule|has no usable id/,
	},
	'a page that repeats': { ...passes, says: /repeats|served/ },
	'a cursor that repeats': { ...passes, says: /counts \d+ alerts.* and served/ },
	'cursors are forgotten': passes,
	'a page short of a row': {
		...passes,
		read: NOTED,
		poll: rightOnce('noted'),
		says: /served|holds 59 alerts and says 60|lists no|has no parser rule/,
	},
};

/** Operations whose answers do not hold what a fault spoils, or hold it in another way. */
const APART: Record<string, Record<string, Outcomes>> = {
	// The answer does not say whether alerts follow; one without a cursor is the last one.
	'meta missing': {
		[SEARCH]: STOPPED,
		[COUNT]: STOPPED,
		[BULK_PAGE]: NOTED,
		// A search whose end is not told goes on with the next poll.
		[POLL]: rightOnce('noted'),
		[EXPORT]: rightOnce('noted'),
	},
	'meta wrong': {
		[SEARCH]: rightOnce('stopped'),
		[COUNT]: rightOnce('stopped'),
		[BULK_PAGE]: NOTED,
		[POLL]: rightOnce('noted'),
		[EXPORT]: rightOnce('noted'),
	},
	'rows of a wrong type': {
		[SINGLE_WRITE]: RIGHT,
		[READS_FIRST]: at('stopped', 'stopped', 'right'),
		[EXPORT]: rightOnce('stopped'),
		[BULK]: RIGHT,
	},
	'huge numbers': {
		[BATCHED_WRITE]: at('unknown', 'unknown', 'partly'),
		[GET]: STOPPED,
		[HEALTH]: rightOnce('stopped'),
		[BULK_PAGE]: NOTED,
		[READS_FIRST]: at('refused', 'refused', 'right'),
		[EXPORT]: rightOnce('noted'),
	},
	'a page that repeats': {
		[LIST]: rightOnce('stopped'),
		[HEALTH]: rightOnce('stopped'),
		[SEARCH]: rightOnce('noted'),
		[POLL]: rightOnce('noted'),
	},
	'a cursor that repeats': {
		[SEARCH]: rightOnce('noted'),
		[POLL]: rightOnce('noted'),
	},
	'a page short of a row': {
		// Nothing counts its rows, so nobody can see that one is missing.
		[LIST_IN_ONE_ANSWER]: at('wrong', 'wrong', 'wrong'),
		[BULK]: RIGHT,
		// The whole list is read, since the service counts more.
		[GET]: at('stopped', 'noted', 'stopped'),
		[HEALTH]: rightOnce('stopped'),
		[COUNT]: RIGHT,
		[READS_FIRST]: at('partly', 'partly', 'right'),
		[EXPORT]: rightOnce('noted'),
	},
	'cursors are forgotten': { [SEARCH]: rightOnce('stopped'), [POLL]: rightOnce('noted') },
};

/** What an export says at its end, whatever kept its first page from being there. */
const NOT_READY = /bulk request was not ready within 1 seconds/;

/** What a poll says that reads its lists whole or not at all. */
const NOT_WHOLE = /could not be read whole: the service counts/;

/** What a search says where the service refuses the request of a later page. */
const CURSOR_GONE = /no longer knows the cursor of this search/;

/** What an operation may say of any fault. */
const OWN_WORDS: Record<string, RegExp[]> = {
	[EXPORT]: [NOT_READY],
	// The last one where it is not known whether this is the first page.
	[BULK_PAGE]: [NOT_READY, /^The alerts have no alert_key/],
	[SEARCH]: [CURSOR_GONE],
	[COUNT]: [CURSOR_GONE],
	[HEALTH]: [NOT_WHOLE],
	[POLL]: [
		CURSOR_GONE,
		/what was read is kept, the rest is read with the next poll$|the next poll goes on from there$|they are read again with the next polls$/,
	],
};

/** What any operation comes to that a fault does not meet in a way of its own. */
function usual(operation: string, expectation: Expectation): Outcomes {
	const { read, write, poll, fatal = false, endsWait = fatal } = expectation;
	switch (operation) {
		case POLL:
			return poll;
		case BULK_PAGE:
			return endsWait || read.always !== 'stopped' ? read : { ...read, once: 'right' };
		case BATCHED_WRITE:
			return write;
		case READS_FIRST:
			// After the first request there are its writes, all of which meet the fault.
			return { ...read, later: write.always };
		case SINGLE_WRITE:
			// The first item meets the fault and the others do not.
			return !fatal && ['stopped', 'unknown'].includes(write.once)
				? { ...write, once: 'partly' }
				: write;
		default:
			return read;
	}
}

/** What the user reads of a fault, whatever it comes to. */
export function wordsFor(fault: string, operation: string): RegExp[] {
	return [expectationOf(fault).says, ...(OWN_WORDS[operation] ?? [])];
}

/** Why n8n is told that a node stopped. */
export function causeOf(fault: string, says: readonly string[]): string | undefined {
	const isLate = says.some((text) => NOT_READY.test(text) || NOT_WHOLE.test(text));
	return isLate ? UNAVAILABLE : expectationOf(fault).cause;
}

/**
 * What a cell must come to. With a look-up that depends on its listing: its troubles say whether it
 * tells the truth.
 */
export function outcomeOf(fault: string, { operation, when, outcome }: Cell): Outcome {
	if (when === 'lookedUp') return outcome;
	const outcomes = APART[fault]?.[operation] ?? usual(operation, expectationOf(fault));
	return outcomes[when];
}

function expectationOf(fault: string): Expectation {
	const expectation = EXPECTED[fault];
	if (expectation === undefined) throw new Error(`Nothing is expected of "${fault}"`);
	return expectation;
}
