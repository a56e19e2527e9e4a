import { hash32 } from './hash32';
import { html, json, type Outgoing, type RecordedRequest } from './outgoing';
import { refusalBody } from './refusal';

/** What goes wrong, and what can be said of it. */
type Effect =
	/** The connection is reset before the request is carried out. */
	| { kind: 'resetBefore' }
	/** The request is carried out, and the connection reset before anything of an answer. */
	| { kind: 'afterEffect' }
	/** Head and half of the body of the answer, then a reset. */
	| { kind: 'resetMiddle' }
	/** No answer ever, until the service stops. */
	| { kind: 'hang' }
	/** The answer comes in that many pieces, one each everyMs. */
	| { kind: 'drip'; pieces: number; everyMs: number }
	/** A body of 2 GB of blanks, if anybody takes it; a bomb is compressed to a thousandth. */
	| { kind: 'endless'; status?: number; bomb?: boolean }
	/** A whole answer that holds only the first half of the JSON text. */
	| { kind: 'cutJson' }
	/** A page as proxies and sign-in walls send it. */
	| { kind: 'html'; status?: number }
	/** Any text in place of the answer. */
	| { kind: 'raw'; text: string; status?: number; headers?: Record<string, string> }
	/** A status without a refusal of the service. */
	| { kind: 'status'; status: number; retryAfter?: 'seconds' }
	/** To another path of this service, or to another origin; see foreignRequests. */
	| { kind: 'redirect'; to: 'same' | 'other'; status?: 302 | 307 }
	/** A refusal in the documented shape. */
	| { kind: 'refusal'; code: string; status: number; title?: string; detail?: string }
	/** A refusal, the detail of which repeats the Authorization header and the body. */
	| { kind: 'echo'; status?: number }
	/** A batch's summary counts one more failure than is listed. */
	| { kind: 'countsDisagree' }
	/** A batch's failures name no item. */
	| { kind: 'namelessFailures' }
	/** The last row of a page is left out, and not counted. */
	| { kind: 'shortPage' };

export type Fault = Effect & {
	/** Which requests it meets: those that fit all that is given. */
	match?: {
		method?: string;
		/** A search over more than so many seconds. */
		longerThan?: number;
		/** The first, second, … of the requests that fit the rest. */
		nth?: number;
		/** Of the requests that fit the rest, so many pass, then so many are met, and so on; or that part of them. */
		turns?: { pass: number; meet: number; isRandom?: boolean };
	};
	/** How often it strikes; without it, as long as the list holds it. */
	times?: number;
	/** Whether the request is carried out although another answer takes the place of its own. */
	carriedOut?: boolean;
};

type Loose = Record<string, unknown>;

const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const changed = (answer: Outgoing, change: (body: Loose) => unknown): Outgoing => ({
	...answer,
	text: JSON.stringify(change(JSON.parse(answer.text) as Loose)),
});

/** Changes the rows of a list: `data` itself, or the one list inside it. */
const withRows = (answer: Outgoing, change: (rows: unknown[]) => unknown[]): Outgoing =>
	changed(answer, ({ data, ...rest }) => {
		if (Array.isArray(data)) return { data: change(data), ...rest };
		const entries = Object.entries(data ?? {}).map(([name, value]: [string, unknown]) =>
			Array.isArray(value) ? [name, change(value)] : [name, value],
		);
		return { data: Object.fromEntries(entries) as Loose, ...rest };
	});

const withoutName = (row: unknown) =>
	isObject(row) && 'issue' in row ? { issue: row['issue'] } : row;

/** The summary counts all items, those done and those failed. */
const oneMoreFailed = (body: Loose): Loose => {
	const { data } = body;
	if (!isObject(data) || !isObject(data['summary'])) return body;
	const changes = [0, -1, 1];
	const entries = Object.entries(data['summary']).map(([name, count], at) => [
		name,
		Number(count) + (changes[at] ?? 0),
	]);
	const summary = Object.fromEntries(entries) as Loose;
	return { ...body, data: { ...data, summary } };
};

/** The answer to a request that meets a fault; `own` carries the request out. */
export const answerUnder = (
	fault: Fault,
	{ headers, text }: RecordedRequest,
	own: () => Outgoing,
	location: string,
): Outgoing => {
	const nothing: Outgoing = { status: 0, headers: {}, text: '' };
	if (fault.carriedOut === true) own();
	switch (fault.kind) {
		case 'resetBefore':
			return { ...nothing, delivery: 'reset' };
		case 'afterEffect':
			return { ...own(), delivery: 'reset' };
		case 'resetMiddle':
			return { ...own(), delivery: 'half' };
		case 'hang':
			return { ...nothing, delivery: 'none' };
		case 'drip':
			return { ...own(), delivery: fault };
		case 'endless':
			return { ...json(fault.status ?? 200, {}), delivery: fault.bomb ? 'bomb' : 'endless' };
		case 'cutJson': {
			const answer = own();
			return { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
		}
		case 'html':
			return html(fault.status ?? 200, 'Sign in');
		case 'raw': {
			const answer = json(fault.status ?? 200, {});
			return { ...answer, text: fault.text, headers: { ...answer.headers, ...fault.headers } };
		}
		case 'status': {
			const answer = json(fault.status, { error: { message: `Status ${fault.status}` } });
			const wait = fault.retryAfter && { 'retry-after': '1' };
			return { ...answer, headers: { ...answer.headers, ...wait } };
		}
		case 'redirect':
			return { ...nothing, status: fault.status ?? 302, headers: { location } };
		case 'refusal': {
			const { code, status, detail = 'Refused', title } = fault;
			return json(status, refusalBody([code, detail], title));
		}
		case 'echo': {
			const detail = `Refused: Authorization: ${headers.authorization ?? ''} ${text}`;
			return json(fault.status ?? 400, refusalBody(['07001111', detail]));
		}
		case 'countsDisagree':
			return changed(own(), oneMoreFailed);
		case 'namelessFailures':
			return withRows(own(), (rows) => rows.map(withoutName));
		case 'shortPage':
			return withRows(own(), (rows) => rows.slice(0, -1));
	}
};

const isOver = ({ body }: RecordedRequest, seconds: number): boolean => {
	const { start_time, end_time } = isObject(body) ? body : {};
	return Date.parse(String(end_time)) - Date.parse(String(start_time)) > seconds * 1000;
};

/** How many requests fitted each fault, and how many it struck. */
export type FaultCounts = Map<Fault, { fitted: number; struck: number }>;

/** The first fault of the list that strikes this request. */
export const faultFor = (
	request: RecordedRequest,
	faults: readonly Fault[],
	counts: FaultCounts,
): Fault | undefined => {
	let picked: Fault | undefined;
	for (const fault of faults) {
		const { match: { method, longerThan, nth, turns } = {}, times = Infinity } = fault;
		if (method !== undefined && method !== request.method) continue;
		if (longerThan !== undefined && !isOver(request, longerThan)) continue;
		const count = counts.get(fault) ?? { fitted: 0, struck: 0 };
		counts.set(fault, count);
		count.fitted += 1;
		const serial = turns?.isRandom ? hash32(count.fitted) : count.fitted - 1;
		const isTurn = turns === undefined || serial % (turns.pass + turns.meet) >= turns.pass;
		const isNth = nth === undefined || nth === count.fitted;
		if (picked !== undefined || !isTurn || !isNth || count.struck >= times) continue;
		count.struck += 1;
		picked = fault;
	}
	return picked;
};
