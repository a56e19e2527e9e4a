import { LONGEST_WAIT_MS, WAITS_MS } from '../../../nodes/shared/http/rateLimiter';
import type { Operation } from '../../../nodes/shared/operation/operation';
import { allOperations, nameOf } from '../rules/allOperations';
import { documentedOf } from '../rules/contractRules';
import type { Cell, Moment, Outcome } from './matrix';

/** What a cell must come to, and what the user must read where it is not simply right. */
export interface Expected {
	outcome: Outcome;
	says: RegExp[];
	/** Why n8n is told that the node stopped. */
	cause: string | undefined;
	/** How long all waits between attempts are, in ms, where the fault meets every request. */
	waitedMs: number | undefined;
}

type Outcomes = Record<Exclude<Moment, 'lookedUp'>, Outcome>;

interface Expectation {
	read: Outcomes;
	write: Outcomes;
	/** Of a trigger, whose poll goes on with a shorter search, and keeps what it has read. */
	poll: Outcomes;
	says: RegExp;
	cause?: string;
	/** The waits for a request that the fault always meets, of a read and of a write. */
	waits?: { read: Waits; write: Waits };
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

/** How long all waits are in ms, by the attempts for a request and the number of requests. */
type Waits = (attempts: number, requests: number) => number;

/** Waits of one, two, four and so many seconds. */
const DOUBLING: Waits = (attempts, requests) => requests * (2 ** (attempts - 1) - 1) * 1000;

/** Waits of a second. */
const AS_ASKED: Waits = (attempts, requests) => requests * (attempts - 1) * 1000;

/** Waits of a second, also of a request after another one: the lock outlasts a request. */
const LOCKED_AS_ASKED: Waits = (attempts, requests) => (requests * attempts - 1) * 1000;

/** Waits of a lock that lasts longer each time. */
const LOCKED: Waits = (attempts, requests) =>
	Array.from(
		{ length: requests * attempts - 1 },
		(_none, at) => WAITS_MS[at] ?? LONGEST_WAIT_MS,
	).reduce((sum, ms) => sum + ms, 0);

const NONE: Waits = () => 0;

const POLL = 'alertTrigger.poll';

/** Reads its lists whole or not at all, each request up to three times. */
const HEALTH = 'healthTrigger.poll';

/** Attempts for a request, the first one included. */
const attemptsOf = ({ operation }: Cell): number => (operation === HEALTH ? 3 : 6);

/** Answers with one ID, and no list. */
const BULK = 'alert.startBulkRequest';

const UPDATE_RULE = 'parserRule.update';

/** They read the rules of the log type before they write. */
const READ_FIRST = [UPDATE_RULE, 'parserRule.upsert'];

const readsFirst = ({ operation }: Cell): boolean => READ_FIRST.includes(operation);

/** Waits for its page as an export does. */
const BULK_PAGE = 'alert.getBulkPage';

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
	waits: { read: DOUBLING, write: NONE },
});

const passes: Expectation = { read: RIGHT, write: RIGHT, poll: RIGHT, says: /^$/ };

const notNow = (says: RegExp, cause: string, waits: Waits): Expectation => ({
	read: rightOnce('stopped'),
	write: at('stopped', 'right', 'partly'),
	poll: GIVES_UP,
	says,
	cause,
	waits: { read: waits, write: waits },
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
const timedOut = lost(/did not answer within 2 seconds/);
const serverFault = lost(/answered with HTTP 50[023] and no message of the service/);
const tooMany =
	/receives too many requests.*HTTP (?:429|400|200)|receives too many requests.*earlier request/;
const notAvailable = /not available at the moment.*HTTP 503/;
const throttled = notNow(tooMany, 'rate-limited', LOCKED);
const throttledFor = notNow(tooMany, 'rate-limited', LOCKED_AS_ASKED);
const unavailableFor = notNow(notAvailable, UNAVAILABLE, AS_ASKED);

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
			if (status !== 500) return [name, own];
			const read = rightOnce('stopped');
			return [name, { ...own, read, waits: { read: DOUBLING, write: NONE } }];
		}),
	),
);

const filtered = /refused (?:GET|POST|PUT|DELETE) \/.*XSS_DETECTED for the parameter \[regex\]/;
const coded: Expectation = { ...refused(filtered), endsWait: true };

const echoed = general(/refused (?:GET|POST|PUT|DELETE) \/.*\[hidden\]/);

