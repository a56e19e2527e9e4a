import { beforeEach, describe, expect, it, jest } from '@jest/globals';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/texts';
import { accountOf } from '../support/account';
import { rowsOf } from '../support/cases/results';
import { useCaseService } from '../support/cases/useCaseService';
import type { NodeRun } from '../support/harness/harness';
import { exampleOf, prepare, startAnew, type Example } from '../support/hostile/examples';
import type { Fault } from '../support/service/faults';
import type { RecordedRequest } from '../support/service/outgoing';

jest.setTimeout(60_000);

const service = useCaseService({ largestPage: 10 });

beforeEach(() => startAnew(service));

/** The end of a run: its whole result, a part of it, a result with a warning, or only a message. */
type Result = 'right' | 'less' | 'noted' | 'message';

/** The outcomes of the items of a write. All but `succeeded` have a reason. */
type Outcome = 'succeeded' | 'failed' | 'unknown';

/** The consequences of a fault in the first request of a run, and the words that the user reads. */
interface Row {
	fault: Fault;
	read: Result[];
	write: Outcome[];
	poll: Result[];
	says: RegExp;
	/** Set if the response says that nothing was carried out. */
	isRefusal?: true;
	/** Set if a write is sent again, since it was not carried out. */
	isSentAgain?: true;
	/** Seconds; 30 by default. */
	timeout?: number;
}

/** The response is lost: a read is sent again; a write is not, and its items are looked up. */
const lost = (fault: Fault, says: RegExp): Row => ({
	fault,
	read: ['right'],
	write: ['succeeded', 'unknown'],
	poll: ['right', 'noted'],
	says,
});

const later = (fault: Fault): Row => ({
	fault,
	read: ['right'],
	write: ['succeeded'],
	poll: ['right', 'noted', 'message'],
	says: /too many requests/,
	isRefusal: true,
	isSentAgain: true,
});

const refused = (fault: Fault, says: RegExp): Row => ({
	fault,
	read: ['message'],
	write: ['succeeded', 'failed', 'unknown'],
	poll: ['right', 'noted', 'message'],
	says,
	isRefusal: true,
});

/** The response cannot be used: a read ends, and a write may have been carried out. */
const unusable = (fault: Fault, says: RegExp): Row => ({
	...lost(fault, says),
	read: ['message'],
	poll: ['right', 'noted', 'message'],
});

const TOKEN = /access token/;
const REFUSED = /refused (?:GET|POST|PUT|DELETE) \/.*/;
const STATUS = /answered \S+ \S+ with HTTP 5\d\d/;

const ROWS: Record<string, Row> = {
	'a reset before the request is carried out': lost({ kind: 'resetBefore' }, /connection/),
	'a reset in the middle of the response': lost({ kind: 'resetMiddle' }, /connection/),
	'no response': { ...lost({ kind: 'hang' }, /did not answer within 1 second/), timeout: 1 },
	'a response slower than the timeout': {
		...lost({ kind: 'drip', pieces: 8, everyMs: 500 }, /did not answer within 1 second/),
		timeout: 1,
	},
	'500': lost({ kind: 'status', status: 500 }, STATUS),
	'a web page under 200': unusable({ kind: 'html' }, /web page/),
	'429': later({ kind: 'status', status: 429 }),
	'503 with Retry-After': lost({ kind: 'status', status: 503, retryAfter: 'seconds' }, STATUS),
	'a refused token': refused({ kind: 'refusal', code: '07001113', status: 401 }, TOKEN),
	'a refusal': refused({ kind: 'refusal', code: '07001111', status: 400 }, REFUSED),
	'an echo of the token': refused({ kind: 'echo' }, /\[hidden\]/),
	'a redirect to another origin': {
		...unusable({ kind: 'redirect', to: 'other', status: 307 }, /another address|redirect/),
		// No further request is sent.
		write: ['unknown', 'failed'],
	},
	'a body without data': unusable({ kind: 'raw', text: '{}' }, /\S/),
	'a body without an end': unusable({ kind: 'endless' }, /larger than \d+ MB/),
	'counts that disagree': { ...lost({ kind: 'countsDisagree' }, /agree|refused/), poll: ['right'] },
	'failures without a name': lost({ kind: 'namelessFailures' }, /\S/),
	'a page short of a row': {
		...lost({ kind: 'shortPage' }, /served|holds|whole/),
		read: ['noted', 'message'],
		// A poll of alerts warns, and Look Back finds what is short for a moment.
		poll: ['noted', 'message'],
	},
};

const READS = ['logSource.getAll', 'alert.getAll'];
const WRITES = ['logSource.add', 'logSource.update', 'logType.create'];
const POLLS = ['alertTrigger.poll', 'healthTrigger.poll'];

