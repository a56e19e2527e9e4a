import { isObject } from '../../../nodes/shared/json';
import { html, json, type Outgoing, type RecordedRequest } from './outgoing';
import { refusalBody } from './refusal';

/** The target of redirects: a path outside the interface. */
export const ELSEWHERE = '/elsewhere';

/** The kind of a fault; {@link answerUnder} explains each kind. */
type Effect =
	| { kind: 'resetBefore' | 'afterEffect' | 'resetMiddle' | 'hang' | 'cutJson' | 'endless' }
	| { kind: 'countsDisagree' | 'namelessFailures' | 'shortPage' }
	| { kind: 'drip'; pieces: number; everyMs: number }
	| { kind: 'html' | 'echo'; status?: number }
	| { kind: 'raw'; text: string; status?: number; headers?: Record<string, string> }
	| { kind: 'status'; status: number; retryAfter?: 'seconds' }
	| { kind: 'redirect'; to: 'same' | 'other'; status?: 302 | 307 }
	| { kind: 'refusal'; code: string; status: number; detail?: string };

export type Fault = Effect & {
	/** The fault strikes requests that meet all these conditions. */
	match?: {
		method?: string;
		/** The request is a search over more than this many seconds. */
		longerThan?: number;
		/** The request is a search over this time, in ms since 1970. */
		covers?: number;
		/** The number of the request among those that meet the other conditions, counted from 1. */
		nth?: number | ((nth: number) => boolean);
	};
	/** Whether the service carries out the request although the fault replaces its response. */
	carriedOut?: boolean;
};

const mapValues = (values: object, change: (value: unknown, at: number) => unknown): object =>
	Object.fromEntries(Object.entries(values).map(([name, value], at) => [name, change(value, at)]));

const withoutLast = (value: unknown): unknown =>
	Array.isArray(value) ? value.slice(0, -1) : value;

/** Returns the response to a request that meets a fault; `carryOutRequest` carries out the request. */
export const answerUnder = (
	fault: Fault,
	request: RecordedRequest,
	carryOutRequest: () => Outgoing,
): Outgoing => {
	let carriedOut: Outgoing | undefined;
	const carryOut = (): Outgoing => (carriedOut ??= carryOutRequest());
	const { authorization = '', host = '' } = request.headers;
	const noResponse: Outgoing = { status: 0, headers: {}, text: '' };
	/** Returns the service's response after `change` changed each value of the JSON. */
	const withChangedJson = (change: (name: string, value: unknown) => unknown): Outgoing => {
		const answer = carryOut();
		return { ...answer, text: JSON.stringify(JSON.parse(answer.text, change)) };
	};
	if (fault.carriedOut === true) carryOut();
	switch (fault.kind) {
		// The connection is reset before the service carries out the request.
		case 'resetBefore':
			return { ...noResponse, delivery: 'reset' };
		// The service carries out the request, and the connection is reset before any response.
		case 'afterEffect':
			return { ...carryOut(), delivery: 'reset' };
		// The head and half of the body arrive before a reset.
		case 'resetMiddle':
			return { ...carryOut(), delivery: 'half' };
		// No response arrives until the service stops.
		case 'hang':
			return { ...noResponse, delivery: 'none' };
		// The response arrives in pieces, one every everyMs.
		case 'drip':
			return { ...carryOut(), delivery: fault };
		// The body is up to 2 GB of blanks.
		case 'endless':
			return { ...json(200, {}), delivery: 'endless' };
		// The response is complete, but holds only the first half of the JSON text.
		case 'cutJson': {
			const answer = carryOut();
			return { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
		}
		// The response is a page, as proxies and sign-in walls send it.
		case 'html':
			return html(fault.status ?? 200, 'Sign in');
		case 'raw':
			return json(fault.status ?? 200, fault.text, fault.headers);
		// The response has a status, but no refusal of the service.
		case 'status': {
			const { status, retryAfter } = fault;
			const body = { error: { message: `Status ${status}` } };
			return json(status, body, retryAfter && { 'retry-after': '1' });
		}
		// The redirect leads to another path of this service, or to another name of its host.
		case 'redirect': {
			const origin = fault.to === 'other' ? `http://${host.replace('127.0.0.1', 'localhost')}` : '';
			const headers = { location: origin + ELSEWHERE };
			return { ...noResponse, status: fault.status ?? 302, headers };
		}
		case 'refusal':
			return json(fault.status, refusalBody([fault.code, fault.detail ?? 'Refused']));
		// The detail of the refusal repeats the Authorization header and the body.
		case 'echo': {
			const detail = `Refused: Authorization: ${authorization} ${request.text}`;
			return json(fault.status ?? 400, refusalBody(['07001111', detail]));
		}
		// The summary of a batch counts one item more than the request has.
		case 'countsDisagree':
			return withChangedJson((name, value) =>
				name === 'summary' && isObject(value)
					? mapValues(value, (count, at) => Number(count) + (at === 0 ? 1 : 0))
					: value,
			);
		// The failures of a batch name no item.
		case 'namelessFailures':
			return withChangedJson((_name, value) =>
				isObject(value) && 'issue' in value ? { issue: value['issue'] } : value,
			);
		// The page lacks its last row, and no count includes the row.
		case 'shortPage':
			return withChangedJson((name, value) => {
				if (name !== 'data') return value;
				return isObject(value) ? mapValues(value, withoutLast) : withoutLast(value);
			});
	}
};

/** Returns the start and the end of a search, in ms since 1970; NaN for other requests. */
const boundsOf = ({ body }: RecordedRequest): [start: number, end: number] => {
	const { start_time, end_time } = isObject(body) ? body : {};
	return [Date.parse(String(start_time)), Date.parse(String(end_time))];
};

export type FaultCounts = Map<Fault, number>;

export const faultFor = (
	request: RecordedRequest,
	faults: readonly Fault[],
	counts: FaultCounts,
): Fault | undefined => {
	const matches = faults.filter((fault) => {
		const { method = request.method, longerThan, covers, nth } = fault.match ?? {};
		if (method !== request.method) return false;
		const [start, end] = boundsOf(request);
		if (longerThan !== undefined && !(end - start > longerThan * 1000)) return false;
		if (covers !== undefined && !(start <= covers && covers <= end)) return false;
		const count = (counts.get(fault) ?? 0) + 1;
		counts.set(fault, count);
		return typeof nth === 'function' ? nth(count) : (nth ?? count) === count;
	});
	return matches[0];
};
