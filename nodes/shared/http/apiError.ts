import { NodeApiError, type INode } from 'n8n-workflow';

import { ReportableError, withMessage } from '../nodeErrors';
import { requestName, type ApiRequest, type Scope } from './request';

const NO_FACTS = {
	/** The request as messages name it: `GET /log-sources`. */
	request: '',
	/** The scope that the request needs. */
	scope: '' as Scope | '',
	/** HTTP status or network code. */
	httpCode: '',
	/** The service's code, its reason, and its title and code in brackets: " (Bad Request, 07001110)". */
	serviceCode: '',
	reason: '',
	titleAndCode: '',
	/** A description of an unusable response: "empty". */
	problem: '',
	/** The origin to which a redirect leads. */
	redirectOrigin: '',
	timeoutSeconds: 0,
	/** The ms for which the service accepts no request. */
	retryAfterMs: undefined as number | undefined,
	/** The texts of this error, if its kind has many causes. */
	headline: undefined as string | undefined,
	advice: undefined as string | undefined,
};

/** The facts that texts name and receivers read. A text is empty if it is not known. */
export type Facts = Readonly<typeof NO_FACTS>;

/** The consequences and the texts of one kind of error. */
interface KindRule {
	/** The service may have carried out the request. */
	mayBeApplied: boolean;
	/** The requests that may be sent again: all, those that are idempotent, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** The next step of a reader: stop, request less, or send the same request later. */
	reaction: 'stop' | 'readLess' | 'readAgain';
	/** The service accepts no request for some time: always, or, under HTTP 408 and 5xx, if its response names it. */
	holds?: true | 'ifNamed';
	/** The later requests that would fail, too: those that need the same scope, or all. */
	alsoFails?: 'scope' | 'all';
	/** The cause by which n8n's poll back-off treats the error. An invalid one remains until somebody changes a setting. */
	failureCause?:
		'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
	headline?: (facts: Facts) => string;
	advice?: (facts: Facts) => string;
}

const TEMPORARY = 'temporarily-unavailable';
const NOT_NOW = {
	mayBeApplied: false,
	retry: 'always',
	reaction: 'stop',
	failureCause: TEMPORARY,
} as const;
const ON_HOLD = { ...NOT_NOW, holds: true } as const;
const LATER = { retry: 'never', reaction: 'readAgain', failureCause: TEMPORARY } as const;
const GIVEN_UP = { ...LATER, mayBeApplied: false } as const;
const UNUSABLE = { ...LATER, mayBeApplied: true } as const;
const UNANSWERED = { ...UNUSABLE, retry: 'idempotent' } as const;
const WRONG_SETTING = {
	mayBeApplied: false,
	retry: 'never',
	reaction: 'stop',
	alsoFails: 'all',
	failureCause: 'configuration-invalid',
} as const;
const WRONG_TOKEN = {
	...WRONG_SETTING,
	alsoFails: 'scope',
	failureCause: 'credential-invalid',
} as const;

/** Returns the reason of the service with its title and code; `asSentence` and `asEnding` embed it in a text. */
export const reasonOf = ({ reason, titleAndCode }: Facts): string => `${reason}${titleAndCode}`;
const asSentence = (facts: Facts): string => reasonOf(facts) && `${reasonOf(facts)}. `;
const asEnding = (facts: Facts): string => reasonOf(facts) && `: ${reasonOf(facts)}`;

/** States how long the service accepts no request; empty if it named no time. */
const waitText = ({ retryAfterMs: ms }: Facts): string =>
	ms === undefined ? '' : `It accepts no request for another ${Math.ceil(ms / 1000)} seconds. `;

const newToken = ({ scope }: Facts): string =>
	`Create an access token with the scope ${scope} in the API settings of the service and save it in the credential.`;

/** Returns the advice for a refusal. Without a code of the service, a proxy or another server may have sent it. */
function refusalAdvice({ httpCode, scope, serviceCode }: Facts): string {
	const isForeign = serviceCode === '' || Number(serviceCode) === Number(httpCode);
	return isForeign && /^40[345]$/.test(httpCode)
		? `A proxy or another server may have answered: check the base URL in the credential, and that the access token has the scope ${scope}.`
		: 'Check the parameters of this operation, and that what they name exists in the service.';
}

