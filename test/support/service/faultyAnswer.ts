import type { Fault } from './faults';
import { refusalBody } from './refusal';

/** An answer as it goes out. */
export type Outgoing = {
	status: number;
	headers: Record<string, string>;
	/** The text of the body; undefined for none. */
	text: string | undefined;
};

type Loose = Record<string, unknown>;

const jsonType = 'application/json; charset=utf-8';

const page = (title: string) =>
	`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

/** A page of a web server, a proxy or a sign-in. */
export const html = (status: number, title: string): Outgoing => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	text: page(title),
});

/** A JSON answer. */
export const json = (status: number, body: unknown): Outgoing => ({
	status,
	headers: { 'content-type': jsonType },
	text: JSON.stringify(body),
});

/** Retry-After for that many seconds, by the clock of the service. */
export const retryAfterText = (
	form: 'seconds' | 'date' | 'nonsense',
	seconds: number,
	now: number,
): string => {
	if (form === 'nonsense') return 'soon, perhaps';
	return form === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString();
};

/** What a fault answers in place of the service; undefined for a fault that needs its answer. */
export const insteadOfAnswer = (
	fault: Fault,
	request: { authorization: string; text: string; url: string; now: number },
	foreignUrl: string,
): Outgoing | undefined => {
	switch (fault.kind) {
		case 'html':
			return html(fault.status ?? 200, 'Sign in');
		case 'raw': {
			const { status = 200, text, headers = {} } = fault;
			return { status, headers: { 'content-type': jsonType, ...headers }, text };
		}
		case 'emptyBody':
			return { status: 200, headers: {}, text: undefined };
		case 'status': {
			const { status, body = 'json', retryAfter } = fault;
			const answer =
				body === 'json'
					? json(status, { error: { message: `Status ${status}` } })
					: html(status, `Status ${status}`);
			if (retryAfter === undefined) return answer;
			const text = retryAfterText(retryAfter, 1, request.now);
			return { ...answer, headers: { ...answer.headers, 'retry-after': text } };
		}
		case 'redirect': {
			const location = fault.to === 'same' ? `/__moved${request.url}` : foreignUrl + request.url;
			return { status: fault.status ?? 302, headers: { location }, text: undefined };
		}
		case 'refusal': {
			const { code, shape = 'documented', detail = 'Refused', status } = fault;
			const { title = code === '07001113' ? 'Unauthorized' : 'Bad Request' } = fault;
			return json(status, refusalBody(shape, { code, title, detail }));
		}
		case 'echo': {
			const detail = `Refused: Authorization: ${request.authorization} ${request.text}`;
			const error = { code: '07001111', title: 'Bad Request', detail };
			return json(fault.status ?? 400, { error, message: detail });
		}
		default:
			return undefined;
	}
};

const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rewrites every object of a JSON value, the innermost first. */
const everyObject = (value: unknown, change: (object: Loose) => Loose): unknown => {
	if (Array.isArray(value)) return value.map((element: unknown) => everyObject(element, change));
	if (!isObject(value)) return value;
	return change(
		Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, everyObject(inner, change)]),
		),
	);
};

const withMeta = (answer: unknown, change: (meta: Loose) => Loose | undefined): unknown =>
	everyObject(answer, (object) => {
		if (!isObject(object['meta'])) return object;
		const { meta, ...rest } = object;
		const changed = change(meta);
		return changed === undefined ? rest : { ...rest, meta: changed };
	});

/** The list of rows that an answer is about: `data` itself, or the one list inside it. */
const withRows = (answer: unknown, change: (rows: unknown[]) => unknown[]): unknown => {
	if (!isObject(answer)) return answer;
	const { data } = answer;
	if (Array.isArray(data)) return { ...answer, data: change(data) };
	if (!isObject(data)) return answer;
	const name = Object.keys(data).find((key) => Array.isArray(data[key]));
	const rows = name === undefined ? undefined : data[name];
	if (name === undefined || !Array.isArray(rows)) return answer;
	return { ...answer, data: { ...data, [name]: change(rows) } };
};

const wrongNumbers = new Map<string, unknown>([
	['total', 'many'],
	['limit', null],
	['from', -5],
	['page', 'first'],
]);

const wrongNumber = (name: string): unknown =>
	wrongNumbers.has(name) ? wrongNumbers.get(name) : 'none';

/** Remembers what the faults that repeat have answered first. */
export class FaultyAnswers {
	private readonly first = new Map<Fault, Map<string, unknown>>();

	/**
	 * The answer of the service as a fault spoils it.
	 * @param list names the list or search that the answer is a page of
	 */
	spoil(fault: Fault, answer: Outgoing, list: string): Outgoing {
		const text = answer.text ?? '';
		if (fault.kind === 'cutJson') return { ...answer, text: text.slice(0, text.length / 2) };
		if (fault.kind === 'contentType') {
			const contentType = fault.contentType ?? 'text/plain';
			return { ...answer, headers: { ...answer.headers, 'content-type': contentType } };
		}
		const parsed = text === '' ? undefined : (JSON.parse(text) as unknown);
		const changed = this.change(fault, parsed, list);
		if (changed === parsed) return answer;
		return { ...answer, text: JSON.stringify(changed).replace(/"#(\d+)#"/g, '$1') };
	}

	private change(fault: Fault, answer: unknown, list: string): unknown {
		switch (fault.kind) {
			case 'metaMissing':
				return withMeta(answer, () => undefined);
			case 'metaWrong':
				return withMeta(answer, (meta) =>
					Object.fromEntries(Object.keys(meta).map((name) => [name, wrongNumber(name)])),
				);
			case 'rowsWrong':
				return withRows(answer, () => ['a text', null, 17, ['a list'], true]);
			case 'dataWrong':
				return isObject(answer) ? { ...answer, data: fault.data ?? 'a text' } : answer;
			case 'unknownFields':
				return everyObject(answer, (object) => ({
					...object,
					new_in_2031: { nested: ['value'] },
					...('status' in object ? { status: 'A New Status' } : {}),
				}));
			case 'hugeNumbers':
				return everyObject(answer, (object) =>
					Object.fromEntries(
						Object.entries(object).map(([name, value]) => [
							name,
							typeof value === 'number' ? `#${'9'.repeat(30)}#` : value,
						]),
					),
				);
			case 'repeatPage': {
				const rows = this.remembered(fault, list, (keep) => withRows(answer, (own) => keep(own)));
				return withRows(answer, (own) => (Array.isArray(rows) ? rows : own));
			}
			case 'repeatCursor': {
				const kept = this.remembered(fault, '', (keep) =>
					withMeta(answer, (meta) => {
						const { cursor, next_page } = meta;
						if (cursor !== undefined || next_page !== undefined) keep({ cursor, next_page });
						return meta;
					}),
				);
				return withMeta(answer, (meta) => ({ ...meta, ...(isObject(kept) ? kept : {}) }));
			}
			case 'shortPage':
				return withRows(answer, (rows) => rows.slice(0, -1));
			default:
				return answer;
		}
	}

	/** What the first answer to a list held; a cursor that repeats is the same for all. */
	private remembered(
		fault: Fault,
		list: string,
		look: (keep: <T>(value: T) => T) => unknown,
	): unknown {
		const first = this.first.get(fault) ?? new Map<string, unknown>();
		this.first.set(fault, first);
		if (!first.has(list)) {
			look((value) => {
				first.set(list, value);
				return value;
			});
		}
		return first.get(list);
	}
}
