import type { OperationId } from './contract';
import { hash32 } from './hash32';
import type { Outgoing, RecordedRequest } from './outgoing';
import { refusalBody, type RefusalShape } from './refusal';

/** Which requests a fault meets: those that fit all that is given. */
export type FaultMatch = {
	method?: string;
	operation?: OperationId;
	/** A part of the body's text. */
	body?: string;
	/** A search over more than so many seconds. */
	longerThan?: number;
	/** The first, second, … of the requests that fit the rest. */
	nth?: number;
	/** Of the requests that fit the rest, so many pass, then so many are met, and so on; or that part of them. */
	turns?: { pass: number; meet: number; isRandom?: boolean };
};

/** What goes wrong, and what can be said of it. */
interface Parts {
	/** The connection is reset before the request is carried out. */
	resetBefore: object;
	/** The request is carried out, and the connection reset before anything of an answer. */
	afterEffect: object;
	/** Head and half of the body of the answer, then a reset. */
	resetMiddle: object;
	/** No answer ever, until the service stops. */
	hang: object;
	/** The answer comes in that many pieces, one each everyMs. */
	drip: { pieces?: number; everyMs?: number };
	/** A body of 2 GB of blanks, if anybody takes it; a bomb is compressed to a thousandth. */
	endless: { status?: number; bomb?: boolean };
	/** A whole answer that holds only the first half of the JSON text. */
	cutJson: object;
	/** A page as proxies and sign-in walls send it. */
	html: { status?: number };
	/** Any text in place of the answer. */
	raw: { text: string; status?: number; headers?: Record<string, string> };
	/** A status without a refusal of the service. */
	status: { status: number; body?: 'json' | 'html'; retryAfter?: 'seconds' };
	/** `same`: to a path of this service; `other`: to a server of another origin. */
	redirect: { to: 'same' | 'other'; status?: 302 | 307 };
	/** A refusal, in the documented shape by default. */
	refusal: {
		code: string;
		status: number;
		shape?: RefusalShape;
		title?: string;
		detail?: string;
	};
	/** A refusal, the detail of which repeats the Authorization header and the body. */
	echo: { status?: number };
	/** Data of another kind. */
	dataWrong: { data?: unknown };
	/** A batch's summary counts one more failure than is listed. */
	countsDisagree: object;
	/** A batch's failures name no item. */
	namelessFailures: object;
	/** Fields that the specification does not have, in each object. */
	unknownFields: object;
	/** The last row of a page is left out, and not counted. */
	shortPage: object;
}

export type FaultKind = keyof Parts;

type FaultOf<Kind extends FaultKind> = { [K in Kind]: { kind: K } & Parts[K] }[Kind];

export type FaultAction = FaultOf<FaultKind>;

export type Fault = FaultAction & {
	match?: FaultMatch;
	/** How often it strikes; without it, as long as the list holds it. */
	times?: number;
	/** Whether the request is carried out although another answer takes the place of its own. */
	carriedOut?: boolean;
};

/** The request that meets a fault. */
interface Met {
	request: RecordedRequest;
	/** Carries the request out, and gives the answer of the service. */
	own: () => Outgoing;
	/** Where a redirect leads. */
	location: string;
}

const NOTHING: Outgoing = { status: 0, headers: {}, text: '' };

/** A page of a web server, a proxy or a sign-in. */
export const html = (status: number, title: string): Outgoing => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

/** A JSON answer. */
export const json = (status: number, body: unknown): Outgoing => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	text: JSON.stringify(body),
});

type Loose = Record<string, unknown>;

const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer whose body is changed; ids of 19 digits stay as they are. */
const changed = (answer: Outgoing, change: (body: Loose) => unknown): Outgoing => {
	const text = answer.text.replace(/(?<=[:,[])\d{16,}(?=[,\]}])/g, '"#$&"');
	const body: unknown = JSON.parse(text);
	const written = JSON.stringify(isObject(body) ? change(body) : body);
	return { ...answer, text: written.replace(/"#(\d+)"/g, '$1') };
};

/** Changes the rows of a list: `data` itself, or the one list inside it. */
const withRows = (body: Loose, change: (rows: unknown[]) => unknown[]): Loose => {
	const { data } = body;
	if (Array.isArray(data)) return { ...body, data: change(data) };
	if (!isObject(data)) return body;
	const entries = Object.entries(data).map(([name, value]) =>
		Array.isArray(value) ? [name, change(value)] : [name, value],
	);
	return { ...body, data: Object.fromEntries(entries) as Loose };
};

const withNewFields = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(withNewFields);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, inner]) => [name, withNewFields(inner)]);
	return { ...(Object.fromEntries(entries) as Loose), new_in_2031: { nested: ['value'] } };
};

