import type { ErrorFacts, KindRule } from './kindRule';

const said = ({ said: words }: ErrorFacts): string => (words === undefined ? '' : ` ${words}.`);

const wait = ({ retryAfterMs }: ErrorFacts): string =>
	retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;

const refused = ({ request, reason }: ErrorFacts): string =>
	`The service refused ${request}: ${reason}`;

const checkParameters = (facts: ErrorFacts): string =>
	`${facts.said}. Check the parameters of this operation against what exists in the service.`;

const noMessage = ({ httpCode }: ErrorFacts): string =>
	`The address answered with HTTP ${httpCode} and no message of the service`;

/** What the address answered, if an answer has words. */
const answered = ({ said: words }: ErrorFacts): string =>
	words === undefined ? '' : ` Its answer: ${words}.`;

const checkAddress = (facts: ErrorFacts): string =>
	`The service may be starting, or a proxy or another server answers at the base URL. Check the base URL in the credential.${answered(facts)}`;

/** How to go on after the access token was refused. */
const createToken = (facts: ErrorFacts): string =>
	`${facts.said}. Create an access token with the scope ${facts.scope} in the API settings of the service and save it in the credential.`;

/** Errors that the service, or the server that answers for it, states. */
export const STATED_KINDS = {
	/** The service says "too many requests". */
	throttled: {
		applied: 'no',
		retry: 'always',
		cause: 'rate-limited',
		headline: () => 'The service receives too many requests',
		advice: (facts) =>
			`HTTP ${facts.httpCode}.${said(facts)}${wait(facts)} Nothing was carried out. Set Requests per Minute in the credential to the limit of the service, or run the node again later.`,
	},
	/** The service said so before, and the time it named is not over. */
	locked: {
		applied: 'no',
		retry: 'never',
		cause: 'rate-limited',
		headline: () => 'The service receives too many requests',
		advice: ({ retryAfterMs = 0 }) =>
			`It refused an earlier request, so nothing is sent to it for another ${Math.ceil(retryAfterMs / 1000)} seconds. Run the node again later.`,
	},
	/** The service says "not now". */
	unavailable: {
		applied: 'no',
		retry: 'always',
		cause: 'temporarily-unavailable',
		headline: () => 'The service is not available at the moment',
		advice: (facts) =>
			`HTTP ${facts.httpCode}.${said(facts)}${wait(facts)} Nothing was carried out. Run the node again later.`,
	},
	/** The access token is missing, invalid, revoked or expired. */
	unauthorized: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'credential-invalid',
		headline: () => 'The service refused the access token',
		advice: createToken,
	},
	/** The access token is valid, and lacks the scope of the request. */
	missingScope: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'credential-invalid',
		headline: ({ scope }) => `The access token lacks the scope ${scope}`,
		advice: createToken,
	},
	/** The service misses a parameter. */
	missingParameter: {
		applied: 'no',
		retry: 'never',
		isRefusal: true,
		cause: 'configuration-invalid',
		headline: ({ missing = [], request }) =>
			`The service requires ${missing.join(', ')} for ${request}`,
		advice: (facts) => `${facts.said}. Set the parameter and run the node again.`,
	},
	/** The filter of requests refuses it, before any of it is carried out. */
	filtered: {
		applied: 'no',
		retry: 'never',
		isRefusal: true,
		headline: refused,
		advice: checkParameters,
	},
	/** The service refuses it in its own words, which leave open what was done. */
	refused: {
		applied: 'unknown',
		retry: 'never',
		isRefusal: true,
		headline: refused,
		advice: checkParameters,
	},
	/** The same under a status from 500 on. */
	failed: {
		applied: 'unknown',
		retry: 'idempotent',
		isRefusal: true,
		headline: refused,
		advice: checkParameters,
	},
	/** The cursor of a search has expired, or is not one. */
	cursorExpired: {
		applied: 'no',
		retry: 'never',
		headline: () => 'The service no longer knows the cursor of this search',
		advice: (facts) =>
			`A cursor lives five minutes after its page was read. Run the search again from its start. ${facts.said}.`,
	},

	/** A proxy or the server itself fails. */
	gateway: {
		applied: 'unknown',
		retry: 'idempotent',
		cause: 'temporarily-unavailable',
		headline: noMessage,
		advice: (facts) =>
			`A proxy or the server itself could not complete the request. Run the node again when the service is available.${answered(facts)}`,
	},
	/** A web server answers 404 while the application behind it starts. */
	notServed: {
		applied: 'no',
		retry: 'never',
		cause: 'temporarily-unavailable',
		headline: noMessage,
		advice: checkAddress,
	},
	/** Another server, or a proxy, refuses it. */
	rejected: {
		applied: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		headline: noMessage,
		advice: checkAddress,
	},
	/** Another server, or a proxy, asks for another sign-in. */
	denied: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'credential-invalid',
		headline: noMessage,
		advice: checkAddress,
	},
	redirected: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'configuration-invalid',
		headline: () => 'The base URL leads to another address',
		advice: ({ httpCode, what = '' }) =>
			`The server answered with a redirect (HTTP ${httpCode}${what}), which is not followed, so that the access token goes nowhere else. Put the final address into the base URL of the credential.`,
	},
} as const satisfies Record<string, KindRule>;
