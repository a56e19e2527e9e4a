import { html, json, type Outgoing, type RecordedRequest } from './outgoing';
import { refusalBody } from './refusal';

/** Where redirects lead to: a path outside the interface. */
export const ELSEWHERE = '/elsewhere';

/** What goes wrong: {@link answerUnder} says what each kind does. */
type Effect =
	| { kind: 'resetBefore' | 'afterEffect' | 'resetMiddle' | 'hang' | 'cutJson' }
	| { kind: 'countsDisagree' | 'namelessFailures' | 'shortPage' }
	| { kind: 'drip'; pieces: number; everyMs: number }
	| { kind: 'endless'; status?: number; bomb?: boolean }
	| { kind: 'html' | 'echo'; status?: number }
	| { kind: 'raw'; text: string; status?: number; headers?: Record<string, string> }
	| { kind: 'status'; status: number; retryAfter?: 'seconds' }
	| { kind: 'redirect'; to: 'same' | 'other'; status?: 302 | 307 }
	| { kind: 'refusal'; code: string; status: number; title?: string; detail?: string };

export type Fault = Effect & {
	/** Which requests it meets: those that fit all that is given. */
	match?: {
		method?: string;
		/** A search over more than so many seconds. */
		longerThan?: number;
		/** Which of the requests that fit the rest, the first of which is 1. */
		nth?: number | ((nth: number) => boolean);
	};
	/** Whether the request is carried out although another answer takes the place of its own. */
	carriedOut?: boolean;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (values: object, change: (value: unknown, at: number) => unknown): object =>
	Object.fromEntries(Object.entries(values).map(([name, value], at) => [name, change(value, at)]));

const withoutLast = (value: unknown): unknown =>
	Array.isArray(value) ? value.slice(0, -1) : value;

/** The answer to a request that meets a fault; `own` carries the request out. */
export const answerUnder = (
	fault: Fault,
	request: RecordedRequest,
	carryOut: () => Outgoing,
): Outgoing => {
	const { authorization = '', host = '' } = request.headers;
	const noResponse: Outgoing = { status: 0, headers: {}, text: '' };
	/** The own answer, of which the function changes each value of its JSON. */
	const withChangedJson = (change: (name: string, value: unknown) => unknown): Outgoing => {
		const answer = carryOut();
		return { ...answer, text: JSON.stringify(JSON.parse(answer.text, change)) };
	};
	if (fault.carriedOut === true) carryOut();
	switch (fault.kind) {
		// The connection is reset before the request is carried out.
		case 'resetBefore':
			return { ...noResponse, delivery: 'reset' };
		// The request is carried out, and the connection reset before anything of an answer.
		case 'afterEffect':
			return { ...carryOut(), delivery: 'reset' };
		// Head and half of the body of the answer, then a reset.
		case 'resetMiddle':
			return { ...carryOut(), delivery: 'half' };
		// No answer ever, until the service stops.
		case 'hang':
			return { ...noResponse, delivery: 'none' };
		// The answer comes in that many pieces, one each everyMs.
		case 'drip':
			return { ...carryOut(), delivery: fault };
		// A body of 2 GB of blanks, if anybody takes it; a bomb is compressed to a thousandth.
		case 'endless':
			return { ...json(fault.status ?? 200, {}), delivery: fault.bomb ? 'bomb' : 'endless' };
		// A whole answer that holds only the first half of the JSON text.
		case 'cutJson': {
			const answer = carryOut();
			return { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
		}
		// A page as proxies and sign-in walls send it.
		case 'html':
			return html(fault.status ?? 200, 'Sign in');
		// Any text in place of the answer.
		case 'raw': {
			const { text, status = 200, headers } = fault;
			return json(status, text, headers);
		}
		// A status without a refusal of the service.
		case 'status': {
			const { status, retryAfter } = fault;
			const body = { error: { message: `Status ${status}` } };
			return json(status, body, retryAfter && { 'retry-after': '1' });
		}
		// To another path of this service, or to another origin: another name of the same host.
		case 'redirect': {
			const origin = fault.to === 'other' ? `http://${host.replace('127.0.0.1', 'localhost')}` : '';
			const headers = { location: origin + ELSEWHERE };
			return { ...noResponse, status: fault.status ?? 302, headers };
		}
		// A refusal in the documented shape.
		case 'refusal': {
			const { code, status, detail = 'Refused', title } = fault;
			return json(status, refusalBody([code, detail], title));
		}
		// A refusal, the detail of which repeats the Authorization header and the body.
		case 'echo': {
			const detail = `Refused: Authorization: ${authorization} ${request.text}`;
			return json(fault.status ?? 400, refusalBody(['07001111', detail]));
		}
		// The summary of a batch, all items, those done and those failed, has one more failure than is listed.
		case 'countsDisagree':
			return withChangedJson((name, value) =>
				name === 'summary' && isObject(value)
					? mapValues(value, (count, at) => Number(count) + ([0, -1, 1][at] ?? 0))
					: value,
			);
		// The failures of a batch name no item.
		case 'namelessFailures':
			return withChangedJson((_name, value) =>
				isObject(value) && 'issue' in value ? { issue: value['issue'] } : value,
			);
		// The last row of a page is left out, and not counted.
		case 'shortPage':
			return withChangedJson((name, value) => {
				if (name !== 'data') return value;
				return isObject(value) ? mapValues(value, withoutLast) : withoutLast(value);
			});
	}
};

const isOver = ({ body }: RecordedRequest, seconds: number): boolean => {
	const { start_time, end_time } = isObject(body) ? body : {};
	return Date.parse(String(end_time)) - Date.parse(String(start_time)) > seconds * 1000;
};

/** How many requests fitted each fault. */
export type FaultCounts = Map<Fault, number>;

/** The first fault of the list that strikes this request. */
export const faultFor = (
	request: RecordedRequest,
	faults: readonly Fault[],
	counts: FaultCounts,
): Fault | undefined => {
	const matches = faults.filter((fault) => {
		const { method = request.method, longerThan, nth } = fault.match ?? {};
		if (method !== request.method) return false;
		if (longerThan !== undefined && !isOver(request, longerThan)) return false;
		const count = (counts.get(fault) ?? 0) + 1;
		counts.set(fault, count);
		return typeof nth === 'function' ? nth(count) : (nth ?? count) === count;
	});
	return matches[0];
};
