import type { OperationId } from './contract';
import { hash32 } from './hash32';
import type { RecordedRequest } from './recorder';
import type { RefusalCode, RefusalShape } from './refusal';

/** Which requests a fault meets: those that fit all that is given. */
export type FaultMatch = {
	method?: string;
	operation?: OperationId;
	/** A part of the body's text. */
	body?: string;
	/** A search over more than so many seconds. */
	longerThan?: number;
	/** A search that begins more than so many seconds ago. */
	olderThan?: number;
	/** The first, second, … of the requests that fit the rest. */
	nth?: number;
	/** Of the requests that fit the rest, so many pass, then so many are met, and so on; or that part of them. */
	turns?: { pass: number; meet: number; isRandom?: boolean };
};

export type RetryAfter = 'seconds' | 'date' | 'nonsense';

/** What goes wrong. Where the request's work is done, it is done before. */
export type FaultAction =
	/** The connection is reset before anything of an answer; see `carriedOut`. */
	| { kind: 'resetBefore' }
	/** Head and half of the body, then a reset. */
	| { kind: 'resetMiddle' }
	/** The whole answer, then a reset. */
	| { kind: 'resetAfter' }
	/** The work is done and the connection closed without an answer. */
	| { kind: 'afterEffect' }
	/** No answer ever, until the service stops. */
	| { kind: 'hang' }
	/** The body comes in that many pieces, one each everyMs. */
	| { kind: 'drip'; pieces?: number; everyMs?: number }
	/** A whole answer that holds only the first half of the JSON text. */
	| { kind: 'cutJson' }
	/** A page as proxies and sign-in walls send it. */
	| { kind: 'html'; status?: number }
	| { kind: 'emptyBody' }
	/** The right answer under another Content-Type. */
	| { kind: 'contentType'; contentType?: string }
	| { kind: 'status'; status: number; body?: 'json' | 'html'; retryAfter?: RetryAfter }
	/** `same`: to a path of this service that serves the same; `other`: to a server of another origin. */
	| { kind: 'redirect'; to: 'same' | 'other'; status?: 301 | 302 | 303 | 307 | 308 }
	| {
			kind: 'refusal';
			code: RefusalCode;
			status: number;
			/** The documented one by default. */
			shape?: RefusalShape;
			title?: string;
			detail?: string;
	  }
	/** A refusal, the detail of which repeats the Authorization header and the body. */
	| { kind: 'echo'; status?: number }
	| { kind: 'metaMissing' }
	/** Numbers of meta that are none: texts, negative, null. */
	| { kind: 'metaWrong' }
	/** Rows that are a text, null, a number or a list. */
	| { kind: 'rowsWrong' }
	/** Data of another type altogether. */
	| { kind: 'dataWrong'; data?: unknown }
	/** Fields and values the document does not have. */
	| { kind: 'unknownFields' }
	/** Counts and ids past what a number holds. */
	| { kind: 'hugeNumbers' }
	/** Each page is answered with the rows of the first that met the fault. */
	| { kind: 'repeatPage' }
	/** meta.cursor, or next_page, is always what it was the first time. */
	| { kind: 'repeatCursor' }
	/** A body of 2 GB of blanks, if anybody takes it; a bomb is compressed to a thousandth. */
	| { kind: 'endless'; status?: number; bomb?: boolean }
	/** Any text in place of the answer. */
	| { kind: 'raw'; text: string; status?: number; headers?: Record<string, string> }
	/** The last row of a page is left out, and not counted. */
	| { kind: 'shortPage' }
	/** All cursors are forgotten before the answer. */
	| { kind: 'cursorsLost' };

export type Fault = FaultAction & {
	match?: FaultMatch;
	/** How often it strikes; without it, as long as the list holds it. */
	times?: number;
	/** Whether the request's work is done although the answer is replaced. */
	carriedOut?: boolean;
};

export type FaultKind = FaultAction['kind'];

/** A fault with words for it. */
export type NamedFault = { name: string; fault: Fault };

const comeBackLater = (status: number): Record<string, Fault> => ({
	[`${status}`]: { kind: 'status', status },
	[`${status}, Retry-After in seconds`]: { kind: 'status', status, retryAfter: 'seconds' },
	[`${status}, Retry-After as a date`]: { kind: 'status', status, retryAfter: 'date' },
	[`${status}, Retry-After of nonsense`]: { kind: 'status', status, retryAfter: 'nonsense' },
});

const refusals = Object.fromEntries(
	(['07001113', '07001111', '07001110'] as const).flatMap((code) =>
		[200, 400, 401, 403, 500].map((status): [string, Fault] => [
			`refusal ${code} under ${status}`,
			{ kind: 'refusal', code, status },
		]),
	),
);

const XSS = { code: 'XSS_DETECTED', detail: 'XSS_DETECTED for the parameter [regex]' } as const;

const siblingRefusals = Object.fromEntries(
	(['errorMessage', 'statusFailure', 'errorDescription', 'errorCode'] as const).map(
		(shape): [string, Fault] => [
			`input filter, shape ${shape}`,
			{ kind: 'refusal', ...XSS, status: 200, shape },
		],
	),
);