/** Lists the texts that the user reads beside the result: the error, the reasons of items, and warnings. */
const wordsOf = (run: NodeRun): string[] => [
	...(run.error ? [`${run.error.message} ${run.error.description ?? ''}`] : []),
	...rowsOf(run).flatMap(({ outcome, detail, error }) =>
		outcome === 'failed' || outcome === 'unknown' || error !== undefined
			? [asText(detail) || JSON.stringify(error)]
			: [],
	),
	...run.hints.filter(({ type }) => type === 'warning').map(({ message }) => message),
];

/** Lists requests that were sent twice although each of them may write something. */
const sentTwice = (requests: readonly RecordedRequest[]): string[] => {
	const sent = new Set<string>();
	return requests.flatMap(({ method, path, text }) => {
		const key = method + path + text;
		const isTwice = (method === 'POST' || method === 'DELETE') && sent.has(key);
		sent.add(key);
		return isTwice ? [key] : [];
	});
};

async function run(example: Example, faults: Fault[], timeout = 30) {
	const credentials = { ...accountOf(service), timeout };
	const onError = 'continueRegularOutput' as const;
	const runExample = await prepare(service, example, { credentials, onError });
	service.faults.push(...faults);
	return { runExample, result: await runExample() };
}

const withoutTimes = (rows: unknown[]): unknown =>
	JSON.stringify(rows).replace(
		/\d{4}-\d\d-\d\d[T ][\d:]{8}|-\d{10}(?=")|(?<=")[\da-f]{16}(?=-)/g,
		'time',
	);

const resultOf = (result: NodeRun, clean: NodeRun): Result => {
	const rows = rowsOf(result).filter(({ error }) => error === undefined);
	if (rows.length === 0 && wordsOf(result).length > 0) return 'message';
	if (wordsOf(result).length > 0) return 'noted';
	if (rows.length < rowsOf(clean).length) return 'less';
	expect(withoutTimes(rows)).toBe(withoutTimes(rowsOf(clean)));
	return 'right';
};

const expectNoHarm = (result: NodeRun): void => {
	expect(service.foreignRequests).toEqual([]);
	expect(result.stored()).not.toContain(service.token);
	expect(service.requests.length).toBeLessThan(40);
	expect(wordsOf(result).join()).not.toMatch(
		/undefined|\[object|NaN|Cannot read|is not a function/,
	);
};

const keysOf = (results: NodeRun[]) =>
	results.flatMap(rowsOf).map(({ alert_key, change_key }) => asText(alert_key ?? change_key));

describe.each(Object.entries(ROWS))('%s', (_name, row) => {
	const { fault, read, write, poll, says, timeout } = row;
	const once: Fault[] = [{ ...fault, match: { nth: 1 } }];
	const always = [fault];

	it.each([...READS, ...POLLS])('in %s', async (name) => {
		const example = exampleOf(name);
		const { polls: isPoll = false } = example;
		const { result: clean } = await run(example, []);
		for (const faults of [once, always]) {
			startAnew(service);
			const { runExample, result } = await run(example, faults, timeout);
			const came = resultOf(result, clean);
			if (faults === once) expect(isPoll ? poll : read).toContain(came);
			const isSilent = came === 'right' || (isPoll && came === 'less');
			if (!isSilent) expect(wordsOf(result).join()).toMatch(says);
			expectNoHarm(result);
			// A pass over Look Back, some minutes later, finds what a page lacked for a moment.
			if (!isPoll || (came === 'noted' && !poll.includes('right'))) continue;
			// The next poll emits the rest, and nothing twice.
			service.clearFaults();
			const keys = keysOf([result, await runExample()]);
			expect(withoutTimes(keys.toSorted())).toBe(withoutTimes(keysOf([clean]).toSorted()));
		}
	});

	it.each(WRITES)('in %s', async (name) => {
		const example = exampleOf(name);
		// Without a refusal, the service may or may not have carried out the request.
		const effects = row.isRefusal ? [false] : [false, true];
		for (const carriedOut of effects)
			for (const faults of [once, always]) {
				startAnew(service);
				const { result } = await run(
					example,
					faults.map((each) => ({ ...each, carriedOut })),
					timeout,
				);
				const rows = rowsOf(result);
				expect(rows).toHaveLength(example.items.length);
				const outcomes = rows.map(({ outcome }) => outcome as Outcome);
				const done = example.items.map((item) => example.done?.(service, item));
				outcomes.forEach((outcome, index) => {
					if (outcome !== 'unknown')
						expect([index, done[index]]).toEqual([index, outcome === 'succeeded']);
				});
				if (faults === once) {
					expect(outcomes.filter((outcome) => !write.includes(outcome))).toEqual([]);
				}
				if (outcomes.some((outcome) => outcome !== 'succeeded')) {
					expect(wordsOf(result).join()).toMatch(says);
				}
				if (row.isSentAgain !== true) expect(sentTwice(service.requests)).toEqual([]);
				expectNoHarm(result);
			}
	});
});
