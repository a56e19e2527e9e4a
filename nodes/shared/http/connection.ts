import * as workflow from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { asText } from '../json';
import { apiUrl } from './baseUrl';
import { DEFAULT_REQUESTS_PER_MINUTE, DEFAULT_TIMEOUT_SECONDS } from './credentialDefaults';
import { timeZoneOf } from './timeZone';
import { tokenOf } from './token';

/** What the fields of a credential say about the server. */
export interface ConnectionSettings {
	/** The address of the interface, `/api/v2` included. */
	baseUrl: string;
	token: string;
	timeoutMs: number;
	/** 0 for no limit. */
	requestsPerMinute: number;
	ignoreSslIssues: boolean;
	/** The zone of the times that the service writes without one; undefined if it is not known. */
	timeZone: string | undefined;
}

/** The connection of a node. */
export interface Connection extends ConnectionSettings {
	/** The domains that the credential allows; undefined if it allows all. */
	allowedDomains: string | undefined;
}

/**
 * @throws NodeOperationError when the base URL is no address or not among the allowed domains, or
 * there is no such time zone
 */
export function readConnection(
	node: INode,
	credential: ICredentialDataDecryptedObject,
): Connection {
	let settings: ConnectionSettings;
	try {
		settings = connectionOf(credential);
	} catch (error) {
		throw unusable(node, error instanceof Error ? error.message : String(error));
	}
	return { ...settings, allowedDomains: allowedDomainsOf(node, credential, settings.baseUrl) };
}

/** @throws Error when the base URL is no address, or the time zone is none */
export function connectionOf({
	accessToken,
	baseUrl,
	ignoreSslIssues,
	requestsPerMinute,
	timeout,
	timeZone,
}: ICredentialDataDecryptedObject): ConnectionSettings {
	const seconds = atLeast(Number.MIN_VALUE, timeout) ?? DEFAULT_TIMEOUT_SECONDS;
	return {
		baseUrl: apiUrl(baseUrl),
		token: tokenOf(accessToken),
		// A timer takes whole ms, 31 bits of them.
		timeoutMs: Math.min(Math.ceil(seconds * 1000), 2 ** 31 - 1),
		requestsPerMinute: Math.ceil(atLeast(0, requestsPerMinute) ?? DEFAULT_REQUESTS_PER_MINUTE),
		ignoreSslIssues: ignoreSslIssues === true,
		timeZone: timeZoneOf(timeZone),
	};
}

/** The credential's allowed domains, if this n8n has them. */
function allowedDomainsOf(
	node: INode,
	credentialData: ICredentialDataDecryptedObject,
	url: string,
): string | undefined {
	if (typeof workflow.getCredentialAllowedDomains !== 'function') return undefined;
	const allowedDomains = workflow.getCredentialAllowedDomains({
		node,
		credentialData,
		// The address is the credential's own, not one that an item brings along.
		credentialOwnedSurface: true,
	});
	if (allowedDomains && !workflow.isDomainAllowed({ url, allowedDomains })) {
		throw unusable(node, 'The base URL is not among the allowed domains of the credential');
	}
	return allowedDomains;
}

const unusable = (node: INode, message: string): workflow.NodeOperationError =>
	new workflow.NodeOperationError(node, message, {
		description: 'Open the credential of this node, correct it and test it there.',
		failure: { cause: 'configuration-invalid' },
	});

const atLeast = (least: number, value: unknown): number | undefined => {
	const number = Number(asText(value).trim() || NaN);
	return Number.isFinite(number) && number >= least ? number : undefined;
};