const THROTTLE = { code: '00000109', title: 'URL_ROLLING_THROTTLES_LIMIT_EXCEEDED' } as const;

/** One fault of each kind and variety, by words for it. */
const FAULTS: Readonly<Record<string, Fault>> = {
	'reset before the answer': { kind: 'resetBefore' },
	'reset in the middle of the body': { kind: 'resetMiddle' },
	'reset after the answer': { kind: 'resetAfter' },
	'carried out, answer lost': { kind: 'afterEffect' },
	'no answer': { kind: 'hang' },
	'slow drip': { kind: 'drip' },
	'cut-off JSON': { kind: 'cutJson' },
	'HTML under 200': { kind: 'html' },
	'empty body': { kind: 'emptyBody' },
	'wrong content type': { kind: 'contentType' },
	...comeBackLater(429),
	...comeBackLater(503),
	'500 with JSON': { kind: 'status', status: 500, body: 'json' },
	'500 with HTML': { kind: 'status', status: 500, body: 'html' },
	'502 with HTML': { kind: 'status', status: 502, body: 'html' },
	'500, carried out': { kind: 'status', status: 500, carriedOut: true },
	'503, carried out': { kind: 'status', status: 503, carriedOut: true },
	'HTML under 404': { kind: 'html', status: 404 },
	'302, same origin': { kind: 'redirect', to: 'same' },
	'307, same origin': { kind: 'redirect', to: 'same', status: 307 },
	'302, other origin': { kind: 'redirect', to: 'other' },
	'307, other origin': { kind: 'redirect', to: 'other', status: 307 },
	...refusals,
	'refusal 07001110 under 200, carried out': {
		kind: 'refusal',
		code: '07001110',
		status: 200,
		carriedOut: true,
	},
	...siblingRefusals,
	'400 with a title of throttling': { kind: 'refusal', ...THROTTLE, status: 400 },
	'IAM0019 under 200': { kind: 'refusal', code: 'IAM0019', status: 200, shape: 'errorCode' },
	'echo of the request under 400': { kind: 'echo' },
	'echo of the request under 200': { kind: 'echo', status: 200 },
	'meta missing': { kind: 'metaMissing' },
	'meta wrong': { kind: 'metaWrong' },
	'rows of a wrong type': { kind: 'rowsWrong' },
	'data of a wrong type': { kind: 'dataWrong' },
	'unknown fields': { kind: 'unknownFields' },
	'huge numbers': { kind: 'hugeNumbers' },
	'a page that repeats': { kind: 'repeatPage' },
	'a cursor that repeats': { kind: 'repeatCursor' },
	'a page short of a row': { kind: 'shortPage' },
	'cursors are forgotten': { kind: 'cursorsLost' },
};

/** One fault of each kind and variety, for a matrix of operations and faults. */
export const everyFault = (): NamedFault[] =>
	Object.entries(FAULTS).map(([name, fault]) => ({ name, fault: { ...fault } }));

type Matchable = Pick<RecordedRequest, 'method' | 'operation' | 'text' | 'body' | 'at'>;

/** Whether a search takes in more than so many seconds up to an instant; its own end by default. */
const isOver = ({ body }: Matchable, seconds: number, until?: number): boolean => {
	const { start_time, end_time } = (body ?? {}) as Record<string, unknown>;
	return (until ?? Date.parse(String(end_time))) - Date.parse(String(start_time)) > seconds * 1000;
};

const fits = (match: FaultMatch, request: Matchable): boolean =>
	(match.method === undefined || match.method.toUpperCase() === request.method) &&
	(match.operation === undefined || match.operation === request.operation) &&
	(match.body === undefined || request.text.includes(match.body)) &&
	(match.longerThan === undefined || isOver(request, match.longerThan)) &&
	(match.olderThan === undefined || isOver(request, match.olderThan, request.at));

/** Whether a match takes the request that is the first, second, … to fit it. */
const takes = ({ nth, turns }: FaultMatch, met: number): boolean => {
	if (nth !== undefined && nth !== met) return false;
	if (turns === undefined) return true;
	const serial = turns.isRandom === true ? hash32(met) : met - 1;
	return serial % (turns.pass + turns.meet) >= turns.pass;
};

/** Picks the fault that meets a request, counting how often each has met one. */
export class FaultPicker {
	private readonly met = new Map<Fault, number>();

	private readonly struck = new Map<Fault, number>();

	/** The first fault of the list that strikes this request. */
	pick(faults: readonly Fault[], request: Matchable): Fault | undefined {
		let picked: Fault | undefined;
		for (const fault of faults) {
			const { match = {}, times = Infinity } = fault;
			if (!fits(match, request)) continue;
			const met = (this.met.get(fault) ?? 0) + 1;
			this.met.set(fault, met);
			if (picked !== undefined || !takes(match, met)) continue;
			const struck = this.struck.get(fault) ?? 0;
			if (struck >= times) continue;
			this.struck.set(fault, struck + 1);
			picked = fault;
		}
		return picked;
	}
}
