import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { ApiError } from '../shared/http/apiError';
import { connectionOf, type ConnectionSettings } from '../shared/http/connection';
import { networkCodeOf, networkError, TIMED_OUT } from '../shared/http/exchange';
import { parseResponse } from '../shared/http/parseResponse';
import { readAnswer } from '../shared/http/readAnswer';
import { redactor } from '../shared/http/redact';
import type { List } from '../shared/pagination/list';
import { AGENTS, ALERT_PROFILES, DOMAINS, LOG_SOURCES, LOG_TYPES } from './lists';

/** What the test of a credential reads until one is granted: one of each scope. */
const READS = [LOG_SOURCES, ALERT_PROFILES, AGENTS, DOMAINS, LOG_TYPES] as const;

/** Seconds that the test takes at most, whatever the timeout of the credential. */
const MAX_SECONDS = 60;

/**
 * The test of the credential: reads a list of each scope until one is granted, and reports errors in
 * the words of the nodes.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	let connection: ConnectionSettings;
	try {
		connection = connectionOf(data);
	} catch (error) {
		return refused(error instanceof Error ? error.message : String(error));
	}
	const seconds = Math.min(connection.timeoutMs / 1000, MAX_SECONDS);
	const deadline = AbortSignal.timeout(seconds * 1000);
	const errors: ApiError[] = [];
	for (const list of READS) {
		const error = await errorOf(this, list, connection, deadline, seconds);
		if (error === undefined) return { status: 'OK', message: 'Connection successful!' };
		if (!isOfScope(error) && !error.isRefusal) return refused(textOf(error));
		errors.push(error);
	}
	return refused(adviceOn(errors));
}

/** Why a list cannot be read; undefined if it can. */
async function errorOf(
	{ helpers }: ICredentialTestFunctions,
	{ request, isPaged }: List,
	{ baseUrl, token, ignoreSslIssues }: ConnectionSettings,
	deadline: AbortSignal,
	seconds: number,
): Promise<ApiError | undefined> {
	// The only helper that n8n gives the test of a credential.
	const options = {
		method: 'GET',
		uri: `${baseUrl}${request.path}${isPaged ? '?limit=1' : ''}`,
		headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
		rejectUnauthorized: !ignoreSslIssues,
		timeout: seconds * 1000,
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
	};
	try {
		const answer = await readAnswer(await helpers.request(options), deadline);
		const asked = { request, scope: request.scope, redact: redactor([token]) };
		const parsed = parseResponse(asked, answer, Date.now());
		return parsed instanceof ApiError ? parsed : undefined;
	} catch (error) {
		return networkError(deadline.aborted ? TIMED_OUT : networkCodeOf(error), seconds);
	}
}

/** Whether another scope may be granted. */
const isOfScope = ({ kind }: ApiError): boolean =>
	kind === 'unauthorized' || kind === 'missingScope';

const textOf = ({ message, description }: ApiError): string => `${message}. ${description}`;

/** What refusals of all lists mean: some services tell a wrong access token from one without a scope. */
function adviceOn(errors: readonly ApiError[]): string {
	const other = errors.find((error) => !isOfScope(error));
	if (other !== undefined) return textOf(other);
	const scopes = READS.map(({ request }) => request.scope).join(', ');
	const lacking = errors.find(({ kind }) => kind === 'missingScope');
	const said = (lacking ?? errors[0])?.facts.said ?? '';
	return lacking === undefined
		? `The service refused the access token for everything that it may read. ${said}. Create an access token with at least one of these scopes in the API settings of the service: ${scopes}.`
		: `The service knows the access token, but it may read nothing. ${said}. Add the scopes of the operations that you use. The test needs one of ${scopes}.`;
}