/** What each fault comes to, whatever the operation. */
const EXPECTED: Readonly<Partial<Record<string, Expectation>>> = {
	'connection refused': {
		...forAll(/service cannot be reached.*ECONNREFUSED/, UNAVAILABLE),
		waits: { read: DOUBLING, write: DOUBLING },
	},
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
	'429, Retry-After in seconds': throttledFor,
	'429, Retry-After as a date': throttledFor,
	'429, Retry-After of nonsense': throttled,
	'400 with a title of throttling': throttled,
	'IAM0019 under 200': throttled,
	'503': serverFault,
	'503, carried out': serverFault,
	'503, Retry-After in seconds': unavailableFor,
	'503, Retry-After as a date': unavailableFor,
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
	'a page short of a row': {
		...passes,
		read: NOTED,
		poll: rightOnce('noted'),
		says: /served|holds 59 alerts and says 60|lists no|has no parser rule/,
	},
	'cursors are forgotten': passes,
};

type Exceptions = Record<string, Outcomes>;

const each = (operations: readonly string[], outcomes: Outcomes): Exceptions =>
	Object.fromEntries(operations.map((operation) => [operation, outcomes]));

const namesOf = (isMeant: (operation: Operation) => boolean): string[] =>
	allOperations.filter(({ operation }) => isMeant(operation)).map(nameOf);

/** Writes whose answer holds nothing that rows of a wrong type, or huge numbers, would spoil. */
const WITHOUT_REPORT = namesOf(
	(operation) => operation.kind === 'write' && 'outcome' in operation.parseResult,
);

/** Writes whose answer holds a summary. */
const WITH_REPORT = namesOf(
	(operation) => operation.kind === 'write' && 'report' in operation.parseResult,
);

/** Lists of several pages. */
const PAGED = namesOf(
	(operation) =>
		operation.kind === 'list' && documentedOf(operation)?.parameters.has('page') === true,
);

/** Searches by cursor. */
const SEARCHES = ['alert.getAll', POLL];

/** Lists without any count, in which nobody can see that a row is missing. */
const UNCOUNTED = namesOf(
	(operation) =>
		operation.kind === 'list' &&
		!JSON.stringify(documentedOf(operation)?.answerSchema).includes('"meta"'),
);

/** An export begins with a write, and then asks for its first page as often as it has time. */
const EXPORT = 'alert.exportAlerts';

/** Gets by an id, which is another one in the answer. */
const BY_ID = ['agent.get', 'alertProfile.get', 'logSource.get', 'parserRule.get'];

/** Gets of a list whose last row is the one that is asked for. */
const BY_FILTER = ['agent.get', 'logSource.get', 'logSourceGroup.get'];

const COUNT = 'alert.count';

/** Operations whose answers do not hold what a fault spoils, or hold it in another way. */
const APART: Record<string, Exceptions> = {
	// The answer does not say whether alerts follow; one without a cursor is the last one.
	'meta missing': {
		...each(['alert.getAll', COUNT], STOPPED),
		[BULK_PAGE]: NOTED,
		// A search whose end is not told goes on with the next poll.
		[POLL]: rightOnce('noted'),
		[EXPORT]: rightOnce('noted'),
	},
	'meta wrong': {
		...each(['alert.getAll', COUNT], rightOnce('stopped')),
		[BULK_PAGE]: NOTED,
		[POLL]: rightOnce('noted'),
		[EXPORT]: rightOnce('noted'),
	},
	'rows of a wrong type': {
		...each(WITHOUT_REPORT, RIGHT),
		...each(READ_FIRST, at('stopped', 'stopped', 'right')),
		[EXPORT]: rightOnce('stopped'),
		[BULK]: RIGHT,
	},
	'huge numbers': {
		...each(WITH_REPORT, at('unknown', 'unknown', 'partly')),
		...each(BY_ID, STOPPED),
		[HEALTH]: rightOnce('stopped'),
		[BULK_PAGE]: NOTED,
		[UPDATE_RULE]: at('refused', 'refused', 'right'),
		[EXPORT]: rightOnce('noted'),
	},
	'a page that repeats': {
		...each([...PAGED, HEALTH], rightOnce('stopped')),
		...each(BY_FILTER, RIGHT),
		...each(SEARCHES, rightOnce('noted')),
	},
	'a cursor that repeats': each(SEARCHES, rightOnce('noted')),
	'cursors are forgotten': { 'alert.getAll': rightOnce('stopped'), [POLL]: rightOnce('noted') },
	'a page short of a row': {
		...each(UNCOUNTED, at('wrong', 'wrong', 'wrong')),
		[BULK]: RIGHT,
		...each(BY_FILTER, STOPPED),
		...each([HEALTH, 'logSourceGroup.get'], rightOnce('stopped')),
		...each(
			[
				...[COUNT, 'alertProfile.get', 'domain.get', 'logType.get', 'parserRule.get'],
				'parserRule.upsert',
			],
			RIGHT,
		),
		[UPDATE_RULE]: at('partly', 'partly', 'right'),
		[EXPORT]: rightOnce('noted'),
	},
};

