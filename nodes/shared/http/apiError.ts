import { NodeApiError, type INode } from 'n8n-workflow';

import { ReportableError, withMessage } from '../nodeErrors';
import { requestName, type ApiRequest, type Scope } from './request';

/** The facts that the receivers of an error read, if it has them. */
interface Facts {
	/** The scope that the request needs. */
	scope?: Scope;
	/** HTTP status or network code. */
	httpCode?: string;
	/** The service's code, its reason, and its title and code in brackets: " (Bad Request, 07001110)". */
	serviceCode?: string;
	reason?: string;
	labels?: string;
	/** The ms for which the service accepts no request. */
	retryAfterMs?: number | undefined;
}

/** The facts of a response. */
export interface ResponseFacts extends Facts {
	/** The request as messages name it: `GET /log-sources`. */
	request: string;
	scope: Scope;
	httpCode: string;
	reason: string;
	/** A description of an unusable response: "empty". */
	content: string;
	/** The origin to which a redirect leads; empty if there is none. */
	redirectOrigin: string;
}

/** The facts of a request without a response. */
interface NetworkFacts extends Facts {
	httpCode: string;
	/** The timeout in seconds. */
	seconds: number;
}

/** The texts of an error whose kind has many causes. */
interface Texts extends Facts {
	headline: string;
	advice: string;
}

/** The facts that the texts of each kind of error need. */
type FactsByKind = Record<'throttled' | 'unavailable', Facts> &
	Record<'unauthorized' | 'missingScope' | 'refused' | 'gateway', ResponseFacts> &
	Record<'redirected' | 'webPage' | 'unreadable' | 'tooLarge', ResponseFacts> &
	Record<'unexpected', Facts & Pick<ResponseFacts, 'request' | 'content'>> &
	Record<'unreachable' | 'ssrfBlocked' | 'lost' | 'timedOut', NetworkFacts> &
	Record<'notHttp' | 'notHttps' | 'tlsMismatch' | 'untrustedCertificate', NetworkFacts> &
	Record<'wrongCredential' | 'expiredCursor' | 'incomplete' | 'notReady' | 'notSent', Texts>;

export type ErrorKind = keyof FactsByKind;

/** The kinds of error that a response can have. */
export type ResponseErrorKind = {
	[K in ErrorKind]: ResponseFacts extends FactsByKind[K] ? K : never;
}[ErrorKind];

/** The consequences and the messages of one kind of error. */
interface KindRule<F extends Facts> {
	/** The service may have carried out the request. */
	mayBeApplied: boolean;
	/** The requests that may be sent again: all, those that are idempotent, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** The other requests that cannot succeed: those that need the same scope, or all. */
	alsoFails?: 'scope' | 'all';
	/** The cause by which n8n's poll back-off treats the error. */
	cause?:
		'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
	headline: (facts: F) => string;
	advice: (facts: F) => string;
}

const TEMPORARY = 'temporarily-unavailable';
const NOT_APPLIED = { mayBeApplied: false, retry: 'never' } as const;
const MAYBE_APPLIED = { mayBeApplied: true, retry: 'never', cause: TEMPORARY } as const;
const RETRY_IF_IDEMPOTENT = { ...MAYBE_APPLIED, retry: 'idempotent' } as const;
const RETRY = { mayBeApplied: false, retry: 'always' } as const;
const PASSED_TEXTS = {
	headline: ({ headline }: Texts) => headline,
	advice: ({ advice }: Texts) => advice,
};
const WRONG_SETTING = { ...NOT_APPLIED, alsoFails: 'all', cause: 'configuration-invalid' } as const;

/** Returns the reason of the service with its title and code; the others make it a sentence or the end of one. */
export const reasonOf = ({ reason = '', labels = '' }: Facts): string => `${reason}${labels}`;
const asSentence = (facts: Facts): string => reasonOf(facts) && ` ${reasonOf(facts)}.`;
const asEnding = (facts: Facts): string => reasonOf(facts) && `: ${reasonOf(facts)}`;

/** States after a blank how long the service accepts no request; empty if it named no time. */
const waitText = ({ retryAfterMs: ms }: Facts): string =>
	ms === undefined ? '' : ` It accepts no request for another ${Math.ceil(ms / 1000)} seconds.`;

/** Returns the advice for a refusal. An HTTP 403 without a code of the service may come from a proxy. */
const refusalAdvice = ({ httpCode, scope, serviceCode }: ResponseFacts): string =>
	httpCode === '403' && serviceCode === undefined
		? `A proxy or firewall may have blocked the request, or the access token lacks the scope ${scope}.`
		: 'Check the parameters of this operation, and that what they name exists in the service.';

const WRONG_TOKEN = {
	...NOT_APPLIED,
	alsoFails: 'scope',
	cause: 'credential-invalid',
	advice: (facts: ResponseFacts) =>
		`HTTP ${facts.httpCode}.${asSentence(facts)} Create an access token with the scope ${facts.scope} in the API settings of the service and save it in the credential.`,
} as const;

