import type { INode, NodeApiError } from 'n8n-workflow';

import { nodeApiError, UserError } from '../nodeErrors';
import { requestName, type ApiRequest, type Scope } from './request';

/** What is known of an error beside its kind. */
export interface ErrorFacts {
	/** The request as messages name it: `GET /log-sources`. */
	request?: string;
	/** The OAuth scope that the request needs. */
	scope?: Scope;
	/** HTTP status or network code. */
	httpCode?: string;
	/** What the service says in short, and all that it says. */
	reason?: string;
	said?: string;
	/** How long the service wants to be left alone, in ms. */
	retryAfterMs?: number | undefined;
	/** How long an answer was waited for, in seconds. */
	seconds?: number;
	/** What an answer is or lacks, where a redirect leads, or the size that an answer may have. */
	what?: string;
}

/** What follows from the kind of an error. */
interface KindRule {
	/** Whether the service may have carried out the request. */
	applied: 'no' | 'unknown';
	/** Which requests may be sent again: all of them, those that change nothing, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** Which other requests cannot succeed: those that need the same scope, or all. */
	stops?: 'scope' | 'all';
	/** How n8n's poll back-off treats it. */
	cause?:
		'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
	headline: (facts: ErrorFacts) => string;
	/** How to go on. */
	advice: (facts: ErrorFacts) => string;
}

const MAY_PASS = 'temporarily-unavailable';
const NOT_DONE = { applied: 'no', retry: 'never' } as const;
const MAY_BE_DONE = { applied: 'unknown', retry: 'never', cause: MAY_PASS } as const;
const UNANSWERED = { ...MAY_BE_DONE, retry: 'idempotent' } as const;
const WRONG_TOKEN = { ...NOT_DONE, stops: 'scope', cause: 'credential-invalid' } as const;
const WRONG_SETTING = { ...NOT_DONE, stops: 'all', cause: 'configuration-invalid' } as const;

/** What the service says, as a sentence. */
const sentence = ({ said = '' }: ErrorFacts): string => said && ` ${said}.`;

const wait = ({ retryAfterMs: ms }: ErrorFacts): string =>
	ms === undefined ? '' : ` It takes no request for another ${Math.ceil(ms / 1000)} seconds.`;

const createToken = (facts: ErrorFacts): string =>
	`HTTP ${facts.httpCode}.${sentence(facts)} Create an access token with the scope ${facts.scope} in the API settings of the service and save it in the credential.`;