/** What an export says at its end, whatever kept its first page from being there. */
const NOT_READY = /bulk request was not ready within 1 seconds/;

/** What a poll says that reads its lists whole or not at all. */
const NOT_WHOLE = /could not be read whole: the service counts/;

/** What a poll says that could not read all there is. */
const READ_LATER =
	/what was read is kept, the rest is read with the next poll$|the next poll goes on from there$|they are read again with the next polls$/;

/** What a bulk page says that does not tell whether it is the first one. */
const KEYLESS = /^The alerts have no alert_key/;

/** What a search says where the service refuses the request of a later page. */
const CURSOR_GONE = /no longer knows the cursor of this search/;

/** What any operation comes to that a fault does not meet in a way of its own. */
function usual(
	cell: Cell,
	{ read, write: written, poll, fatal = false, endsWait = fatal }: Expectation,
): Outcomes {
	// After the first request there are its writes, all of which meet the fault.
	if (readsFirst(cell)) return { ...read, later: written.always };
	switch (cell.operation) {
		case POLL:
			return poll;
		case EXPORT:
			return read;
		case BULK_PAGE:
			return endsWait || read.always !== 'stopped' ? read : { ...read, once: 'right' };
		default:
			return cell.write ? written : read;
	}
}

/** A cell that is judged by its outcome; a look-up depends on its listing, and `troubles` say whether it tells the truth. */
export type Judged = Cell & { moment: Exclude<Moment, 'lookedUp'> };

export const isJudged = (cell: Cell): cell is Judged => cell.moment !== 'lookedUp';

/** What a cell must come to. */
export function expected(cell: Judged): Expected {
	const { fault, operation, write, batched, moment } = cell;
	const expectation = EXPECTED[fault];
	if (expectation === undefined) throw new Error(`Nothing is expected of "${fault}"`);
	const { fatal = false, cause } = expectation;
	const outcomes = APART[fault]?.[operation] ?? usual(cell, expectation);
	const outcome = outcomes[moment];
	// Of a write that is sent item by item, the first item meets the fault and the others do not.
	const isAlone = write && !readsFirst(cell) && !batched && moment === 'once' && !fatal;
	return {
		outcome: isAlone && ['stopped', 'unknown'].includes(outcome) ? 'partly' : outcome,
		says: [
			expectation.says,
			...([EXPORT, BULK_PAGE].includes(operation) ? [NOT_READY] : []),
			...([...SEARCHES, COUNT].includes(operation) ? [CURSOR_GONE] : []),
			...(operation === HEALTH ? [NOT_WHOLE] : []),
			...(operation === POLL ? [READ_LATER] : []),
			...(operation === BULK_PAGE ? [KEYLESS] : []),
		],
		cause: cell.says.some((text) => NOT_READY.test(text) || NOT_WHOLE.test(text))
			? UNAVAILABLE
			: cause,
		waitedMs: moment === 'always' ? waited(cell, expectation) : undefined,
	};
}

function waited(cell: Cell, { waits, fatal = false, endsWait = fatal }: Expectation): number {
	const { fault, operation, write, batched, outcome } = cell;
	if (operation === POLL) return 0;
	// They ask for their page for the second that they may.
	const asksOn = waits === undefined ? !endsWait : waits.write === NONE;
	if (operation === BULK_PAGE && asksOn && outcome === 'stopped') return 1000;
	if (operation === EXPORT && fault === 'rows of a wrong type') return 1000;
	if (waits === undefined) return 0;
	const isRead = !write || operation === EXPORT || readsFirst(cell);
	if (isRead) return waits.read(attemptsOf(cell), 1);
	const requests = batched || fatal ? 1 : 3;
	return waits.write(attemptsOf(cell), requests);
}
