import { NodeApiError, type INode, type JsonObject as ErrorObject } from 'n8n-workflow';

import { requestName, type ApiRequest } from './request';

/** How n8n's poll back-off treats an error; the shape of `failure` in the options of NodeApiError. */
export type FailureCause =
	| { cause: 'rate-limited' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' | 'configuration-invalid' };

/** Why a request has no successful answer, in words for the user. */
export interface ErrorDetails {
	message: string;
	description: string;
	/** Whether the service may have carried out the request. */
	applied: 'no' | 'unknown';
	/** Which requests may be sent again: all of them, those that change nothing, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** How long the service asks to wait, in ms. */
	retryAfterMs?: number;
	/** No other request can succeed with this credential. */
	stopsAll?: boolean;
	/** HTTP status or network code. */
	httpCode?: string;
	/** The service's own code, for instance 07001113. */
	code?: string;
	/** Names of required parameters that the service misses. */
	missing?: readonly string[];
	failure?: FailureCause;
}

/** A request that has no successful answer, or an answer that cannot be trusted. */
export class ApiError extends Error {
	constructor(readonly details: ErrorDetails) {
		super(details.message);
	}

	/** The error as n8n shows it; it holds nothing of the request and nothing of the answer's body. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const { message, description, httpCode, failure } = this.details;
		const shown: ErrorObject = { message, description };
		const error = new NodeApiError(node, shown, {
			message,
			description,
			...(httpCode === undefined ? {} : { httpCode }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(failure === undefined ? {} : { failure }),
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
	new ApiError({
		message: `The service answered ${requestName(request)} in an unexpected way: ${what}`,
		description:
			'Nothing of this answer was used. Check that the base URL points to the log management service and that its version serves the interface /api/v2.',
		applied: 'unknown',
		retry: 'never',
	});