const KINDS = {
	/** The service says "too many requests", or said so and the wait that it named is not over. */
	throttled: {
		...{ applied: 'no', retry: 'always', cause: 'rate-limited' },
		headline: () => 'The service receives too many requests',
		advice: (facts) =>
			`Nothing was carried out.${sentence(facts)}${wait(facts)} Set Requests per Minute in the credential to the limit of the service, or run the node again later.`,
	},
	unauthorized: {
		...WRONG_TOKEN,
		headline: () => 'The service refused the access token',
		advice: createToken,
	},
	missingScope: {
		...WRONG_TOKEN,
		headline: ({ scope }) => `The access token lacks the scope ${scope}`,
		advice: createToken,
	},
	/** The service refuses the request in its own words. */
	refused: {
		...NOT_DONE,
		headline: ({ request, reason }) => `The service refused ${request}: ${reason}`,
		advice: (facts) =>
			`HTTP ${facts.httpCode}.${sentence(facts)} Check the parameters of this operation against what exists in the service.`,
	},
	/** A proxy or the server itself fails. */
	gateway: {
		...UNANSWERED,
		headline: ({ httpCode }) =>
			`The address answered with HTTP ${httpCode} and no message of the service`,
		advice: (facts) =>
			`A proxy or the server itself could not complete the request.${sentence(facts)} Run the node again when the service is available.`,
	},
	redirected: {
		...WRONG_SETTING,
		headline: () => 'The base URL leads to another address',
		advice: ({ httpCode, what = '' }) =>
			`The server answered with a redirect (HTTP ${httpCode}${what}), which is not followed, so that the access token goes nowhere else. Put the final address into the base URL of the credential.`,
	},
	webPage: {
		...MAY_BE_DONE,
		headline: ({ request }) => `The address answered ${request} with a web page instead of data`,
		advice: ({ httpCode }) =>
			`HTTP ${httpCode}. The service may be starting or show its login page, or the base URL leads to another server. Check the base URL and the access token in the credential.`,
	},
	/** The answer is empty or cut off. */
	unreadable: {
		...UNANSWERED,
		headline: ({ request, what }) => `The answer to ${request} cannot be read: ${what}`,
		advice: ({ httpCode }) =>
			`HTTP ${httpCode}. A proxy may have cut off the answer. Check the base URL in the credential and any proxy between n8n and the service.`,
	},
	tooLarge: {
		...MAY_BE_DONE,
		headline: ({ request, httpCode, what }) =>
			`The answer to ${request} (HTTP ${httpCode}) is larger than ${what}`,
		advice: ({ what }) =>
			`Nothing of this answer was used: ${what} is the most that is read of it. Ask for less at a time. If you asked for little, check the base URL in the credential and any proxy between n8n and the service.`,
	},
	/** The answer is complete and does not hold what the specification says. */
	unexpected: {
		...MAY_BE_DONE,
		headline: ({ request, what }) =>
			`The service answered ${request} in an unexpected way: ${what}`,
		advice: () =>
			'Nothing of this answer was used. Check that the base URL points to the log management service and that its version serves the interface /api/v2.',
	},
	/** No connection was made. */
	unreachable: {
		...{ applied: 'no', retry: 'always', stops: 'all', cause: MAY_PASS },
		headline: () => 'The service cannot be reached',
		advice: ({ httpCode }) =>
			`No connection could be made (${httpCode}). Check the base URL in the credential, and that the service is running and reachable from n8n.`,
	},
	/** n8n protects itself against requests to private addresses. */
	blocked: {
		...WRONG_SETTING,
		headline: () => 'n8n does not allow requests to the base URL',
		advice: () =>
			'N8N_SSRF_PROTECTION_ENABLED blocks private addresses, so nothing was sent. To allow this service, add its name to N8N_SSRF_ALLOWED_HOSTNAMES or its address to N8N_SSRF_ALLOWED_IP_RANGES, and restart n8n.',
	},
	/** The connection broke before the answer was complete. */
	lost: {
		...UNANSWERED,
		headline: () => 'The connection to the service broke before its answer was complete',
		advice: ({ httpCode }) =>
			`The connection was lost (${httpCode}). Check the network and any proxy between n8n and the service.`,
	},
	timedOut: {
		...UNANSWERED,
		headline: ({ seconds }) => `The service did not answer within ${seconds} seconds`,
		advice: () => 'Raise the timeout in the credential, or ask for less at a time.',
	},
	wrongProtocol: {
		...WRONG_SETTING,
		headline: () => 'The port of the base URL does not speak https',
		advice: ({ httpCode }) =>
			`The server answered without TLS (${httpCode}). Write http:// in the base URL of the credential, or use the port of the service that speaks https.`,
	},
	untrusted: {
		...WRONG_SETTING,
		headline: () => 'The certificate of the service is not trusted',
		advice: ({ httpCode }) =>
			`Give n8n the certificate authority of the service by NODE_EXTRA_CA_CERTS and restart it, or else turn on Ignore SSL Issues in the credential (${httpCode}).`,
	},
	/** Reading did not end in time, or what was read is not whole. */
	incomplete: {
		...{ ...NOT_DONE, cause: MAY_PASS },
		headline: ({ what }) => String(what),
		advice: ({ said }) => String(said),
	},
} as const satisfies Record<string, KindRule>;

export type ErrorKind = keyof typeof KINDS;

const ruleOf = (kind: ErrorKind): KindRule => KINDS[kind];

/** A request that has no successful answer, or an answer that cannot be trusted. */
export class ApiError extends UserError {
	readonly description: string;
	readonly applied: KindRule['applied'];
	readonly retry: KindRule['retry'];
	/** Which other requests cannot succeed: those that need `facts.scope`, or all; undefined for none. */
	readonly stops: KindRule['stops'];

	/** @param words in place of those of its kind */
	constructor(
		readonly kind: ErrorKind,
		readonly facts: ErrorFacts = {},
		words: { message?: string; description?: string } = {},
	) {
		const { headline, advice, applied, retry, stops } = ruleOf(kind);
		super(words.message ?? headline(facts));
		this.description = words.description ?? advice(facts);
		this.applied = applied;
		this.retry = retry;
		this.stops = stops;
	}

	get stopsAll(): boolean {
		return this.stops !== undefined;
	}

	/** The same error with more advice, and with the place where it happened. */
	withAdvice(more: string, place = ''): ApiError {
		return new ApiError(this.kind, this.facts, {
			message: place === '' ? this.message : `${this.message} (${place})`,
			description: `${this.description} ${more}`,
		});
	}

	/** It holds nothing of the request and nothing of the answer's body. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const { httpCode, retryAfterMs } = this.facts;
		const { cause } = ruleOf(this.kind);
		return nodeApiError(node, this, {
			...(httpCode === undefined ? {} : { httpCode }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
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
