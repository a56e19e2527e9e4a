import { hash } from 'crypto';

import * as workflow from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { asText } from '../json';
import { nodeOperationError } from '../nodeErrors';

/** What a credential says about the server. */
export interface Connection {
	/** The address of the interface, `/api/v2` included; spelled in one way. */
	baseUrl: string;
	token: string;
	timeoutMs: number;
	/** 0 for no limit. */
	requestsPerMinute: number;
	ignoreSslIssues: boolean;
	/** The zone of the times that the service writes without one; undefined if it is not known. */
	timeZone: string | undefined;
	/** The domains that the credential allows; undefined if it allows all. */
	allowedDomains?: string | undefined;
}

/** A digest that two connections share only if they are equal. */
export const connectionKey = (connection: Connection): string =>
	hash('sha256', JSON.stringify(connection));

/** Defaults of the credential's fields, which also hold for a credential that was saved without them. */
export const DEFAULT_TIMEOUT_SECONDS = 60;
export const DEFAULT_REQUESTS_PER_MINUTE = 60;

/**
 * The connection of a node.
 * @throws NodeOperationError when the base URL is no address or not among the allowed domains, or
 * there is no such time zone
 */
export function readConnection(
	node: INode,
	credential: ICredentialDataDecryptedObject,
): Connection {
	try {
		const connection = connectionOf(credential);
		return { ...connection, allowedDomains: allowedDomainsOf(node, credential, connection) };
	} catch (error) {
		throw nodeOperationError(node, error instanceof Error ? error.message : String(error), {
			description: 'Open the credential of this node, correct it and test it there.',
			failure: { cause: 'configuration-invalid' },
		});
	}
}

/** @throws Error when the base URL is no address, or the time zone is none */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const { timeout, requestsPerMinute } = credential;
	const seconds = atLeast(Number.MIN_VALUE, timeout) ?? DEFAULT_TIMEOUT_SECONDS;
	return {
		baseUrl: apiUrl(credential.baseUrl),
		token: tokenOf(credential.accessToken),
		// A timer takes whole ms, 31 bits of them.
		timeoutMs: Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1),
		requestsPerMinute: Math.ceil(atLeast(0, requestsPerMinute) ?? DEFAULT_REQUESTS_PER_MINUTE),
		ignoreSslIssues: credential.ignoreSslIssues === true,
		timeZone: timeZoneOf(asText(credential.timeZone).trim()),
	};
}

const atLeast = (least: number, value: unknown): number | undefined => {
	const number = Number(asText(value).trim() || NaN);
	return Number.isFinite(number) && number >= least ? number : undefined;
};

/** The credential's allowed domains, if this n8n has them. @throws Error if the URL is not among them */
function allowedDomainsOf(
	node: INode,
	credentialData: ICredentialDataDecryptedObject,
	{ baseUrl: url }: Connection,
): string | undefined {
	if (typeof workflow.getCredentialAllowedDomains !== 'function') return undefined;
	// The address is the credential's own, not one that an item brings along.
	const asked = { node, credentialData, credentialOwnedSurface: true };
	const allowedDomains = workflow.getCredentialAllowedDomains(asked);
	if (allowedDomains && !workflow.isDomainAllowed({ url, allowedDomains })) {
		throw new Error('The base URL is not among the allowed domains of the credential');
	}
	return allowedDomains;
}

/**
 * The address of the interface: the base URL of the credential with `/api/v2` at its end, once. The
 * path prefix of a proxy is kept.
 * @throws Error when it is no http or https address, or carries a user, a query or a fragment
 */
export function apiUrl(baseUrl: unknown): string {
	const text = asText(baseUrl).trim();
	const url = /^https?:\/\/[^?#\s]+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	if (url?.username !== '' || url.password !== '') {
		throw new Error(
			'The base URL must be an http or https address such as http://logs.example.com:8400, without user name, query or fragment',
		);
	}
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	const isWhole = /^api\/v2$/i.test(segments.slice(-2).join('/'));
	const prefix = isWhole ? segments.slice(0, -2) : segments;
	return [url.origin, ...prefix, 'api', 'v2'].join('/');
}

/** The access token as the header holds it, without the word Bearer that may be pasted with it. */
export const tokenOf = (accessToken: unknown): string =>
	asText(accessToken)
		.trim()
		.replace(/^Bearer\s+/i, '');

/**
 * The time zone that a credential names; undefined if it names none.
 * @throws Error if no such zone is known
 */
function timeZoneOf(timeZone: string): string | undefined {
	if (timeZone === '') return undefined;
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
	} catch {
		// It is none.
	}
	throw new Error(
		`There is no time zone "${timeZone.slice(0, 60)}": set Time Zone of the Service to a name such as Europe/Berlin or UTC, or leave it empty`,
	);
}
