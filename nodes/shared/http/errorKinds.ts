/** How n8n's poll back-off treats an error; the cause of `failure` in the options of NodeApiError. */
type Cause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** What is known of an error beside its kind. */
export interface ErrorFacts {
	/** The request as messages name it: `GET /log-sources`. */
	request?: string;
	/** The OAuth scope that the request needs. */
	scope?: string;
	/** HTTP status or network code. */
	httpCode?: string;
	/** The service's own code, for instance 07001113. */
	code?: string;
	/** What the service says in short, and all that it says in a sentence. */
	reason?: string;
	said?: string;
	/** How long the service asks to wait, in ms, as far as it is believed. */
	retryAfterMs?: number;
	/** Names of required parameters that the service misses. */
	missing?: readonly string[];
	/** How long an answer was waited for, in seconds. */
	seconds?: number;
	/** What is unexpected in an answer, where a redirect leads, or the size that an answer may have. */
	what?: string;
}

/** What follows from the kind of an error. */
interface KindRule {
	/** Whether the service may have carried out the request. */
	applied: 'no' | 'unknown';
	/** Which requests may be sent again: all of them, those that change nothing, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** No other request can succeed with this credential. */
	stopsAll?: true;
	cause?: Cause;
	headline: (facts: ErrorFacts) => string;
	/** How to go on. */
	advice: (facts: ErrorFacts) => string;
}

const said = ({ said: words }: ErrorFacts): string => (words === undefined ? '' : ` ${words}.`);

const wait = ({ retryAfterMs }: ErrorFacts): string =>
	retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;

const refused = ({ request, reason }: ErrorFacts): string =>
	`The service refused ${request}: ${reason}`;

const checkParameters = (facts: ErrorFacts): string =>
	`${facts.said}. Check the parameters of this operation against what exists in the service.`;

const noMessage = ({ httpCode }: ErrorFacts): string =>
	`The address answered with HTTP ${httpCode} and no message of the service`;

const checkAddress = ({ said: words }: ErrorFacts): string =>
	`The service may be starting, or a proxy or another server answers at the base URL. Check the base URL in the credential.${words === undefined ? '' : ` Its answer: ${words}.`}`;

