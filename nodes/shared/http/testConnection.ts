import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asText } from '../json';
import { ApiError } from './apiError';
import { connectionOf, type ConnectionSettings } from './connection';
import { DEFAULT_TEST_PERMISSION } from './credentialDefaults';
import { networkCodeOf, responseOf } from './exchange';
import { networkError } from './networkError';
import { parseResponse, type HttpResponse } from './parseResponse';
import { redact } from './redact';
import type { ApiRequest, Scope } from './request';

/** What the test of a credential reads, by the scope that the access token needs for it. */
const READ_BY_SCOPE = {
	'agents.READ': '/log-sources/agents?limit=1',
	'alerts.READ': '/alerts/profile',
	'domains.READ': '/log-sources/domains',
	'logformats.READ': '/log-type',
	'logsources.READ': '/log-sources?limit=1',
} as const satisfies Partial<Record<Scope, string>>;

/**
 * The test of the credential: reads what Test Permission names and answers in the words of the
 * nodes. Where the service does not answer, it is tried under the other of http and https, without
 * the access token, to name the address that answers.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let connection: ConnectionSettings;
	try {
		connection = connectionOf(data);
	} catch (error) {
		return refused(error instanceof Error ? error.message : String(error));
	}
	const scope = scopeOf(data);
	const request: ApiRequest = { method: 'GET', path: READ_BY_SCOPE[scope] };
	const send = async (
		baseUrl: string,
		headers: Record<string, string>,
	): Promise<ApiError | undefined> => {
		const answer = await get(this, { ...connection, baseUrl }, request, headers);
		if ('networkCode' in answer) {
			return networkError(answer.networkCode, connection.timeoutMs / 1000);
		}
		const text = redact(answer.text, [connection.token]);
		const parsed = parseResponse(request, scope, { ...answer, text }, Date.now());
		if (parsed instanceof ApiError) return parsed;
		return 'data' in parsed ? undefined : noService();
	};

	const error = await send(connection.baseUrl, { Authorization: `Bearer ${connection.token}` });
	if (error === undefined) return { status: 'OK', message: 'Connection successful!' };
	if (error.facts.code === undefined && !error.isRefusal) {
		const other = otherProtocol(connection.baseUrl);
		const found = await send(other, {});
		if (found?.facts.code !== undefined) {
			return refused(
				`The service answers at ${withoutPath(other)}: write this address into Base URL`,
			);
		}
		return refused(`${error.message}. ${error.description}`);
	}
	return refused(
		!error.isRefusal || error.kind === 'missingParameter'
			? `${error.message}. ${error.description}`
			: `The service accepted the connection but refused to read what Test Permission names. ${error.message}`,
	);
}

const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const noService = (): ApiError =>
	new ApiError(
		'unexpected',
		{},
		{
			message: 'The address answers, but not as the log management service does',
			description: 'Check the base URL and any proxy in between.',
		},
	);

function scopeOf({ testPermission }: ICredentialDataDecryptedObject): keyof typeof READ_BY_SCOPE {
	const scope = asText(testPermission);
	return isReadScope(scope) ? scope : DEFAULT_TEST_PERMISSION;
}

const isReadScope = (scope: string): scope is keyof typeof READ_BY_SCOPE => scope in READ_BY_SCOPE;

/** Sends one request; n8n gives the test of a credential no other helper than this one. */
async function get(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, timeoutMs, ignoreSslIssues }: ConnectionSettings,
	{ method, path }: ApiRequest,
	headers: Record<string, string>,
): Promise<HttpResponse | { networkCode: string }> {
	let answer: unknown;
	try {
		answer = await helpers.request({
			method,
			uri: `${baseUrl}${path}`,
			headers: { Accept: 'application/json', ...headers },
			rejectUnauthorized: !ignoreSslIssues,
			timeout: timeoutMs,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			encoding: 'utf8',
		});
	} catch (error) {
		return { networkCode: networkCodeOf(error) };
	}
	return responseOf(answer);
}

const otherProtocol = (url: string): string =>
	url.startsWith('https:') ? url.replace(/^https:/, 'http:') : url.replace(/^http:/, 'https:');

const withoutPath = (url: string): string => url.replace(/\/api\/v2$/, '');
