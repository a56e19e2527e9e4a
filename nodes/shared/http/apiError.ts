import { NodeApiError, type INode, type JsonObject as ErrorObject } from 'n8n-workflow';

import { ERROR_KINDS, type ErrorKind } from './errorKinds';
import type { ErrorFacts } from './kindRule';
import { requestName, type ApiRequest } from './request';

/** A request that has no successful answer, or an answer that cannot be trusted. */
export class ApiError extends Error {
	/** How to go on. */
	readonly description: string;

	/** @param words in place of those of its kind */
	constructor(
		readonly kind: ErrorKind,
		readonly facts: ErrorFacts = {},
		words: { message?: string; description?: string } = {},
	) {
		const { headline, advice } = ERROR_KINDS[kind];
		super(words.message ?? headline(facts));
		this.description = words.description ?? advice(facts);
	}

	/** Whether the service may have carried out the request. */
	get applied(): 'no' | 'unknown' {
		return ERROR_KINDS[this.kind].applied;
	}

	/** Which requests may be sent again: all of them, those that change nothing, or none. */
	get retry(): 'always' | 'idempotent' | 'never' {
		return ERROR_KINDS[this.kind].retry;
	}

	/** Whether no other request can succeed with this credential. */
	get stopsAll(): boolean {
		return ERROR_KINDS[this.kind].stopsAll === true;
	}

	/** Whether that stays so until somebody changes the credential or a setting. */
	get isLasting(): boolean {
		return this.stopsAll && ERROR_KINDS[this.kind].cause !== 'temporarily-unavailable';
	}

	/** Whether the service refuses this request in its own words. */
	get isRefusal(): boolean {
		return ERROR_KINDS[this.kind].isRefusal === true;
	}

	/** The same error with more advice, and with the place where it happened. */
	withAdvice(more: string, place = ''): ApiError {
		return new ApiError(this.kind, this.facts, {
			message: place === '' ? this.message : `${this.message} (${place})`,
			description: `${this.description} ${more}`,
		});
	}

	/** The error as n8n shows it; it holds nothing of the request and nothing of the answer's body. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const { message, description } = this;
		const { httpCode, retryAfterMs } = this.facts;
		const { cause } = ERROR_KINDS[this.kind];
		const shown: ErrorObject = { message, description };
		const error = new NodeApiError(node, shown, {
			message,
			description,
			...(httpCode === undefined ? {} : { httpCode }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(cause === undefined
				? {}
				: { failure: { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } }),
		});
		// n8n replaces the message for network codes by words that know neither service nor timeout.
		error.message = message;
		return error;
	}
}

/** Returns an ApiError; rethrows anything else. */
export function asApiErrorOrThrow(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	throw error;
}

/** The error of an answer that arrived complete and does not hold what the specification says. */
export const unexpectedAnswer = (request: ApiRequest, what: string): ApiError =>
	new ApiError('unexpected', { request: requestName(request), what });
