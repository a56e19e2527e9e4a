import type { Gathered, Gather } from '../files/rowBatch';
import type { Json, JsonObject } from '../json';

/** What the service is asked: a path below `/api/v2` and the scope the token needs for it. */
export interface ApiRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	scope: Scope;
	query?: Readonly<Record<string, string | number | bigint | boolean | undefined>>;
	body?: { readonly [key: string]: Json | undefined };
	/** Sending it twice changes nothing: true for every GET, and for a POST that only reads. */
	idempotent?: boolean;
	/** Members of the body to add where the service answers that it requires them. */
	fallbackBody?: { readonly [key: string]: Json };
	/** Texts that must never come back in a message or a row. */
	secrets?: readonly string[];
}

/** OAuth scopes of the interface specification, Authentication. */
export type Scope =
	| `logsources.${'CREATE' | 'READ' | 'UPDATE' | 'DELETE'}`
	| `agents.${'CREATE' | 'READ' | 'UPDATE'}`
	| 'domains.READ'
	| `logformats.${'CREATE' | 'READ' | 'UPDATE' | 'DELETE'}`
	| 'alerts.READ';

export interface ApiResponse<G extends Gathered = never> {
	body: JsonObject;
	/** The service's clock when it answered, in ms since 1970; undefined without a Date header. */
	date: number | undefined;
	/** The rows of the answer's `data`, where they were taken out of it; `data` is empty then. */
	rows?: G;
}

/**
 * Sends a request.
 * @param gather takes the rows of the answer's `data` as they are parsed, where its text allows that
 */
export type Send = <G extends Gathered = never>(
	request: ApiRequest,
	gather?: Gather<G>,
) => Promise<ApiResponse<G>>;

/** What an operation may use beyond its own parameters: asking the service, and telling the user. */
export interface Service {
	send: Send;
	/** Shows a note beside the result. */
	note: (message: string) => void;
	/** Takes the service's own count of the records, for a user who watches. */
	counted?: (total: number) => void;
}