const KINDS = {
	/** "Too many requests": the service says so now, or the wait that it named is not over. */
	throttled: {
		...ON_HOLD,
		failureCause: 'rate-limited',
		headline: () => 'The service receives too many requests',
		advice: (facts) =>
			`Nothing was carried out. ${asSentence(facts)}${waitText(facts)}Set Requests per Minute under Show Options in the credential to the limit of the service, or run the node again later.`,
	},
	/** The wait that an earlier response with HTTP 5xx named is not over. */
	unavailable: {
		...ON_HOLD,
		headline: () => 'The service is not available at present',
		advice: (facts) =>
			`It could not complete an earlier request, so this one was not sent. ${waitText(facts)}Run the node again later.`,
	},
	/** The service has one code for a token that is wrong or expired and for one without the scope. */
	unauthorized: {
		...WRONG_TOKEN,
		headline: () => 'The service refused the access token',
		advice: (facts) =>
			`It is mistyped, has expired, or lacks the scope ${facts.scope}${asEnding(facts)}. ${newToken(facts)}`,
	},
	missingScope: {
		...WRONG_TOKEN,
		headline: ({ scope }) => `The access token lacks the scope ${scope}`,
		advice: (facts) => `${asSentence(facts)}${newToken(facts)}`,
	},
	refused: {
		mayBeApplied: false,
		retry: 'never',
		reaction: 'readLess',
		headline: ({ request, reason }) =>
			`The service refused ${request}: ${reason === '' ? 'it gives no reason' : reason}`,
		advice: (facts) => `HTTP ${facts.httpCode}${facts.titleAndCode}. ${refusalAdvice(facts)}`,
	},
	/** A proxy or the server itself fails. */
	gateway: {
		...UNANSWERED,
		holds: 'ifNamed',
		headline: (facts) =>
			`The service answered ${facts.request} with HTTP ${facts.httpCode}${asEnding(facts)}`,
		advice: (facts) =>
			`The service or a proxy in front of it could not complete the request. ${waitText(facts)}Run the node again when the service is available.`,
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
		...UNUSABLE,
		headline: (facts) =>
			`The address answered ${facts.request} with a web page instead of data (HTTP ${facts.httpCode})${asEnding(facts)}`,
		advice: () =>
			'The service may be starting or show its login page, or the base URL leads to another server. Check the base URL and the access token in the credential.',
	},
	unreadable: {
		...UNANSWERED,
		headline: (facts) =>
			`The response to ${facts.request} (HTTP ${facts.httpCode}) is ${facts.problem}${asEnding(facts)}`,
		advice: () =>
			'A proxy may have replaced or truncated it. Check the base URL in the credential and any proxy between n8n and the service.',
	},
	tooLarge: {
		...UNUSABLE,
		reaction: 'readLess',
		headline: ({ request, httpCode, problem }) =>
			`The response to ${request} (HTTP ${httpCode}) is ${problem}`,
		advice: () =>
			'It was not used. Read less at a time, or check the base URL in the credential and any proxy between n8n and the service.',
	},
	unexpected: {
		...UNUSABLE,
		headline: ({ request, problem }) => `The response to ${request} is unexpected: ${problem}`,
		advice: () =>
			'It was not used. Check that the base URL points to the log management service and that its version serves the interface /api/v2.',
	},
	unreachable: {
		...NOT_NOW,
		alsoFails: 'all',
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
		...UNANSWERED,
		headline: () => 'The connection to the service broke before its response was complete',
		advice: ({ httpCode }) =>
			`The connection was lost (${httpCode}). Check the network, any proxy between n8n and the service, and whether the port speaks https or http as the base URL says.`,
	},
	timedOut: {
		...UNANSWERED,
		headline: ({ timeoutSeconds }) => `The service did not answer within ${timeoutSeconds} seconds`,
		advice: () => 'Raise the timeout under Show Options in the credential, or read less at a time.',
	},
	notHttps: {
		...WRONG_SETTING,
		headline: () => 'The port of the base URL does not speak https',
		advice: ({ httpCode }) =>
			`Use the port of the service that speaks https, or write http:// in the base URL of the credential (${httpCode}).`,
	},
	untrustedCertificate: {
		...WRONG_SETTING,
		headline: () => 'The certificate of the service is not trusted',
		advice: ({ httpCode }) =>
			`Check that it is current and names the host of the base URL. Add its authority to n8n with NODE_EXTRA_CA_CERTS and restart n8n, or turn on Ignore SSL Issues in the credential (${httpCode}).`,
	},
	/** The credential allows no connection. */
	wrongCredential: WRONG_SETTING,
	/** Reading, sending or waiting was given up, or the result is incomplete. */
	incomplete: GIVEN_UP,
} as const satisfies Readonly<Record<string, KindRule>>;

export type ErrorKind = keyof typeof KINDS;

/** The one table of errors: whoever reacts to an error reads its columns. */
export const RULES: Readonly<Record<ErrorKind, KindRule>> = KINDS;

/** A request without a successful response, or a response that cannot be trusted. */
export class ApiError extends ReportableError {
	/** The consequences of the kind. */
	readonly rule: KindRule;

	private constructor(
		readonly kind: ErrorKind,
		readonly facts: Facts,
		message: string,
		readonly description: string,
		readonly mayBeApplied: boolean,
	) {
		super(message);
		this.rule = RULES[kind];
	}

	/** Makes an error and its texts from the facts that its kind needs. */
	static of(kind: ErrorKind, known: Partial<Facts>): ApiError {
		const { mayBeApplied, headline, advice } = RULES[kind];
		const facts = { ...NO_FACTS, ...known };
		const message = facts.headline ?? headline?.(facts) ?? '';
		return new ApiError(kind, facts, message, facts.advice ?? advice?.(facts) ?? '', mayBeApplied);
	}

	/** Returns whether the service accepts no request for some time. */
	get holdsRequests(): boolean {
		return this.rule.holds === true || this.facts.retryAfterMs !== undefined;
	}

	/** Copies the error for a request that an earlier attempt may have carried out, or that was not sent. */
	withMayBeApplied(mayBeApplied: boolean): ApiError {
		return new ApiError(this.kind, this.facts, this.message, this.description, mayBeApplied);
	}

	/** Copies the error with more advice and the place where it happened. */
	withAdvice(more: string, place = ''): ApiError {
		const message = place === '' ? this.message : `${this.message} (${place})`;
		const description = `${this.description} ${more}`;
		return new ApiError(this.kind, this.facts, message, description, this.mayBeApplied);
	}

	/** Makes the node error, which holds neither the request nor the body of the response. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const { httpCode, retryAfterMs } = this.facts;
		const { failureCause: cause } = this.rule;
		const texts = { message: this.message, description: this.description };
		const options = {
			...texts,
			...(httpCode && { httpCode }),
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
export const unexpectedResponse = (request: ApiRequest, problem: string): ApiError =>
	ApiError.of('unexpected', { request: requestName(request), problem });
