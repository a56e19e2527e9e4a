import { isObject, type JsonObject } from '../../../nodes/shared/json';
import type { Answer, ProbedService } from './client';

type Ask<Service> = (service: Service) => Promise<string | undefined>;

/** A question to a service, and the answers that the package works with. */
export interface Question<Service extends ProbedService = ProbedService> {
	question: string;
	/** The answers that fit, between slashes; a figure may follow after a colon. */
	expects: string;
	/**
	 * What the service does, in words of the probe: never a name, an address or a text of the service.
	 * Undefined if the service does not show it.
	 */
	asks: Ask<Service>;
	/** What any other answer means for the user. */
	means: string;
}

/** A row of the table of questions. */
export const ask = <Service extends ProbedService>(
	question: string,
	expects: string,
	asks: Ask<Service>,
	means = 'Please report it.',
): Question<Service> => ({ question, expects, asks, means });

/** Asks each service once; the questions share the answer. */
export function once<Service extends object, Result>(
	ask: (service: Service) => Promise<Result>,
): (service: Service) => Promise<Result> {
	const answers = new WeakMap<Service, Promise<Result>>();
	return async (service) => {
		const answer = answers.get(service) ?? ask(service);
		answers.set(service, answer);
		return await answer;
	};
}

export type Row = JsonObject;

export const asRow = (value: unknown): Row => (isObject(value) ? value : {});

export const asRows = (value: unknown): Row[] => (Array.isArray(value) ? value.map(asRow) : []);

export const dataOf = ({ body }: Answer): Row => asRow(body['data']);

/** The rows of a list in the data of an answer. */
export const rowsAt = (answer: Answer, list: string): Row[] => asRows(dataOf(answer)[list]);

/** An ID of an answer, as requests hold it; undefined if it is none. */
export const idIn = (value: unknown): bigint | undefined =>
	(typeof value === 'string' || typeof value === 'number') && /^\d{1,19}$/.test(String(value))
		? BigInt(value)
		: undefined;

export const isRefused = ({ status, body }: Answer): boolean =>
	status >= 300 || !('data' in body) || /^(?:fail|error)/i.test(String(body['status']));

/** A refusal of the token or of a scope (code 07001113). */
export const isUnauthorized = ({ status, text }: Answer): boolean =>
	status === 401 || status === 403 || text.slice(0, 500).includes('7001113');

/** The shapes of refusals that the package reads, by the members that make them out. */
const SHAPES: ReadonlyArray<[shape: string, isShape: (body: Row) => boolean]> = [
	['{error: {code, title, detail}}', ({ error }) => 'code' in asRow(error)],
	['{error: {errorcode, message}}', ({ error }) => 'errorcode' in asRow(error)],
	[
		'{status, summary, data}',
		({ status, summary }) => status !== undefined && summary !== undefined,
	],
	['{ERROR_DESCRIPTION}', (body) => 'ERROR_DESCRIPTION' in body],
	['{errorCode, errorMessage}', (body) => 'errorCode' in body],
	['{code, title, detail}', (body) => 'code' in body && 'title' in body],
];

/** The shape of a refusal, without its words; undefined for one that the package does not read. */
export function shapeOf({ body, isJson }: Answer): string | undefined {
	return isJson ? SHAPES.find(([, isShape]) => isShape(body))?.[0] : undefined;
}