const oneMoreFailed = (body: Loose): Loose => {
	const { data } = body;
	if (!isObject(data) || !isObject(data['summary'])) return body;
	const [all = '', done = '', failed = ''] = Object.keys(data['summary']);
	const { [all]: total, [failed]: count } = data['summary'];
	const counted = Number(count) + 1;
	const summary = { [all]: total, [done]: Number(total) - counted, [failed]: counted };
	return { ...body, data: { ...data, summary } };
};

/** What the user gets instead of the answer, or what becomes of the answer, by each kind of fault. */
const EFFECTS: { [K in FaultKind]: (fault: FaultOf<K>, met: Met) => Outgoing } = {
	resetBefore: () => ({ ...NOTHING, delivery: 'reset' }),
	afterEffect: (_fault, { own }) => ({ ...own(), delivery: 'reset' }),
	resetMiddle: (_fault, { own }) => ({ ...own(), delivery: 'half' }),
	hang: () => ({ ...NOTHING, delivery: 'none' }),
	drip: ({ pieces = 10, everyMs = 50 }, { own }) => ({ ...own(), delivery: { pieces, everyMs } }),
	endless: ({ status = 200, bomb = false }) => ({
		...json(status, {}),
		delivery: bomb ? 'bomb' : 'endless',
	}),
	cutJson: (_fault, { own }) => {
		const answer = own();
		return { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
	},
	html: ({ status = 200 }) => html(status, 'Sign in'),
	raw: ({ text, status = 200, headers }) => {
		const answer = json(status, {});
		return { ...answer, text, headers: { ...answer.headers, ...headers } };
	},
	status: ({ status, body = 'json', retryAfter }) => {
		const text = `Status ${status}`;
		const answer =
			body === 'json' ? json(status, { error: { message: text } }) : html(status, text);
		const headers = retryAfter && { 'retry-after': '1' };
		return { ...answer, headers: { ...answer.headers, ...headers } };
	},
	redirect: ({ status = 302 }, { location }) => ({ ...NOTHING, status, headers: { location } }),
	refusal: ({ code, shape = 'documented', detail = 'Refused', status, title }) => {
		const usual = code === '07001113' ? 'Unauthorized' : 'Bad Request';
		return json(status, refusalBody(shape, { code, title: title ?? usual, detail }));
	},
	echo: ({ status = 400 }, { request: { headers, text } }) => {
		const detail = `Refused: Authorization: ${headers.authorization ?? ''} ${text}`;
		return json(status, refusalBody('documented', { code: '07001111', title: 'Bad', detail }));
	},
	dataWrong: ({ data = 'a text' }, { own }) => changed(own(), (body) => ({ ...body, data })),
	countsDisagree: (_fault, { own }) => changed(own(), oneMoreFailed),
	namelessFailures: (_fault, { own }) =>
		changed(own(), (body) =>
			withRows(body, (rows) =>
				rows.map((row) => (isObject(row) && 'issue' in row ? { issue: row['issue'] } : row)),
			),
		),
	unknownFields: (_fault, { own }) => changed(own(), withNewFields),
	shortPage: (_fault, { own }) =>
		changed(own(), (body) => withRows(body, (rows) => rows.slice(0, -1))),
};

/** The answer to a request that meets a fault. */
export const answerUnder = <K extends FaultKind>(
	fault: FaultOf<K> & { carriedOut?: boolean },
	met: Met,
): Outgoing => {
	if (fault.carriedOut === true) met.own();
	const effect: (fault: FaultOf<K>, met: Met) => Outgoing = EFFECTS[fault.kind];
	return effect(fault, met);
};

const isOver = ({ body }: RecordedRequest, seconds: number): boolean => {
	const { start_time, end_time } = isObject(body) ? body : {};
	return Date.parse(String(end_time)) - Date.parse(String(start_time)) > seconds * 1000;
};

const fits = (match: FaultMatch, request: RecordedRequest): boolean =>
	(match.method === undefined || match.method.toUpperCase() === request.method) &&
	(match.operation === undefined || match.operation === request.operation) &&
	(match.body === undefined || request.text.includes(match.body)) &&
	(match.longerThan === undefined || isOver(request, match.longerThan));

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
	pick(faults: readonly Fault[], request: RecordedRequest): Fault | undefined {
		let picked: Fault | undefined;
		for (const fault of faults) {
			const { match = {}, times = Infinity } = fault;
			if (!fits(match, request)) continue;
			const met = (this.met.get(fault) ?? 0) + 1;
			this.met.set(fault, met);
			const struck = this.struck.get(fault) ?? 0;
			if (picked !== undefined || !takes(match, met) || struck >= times) continue;
			this.struck.set(fault, struck + 1);
			picked = fault;
		}
		return picked;
	}
}