const KINDS: { readonly [K in ErrorKind]: KindRule<FactsByKind[K]> } = {
	/** "Too many requests": the service says so now, or the wait that it named is not over. */
	throttled: {
		...RETRY,
		cause: 'rate-limited',
		headline: () => 'The service receives too many requests',
		advice: (facts) =>
			`Nothing was carried out.${asSentence(facts)}${waitText(facts)} Set Requests per Minute under Show Options in the credential to the limit of the service, or run the node again later.`,
	},
	/** The wait that an earlier response with HTTP 5xx named is not over. */
	unavailable: {
		...RETRY,
		cause: TEMPORARY,
		headline: () => 'The service is not available at present',
		advice: (facts) =>
			`It could not complete an earlier request, so this one was not sent.${waitText(facts)} Run the node again later.`,
	},
	/** The service has one code for a token that is wrong or expired and for one without the scope. */
	unauthorized: {
		...WRONG_TOKEN,
		headline: ({ scope }) => `The access token lacks the scope ${scope}, or has expired`,
	},
	missingScope: {
		...WRONG_TOKEN,
		headline: ({ scope }) => `The access token lacks the scope ${scope}`,
	},
	refused: {
		...NOT_APPLIED,
		headline: ({ request, reason }) =>
			`The service refused ${request}: ${reason === '' ? 'it gives no reason' : reason}`,
		advice: (facts) => `HTTP ${facts.httpCode}${facts.labels ?? ''}. ${refusalAdvice(facts)}`,
	},
	/** A proxy or the server itself fails. */
	gateway: {
		...RETRY_IF_IDEMPOTENT,
		headline: (facts) =>
			`The service answered ${facts.request} with HTTP ${facts.httpCode}${asEnding(facts)}`,
		advice: (facts) =>
			`The service or a proxy in front of it could not complete the request.${waitText(facts)} Run the node again when the service is available.`,
	},
	redirected: {
		...WRONG_SETTING,
		// A server may redirect to the result of what it has done.
		mayBeApplied: true,
		headline: () => 'The base URL leads to another address',
		advice: ({ httpCode, redirectOrigin }) =>
			`The server sent a redirect (HTTP ${httpCode}${redirectOrigin && ` to ${redirectOrigin}`}). It is not followed, to keep the access token from other servers: put the final address into the base URL of the credential.`,
	},
	webPage: {
		...MAYBE_APPLIED,
		headline: (facts) =>
			`The address answered ${facts.request} with a web page instead of data (HTTP ${facts.httpCode})${asEnding(facts)}`,
		advice: () =>
			'The service may be starting or show its login page, or the base URL leads to another server. Check the base URL and the access token in the credential.',
	},
	unreadable: {
		...RETRY_IF_IDEMPOTENT,
		headline: (facts) =>
			`The response to ${facts.request} (HTTP ${facts.httpCode}) is ${facts.content}${asEnding(facts)}`,
		advice: () =>
			'A proxy may have replaced or truncated it. Check the base URL in the credential and any proxy between n8n and the service.',
	},
	tooLarge: {
		...MAYBE_APPLIED,
		headline: ({ request, httpCode, content }) =>
			`The response to ${request} (HTTP ${httpCode}) is ${content}`,
		advice: () =>
			'It was not used. Read less at a time, or check the base URL in the credential and any proxy between n8n and the service.',
	},
	unexpected: {
		...MAYBE_APPLIED,
		headline: ({ request, content }) => `The response to ${request} is unexpected: ${content}`,
		advice: () =>
			'It was not used. Check that the base URL points to the log management service and that its version serves the interface /api/v2.',
	},
	unreachable: {
		...RETRY,
		alsoFails: 'all',
		cause: TEMPORARY,
		headline: () => 'The service cannot be reached',
		advice: ({ httpCode }) =>
			`No connection could be made (${httpCode}). Check the base URL in the credential, and that the service is running and reachable from n8n.`,
	},
	/** n8n protects itself against requests to private addresses. */
	ssrfBlocked: {
		...WRONG_SETTING,
		headline: () => 'n8n does not allow requests to the base URL',
		advice: () =>
			'N8N_SSRF_PROTECTION_ENABLED blocks private addresses, so nothing was sent. To allow this service, add its name to N8N_SSRF_ALLOWED_HOSTNAMES or its address to N8N_SSRF_ALLOWED_IP_RANGES, and restart n8n.',
	},
	lost: {
		...RETRY_IF_IDEMPOTENT,
		headline: () => 'The connection to the service broke before its response was complete',
		advice: ({ httpCode }) =>
			`The connection was lost (${httpCode}). Check the network, any proxy between n8n and the service, and whether the port speaks https or http as the base URL says.`,
	},
	timedOut: {
		...RETRY_IF_IDEMPOTENT,
		headline: ({ seconds }) => `The service did not answer within ${seconds} seconds`,
		advice: () => 'Raise the timeout under Show Options in the credential, or read less at a time.',
	},
	notHttp: {
		// Without TLS, a server may have carried out the request before its reply.
		...RETRY_IF_IDEMPOTENT,
		headline: () => 'The port of the base URL does not speak http',
		advice: ({ httpCode }) =>
			`If it speaks https, write https:// in the base URL of the credential (${httpCode}).`,
	},
	notHttps: {
		...WRONG_SETTING,
		headline: () => 'The port of the base URL does not speak https',
		advice: ({ httpCode }) =>
			`Use the port of the service that speaks https, or write http:// in the base URL of the credential (${httpCode}).`,
	},
	tlsMismatch: {
		...WRONG_SETTING,
		headline: () => 'n8n and the service could not agree on a secure connection',
		advice: ({ httpCode }) =>
			`Let the service accept TLS 1.2 or 1.3 with current ciphers, and require no client certificate (${httpCode}).`,
	},
	untrustedCertificate: {
		...WRONG_SETTING,
		headline: () => 'The certificate of the service is not trusted',
		advice: ({ httpCode }) =>
			`Check that it is current and names the host of the base URL. Add its authority to n8n with NODE_EXTRA_CA_CERTS and restart n8n, or turn on Ignore SSL Issues in the credential (${httpCode}).`,
	},
	/** The credential allows no connection. */
	wrongCredential: { ...WRONG_SETTING, ...PASSED_TEXTS },
	/** The service refused the next page of a search. */
	expiredCursor: { ...NOT_APPLIED, ...PASSED_TEXTS },
	/** Reading ran out of time, or its result is incomplete. */
	incomplete: { ...NOT_APPLIED, ...PASSED_TEXTS, cause: TEMPORARY },
	/** The service did not prepare a bulk request in time. */
	notReady: { ...NOT_APPLIED, ...PASSED_TEXTS, cause: TEMPORARY },
	/** The request was given up before it was sent, because the service no longer answers. */
	notSent: { ...NOT_APPLIED, ...PASSED_TEXTS, cause: TEMPORARY },
};

