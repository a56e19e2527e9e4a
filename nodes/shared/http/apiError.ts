import type { INode, NodeApiError } from 'n8n-workflow';

import { nodeApiError } from '../nodeError';
import { ERROR_KINDS, type ErrorFacts, type ErrorKind } from './errorKinds';
import { requestName, type ApiRequest } from './request';

/** A request that has no successful answer, or an answer that cannot be trusted. */
export class ApiError extends Error {
	/** How to go on. */
	readonly description: string;
	/** Whether the service may have carried out the request. */
	readonly applied: 'no' | 'unknown';
	/** Which requests may be sent again: all of them, those that change nothing, or none. */
	readonly retry: 'always' | 'idempotent' | 'never';
	/** Whether no other request can succeed with this credential. */
	readonly stopsAll: boolean;

	/** @param words in place of those of its kind */
	constructor(
		readonly kind: ErrorKind,
		readonly facts: ErrorFacts = {},
		words: { message?: string; description?: string } = {},
	) {
		const { headline, advice, applied, retry, stopsAll = false } = ERROR_KINDS[kind];
		super(words.message ?? headline(facts));
		this.description = words.description ?? advice(facts);
		this.applied = applied;
		this.retry = retry;
		this.stopsAll = stopsAll;
	}

	/** Whether no other request can succeed until somebody changes the credential or a setting. */
	get isLasting(): boolean {
		return this.stopsAll && ERROR_KINDS[this.kind].cause !== 'temporarily-unavailable';
	}

	/** Whether the service refuses this request in its own words. */
	get isRefusal(): boolean {
		return this.kind === 'refused';
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
		const { httpCode, retryAfterMs } = this.facts;
		const { cause } = ERROR_KINDS[this.kind];
		return nodeApiError(node, this, {
			...(httpCode === undefined ? {} : { httpCode }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(cause === undefined
				? {}
				: { failure: { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } }),
		});
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