const KINDS = {
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
		advice: (facts) =>
			`${facts.said}. Create an access token with the scope ${facts.scope} in the API settings of the service and save it in the credential.`,
	},
	/** The access token is valid, and lacks the scope of the request. */
	missingScope: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'credential-invalid',
		headline: ({ scope }) => `The access token lacks the scope ${scope}`,
		advice: (facts) =>
			`${facts.said}. Create an access token with the scope ${facts.scope} in the API settings of the service and save it in the credential.`,
	},
	/** The service misses a parameter. */
	missingParameter: {
		applied: 'no',
		retry: 'never',
		cause: 'configuration-invalid',
		headline: ({ missing = [], request }) =>
			`The service requires ${missing.join(', ')} for ${request}`,
		advice: (facts) => `${facts.said}. Set the parameter and run the node again.`,
	},
	/** The filter of requests refuses it, before any of it is carried out. */
	filtered: { applied: 'no', retry: 'never', headline: refused, advice: checkParameters },
	/** The service refuses it in its own words, which leave open what was done. */
	refused: { applied: 'unknown', retry: 'never', headline: refused, advice: checkParameters },
	/** The same under a status from 500 on. */
	failed: { applied: 'unknown', retry: 'idempotent', headline: refused, advice: checkParameters },
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
		advice: ({ said: words }) =>
			`A proxy or the server itself could not complete the request. Run the node again when the service is available.${words === undefined ? '' : ` Its answer: ${words}.`}`,
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

	/** The answer is a page for people. */
	webPage: {
		applied: 'unknown',
		retry: 'never',
		cause: 'temporarily-unavailable',
		headline: ({ request }) => `The address answered ${request} with a web page instead of data`,
		advice: () =>
			'Either the base URL leads to a page for people, or the service refused the access token and shows its login page. Check the base URL and the access token in the credential.',
	},
	/** The answer is empty or cut off. */
	notJson: {
		applied: 'unknown',
		retry: 'idempotent',
		cause: 'temporarily-unavailable',
		headline: ({ request, what }) => `The answer to ${request} cannot be read: ${what}`,
		advice: () =>
			'A proxy may have cut off the answer. Check the base URL in the credential and any proxy between n8n and the service.',
	},
	/** The answer is larger than it may be, and was not read to its end. */
	tooLarge: {
		applied: 'unknown',
		retry: 'never',
		headline: ({ request, httpCode, what }) =>
			`The answer to ${request} (HTTP ${httpCode}) is larger than ${what}`,
		advice: ({ what }) =>
			`Nothing of this answer was used: ${what} is the most that is read of it. Ask for less at a time. If you asked for little, check the base URL in the credential and any proxy between n8n and the service.`,
	},
	/** The answer is complete and does not hold what the specification says. */
	unexpected: {
		applied: 'unknown',
		retry: 'never',
		headline: ({ request, what }) =>
			`The service answered ${request} in an unexpected way: ${what}`,
		advice: () =>
			'Nothing of this answer was used. Check that the base URL points to the log management service and that its version serves the interface /api/v2.',
	},

	/** No connection was made. */
	unreachable: {
		applied: 'no',
		retry: 'always',
		stopsAll: true,
		cause: 'temporarily-unavailable',
		headline: () => 'The service cannot be reached',
		advice: ({ httpCode }) =>
			`No connection could be made (${httpCode}). Check the base URL in the credential, and that the service is running and reachable from n8n.`,
	},
	/** n8n protects itself against requests to private addresses. */
	blocked: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'configuration-invalid',
		headline: () => 'n8n does not allow requests to the base URL',
		advice: () =>
			'N8N_SSRF_PROTECTION_ENABLED blocks private addresses, so nothing was sent. To allow this service, add its name to N8N_SSRF_ALLOWED_HOSTNAMES or its address to N8N_SSRF_ALLOWED_IP_RANGES, and restart n8n.',
	},
	/** The connection broke before the answer was complete. */
	lost: {
		applied: 'unknown',
		retry: 'idempotent',
		cause: 'temporarily-unavailable',
		headline: () => 'The connection to the service broke before its answer was complete',
		advice: ({ httpCode }) =>
			`The connection was lost (${httpCode}). Check the network and any proxy between n8n and the service.`,
	},
	timedOut: {
		applied: 'unknown',
		retry: 'idempotent',
		cause: 'temporarily-unavailable',
		headline: ({ seconds }) => `The service did not answer within ${seconds} seconds`,
		advice: () => 'Raise the timeout in the credential, or ask for less at a time.',
	},
	wrongProtocol: {
		applied: 'unknown',
		retry: 'never',
		stopsAll: true,
		cause: 'configuration-invalid',
		headline: () => 'The port of the base URL does not speak https',
		advice: ({ httpCode }) =>
			`The server answered without TLS (${httpCode}). Write http:// in the base URL of the credential, or use the port of the service that speaks https.`,
	},
	untrusted: {
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		cause: 'configuration-invalid',
		headline: () => 'The certificate of the service is not trusted',
		advice: ({ httpCode }) =>
			`n8n closed the connection (${httpCode}). If the server uses a self-signed certificate, turn on Ignore SSL Issues in the credential.`,
	},

	/** A list holds no row that was asked for, or more than one. */
	notListed: {
		applied: 'no',
		retry: 'never',
		headline: ({ what }) => `The service lists no ${what}`,
		advice: () =>
			'Check the value. It may have another name, or be deleted. Set On Error to continue if it may be missing.',
	},
	ambiguous: {
		applied: 'no',
		retry: 'never',
		headline: ({ what }) => `The service lists more than one ${what}`,
		advice: () => 'Select it by ID.',
	},
	/** Reading did not end in time, or what was read is not whole. */
	incomplete: {
		applied: 'no',
		retry: 'never',
		cause: 'temporarily-unavailable',
		headline: ({ what }) => String(what),
		advice: ({ said: words }) => String(words),
	},
} as const satisfies Record<string, KindRule>;

export type ErrorKind = keyof typeof KINDS;

/** The kinds of errors, and what follows from each. */
export const ERROR_KINDS: Readonly<Record<ErrorKind, KindRule>> = KINDS;
