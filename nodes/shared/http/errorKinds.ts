import type { KindRule } from './kindRule';
import { STATED_KINDS } from './statedKinds';

const KINDS = {
	...STATED_KINDS,

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