/** The parts of an error, of which a copy changes some. */
interface ErrorParts extends Pick<
	KindRule<Facts>,
	'mayBeApplied' | 'retry' | 'alsoFails' | 'cause'
> {
	kind: ErrorKind;
	message: string;
	description: string;
	facts: Facts;
}

/** A request without a successful response, or a response that cannot be trusted. */
export class ApiError extends ReportableError {
	readonly kind: ErrorKind;
	readonly description: string;
	readonly facts: Facts;
	readonly mayBeApplied: boolean;
	readonly retry: ErrorParts['retry'];
	/** The other requests that cannot succeed: those that need `facts.scope`, or all; undefined for none. */
	readonly alsoFails: ErrorParts['alsoFails'];

	private constructor(private readonly parts: ErrorParts) {
		super(parts.message);
		this.kind = parts.kind;
		this.description = parts.description;
		this.facts = parts.facts;
		this.mayBeApplied = parts.mayBeApplied;
		this.retry = parts.retry;
		this.alsoFails = parts.alsoFails;
	}

	/** Makes an error and its texts from the facts that its kind needs. */
	static of<K extends ErrorKind>(kind: K, facts: FactsByKind[K]): ApiError {
		const { headline, advice, ...rule }: KindRule<FactsByKind[K]> = KINDS[kind];
		return new ApiError({
			...rule,
			...{ kind, facts, message: headline(facts), description: advice(facts) },
		});
	}

	/** Returns whether the service accepts no request for some time. */
	get holdsRequests(): boolean {
		return this.kind === 'throttled' || this.facts.retryAfterMs !== undefined;
	}

	/** Copies the error for a request that an earlier attempt may have carried out, or that was not sent. */
	withApplied(mayBeApplied: boolean): ApiError {
		return new ApiError({ ...this.parts, mayBeApplied });
	}

	/** Copies the error with more advice and the place where it happened. */
	withAdvice(more: string, place = ''): ApiError {
		const message = place === '' ? this.message : `${this.message} (${place})`;
		return new ApiError({ ...this.parts, message, description: `${this.description} ${more}` });
	}

	/** Makes the node error, which holds neither the request nor the body of the response. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const { httpCode, retryAfterMs } = this.facts;
		const { cause } = this.parts;
		const texts = { message: this.message, description: this.description };
		const options = {
			...texts,
			...(httpCode === undefined ? {} : { httpCode }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
		};
		return withMessage(new NodeApiError(node, texts, options), this.message);
	}
}

/** Returns an ApiError; rethrows anything else. */
export function asApiErrorOrThrow(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	throw error;
}

/** The error of a complete response that does not contain what the specification says. */
export const unexpectedResponse = (request: ApiRequest, content: string): ApiError =>
	ApiError.of('unexpected', { request: requestName(request), content });
