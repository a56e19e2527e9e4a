import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { hideSecret } from '../secrets';
import { asText, quote, trim } from '../texts';
import { ApiError } from './apiError';

/** The server that a credential names, and how to connect to it. */
export interface Connection {
	/** The address of the interface with `/api/v2`, spelled in one way. */
	baseUrl: string;
	token: string;
	timeoutMs: number;
	/** 0 for no limit. */
	requestsPerMinute: number;
	ignoreSslIssues: boolean;
	/** The time zone of the service's times, which name none; undefined if the credential does not name it. */
	timeZone: string | undefined;
}

const credentialError = (headline: string): ApiError =>
	ApiError.of('wrongCredential', {
		headline,
		advice: 'Open the credential, correct it and test it there.',
	});

/** Defaults of the credential's fields. They also apply to a credential that was saved without the field. */
export const DEFAULT_TIMEOUT_SECONDS = 60;
export const DEFAULT_REQUESTS_PER_MINUTE = 60;

/** Reads the connection from a credential. @throws ApiError if a value is missing, unknown or not allowed */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const token = tokenOf(credential.accessToken);
	hideSecret(token);
	const seconds = numberOfAtLeast(Number.MIN_VALUE, credential.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
	const perMinute = numberOfAtLeast(0, credential.requestsPerMinute) ?? DEFAULT_REQUESTS_PER_MINUTE;
	const baseUrl = apiUrl(credential.baseUrl);
	requireAllowed(baseUrl, credential);
	if (token === '') throw credentialError('The access token of the credential is empty');
	return {
		baseUrl,
		token,
		// Timers take whole ms of at most 31 bits.
		timeoutMs: Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1),
		requestsPerMinute: Math.ceil(perMinute),
		ignoreSslIssues: credential.ignoreSslIssues === true,
		timeZone: timeZoneOf(trim(asText(credential.timeZone))),
	};
}

const numberOfAtLeast = (min: number, value: unknown): number | undefined => {
	const number = Number(trim(asText(value)) || NaN);
	return Number.isFinite(number) && number >= min ? number : undefined;
};

/** Checks the Allowed Domains of the credential, since some releases of n8n leave that to the node. @throws ApiError */
function requireAllowed(url: string, credential: ICredentialDataDecryptedObject): void {
	if (credential.allowedHttpRequestDomains !== 'domains') return;
	const { hostname } = new URL(url);
	const domains = asText(credential.allowedDomains).toLowerCase();
	const matchesHost = (domain: string): boolean =>
		domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
	if (domains.split(/[\s,]+/).some(matchesHost)) return;
	throw credentialError('The base URL is not among the allowed domains of the credential');
}

/** Makes the address of the interface from the base URL, with a proxy's path. @throws ApiError if it is no address */
export function apiUrl(baseUrl: unknown): string {
	const text = trim(asText(baseUrl));
	const url = /^https?:\/\/[^?#\s]+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	if (url?.username !== '' || url.password !== '') {
		throw credentialError(
			'The base URL must be an http or https address such as http://logs.example.com:8400, without user name, query or fragment',
		);
	}
	const path = url.pathname.replace(/\/+/g, '/').replace(/\/$/, '');
	const prefix = path.replace(/\/api\/v2$/i, '');
	if (prefix === path && /\/api(?:\/v2\/.*)?$/i.test(path)) {
		throw credentialError('The base URL must end before /api/v2, or with it');
	}
	return `${url.origin}${prefix}/api/v2`;
}

/** Makes the header that holds the access token. */
export const authorizationOf = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Removes the word Bearer, which users may paste together with the access token. */
export const tokenOf = (accessToken: unknown): string =>
	trim(asText(accessToken)).replace(/^Bearer\s+/i, '');

/** Returns the IANA name of a time zone; undefined for an empty text. @throws ApiError if it is unknown */
function timeZoneOf(timeZone: string): string | undefined {
	if (timeZone === '') return undefined;
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
	} catch {
		throw credentialError(
			`There is no time zone ${quote(timeZone)}: set Time Zone of the Service to a name such as Europe/Berlin or UTC, or leave it empty`,
		);
	}
}
