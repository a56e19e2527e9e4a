import type { Json, JsonObject } from '../json';

export type Query = Readonly<Record<string, string | number | bigint | boolean | undefined>>;

/** A request to the service: a path below `/api/v2`. */
export interface ApiRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Query;
	body?: { readonly [key: string]: Json | undefined };
	/** The scope that the token needs, if it differs from the operation's scope. */
	scope?: Scope;
	/** Set for a POST that only reads, or does no harm if it is carried out twice. */
	idempotent?: true;
	/** Texts that never appear in a message. */
	secrets?: readonly string[];
}

/** OAuth scopes (interface specification, Authentication). */
export type Scope =
	| `logsources.${'CREATE' | 'READ' | 'UPDATE' | 'DELETE'}`
	| `agents.${'CREATE' | 'READ' | 'UPDATE'}`
	| 'domains.READ'
	| `logformats.${'CREATE' | 'READ' | 'UPDATE' | 'DELETE'}`
	| 'alerts.READ';

export interface ApiResponse {
	body: JsonObject;
	/** The service's time at the response, in ms since 1970; undefined without a Date header. */
	date: number | undefined;
	/** The number of bytes of the body after decompression. */
	size?: number | undefined;
	/** Set if an earlier attempt, whose response was lost or unusable, may have been carried out. */
	isRepeated?: boolean;
}

/** Sends a request and returns the response. @throws ApiError, or NodeOperationError if the execution is cancelled */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** Names a request in messages: `GET /log-sources`. */
export const requestName = ({ method, path }: ApiRequest): string => `${method} ${path}`;

/** Returns whether a request may be carried out twice: it only reads, sets the same values, or does no harm. */
export const isIdempotent = ({ idempotent, method }: ApiRequest): boolean =>
	idempotent === true || method === 'GET' || method === 'PUT';
