import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { ApiError } from '../shared/http/apiError';
import { connectionOf, type Connection } from '../shared/http/connection';
import { networkError, readAnswer } from '../shared/http/exchange';
import { parseResponse } from '../shared/http/parseResponse';
import { issueOf } from '../shared/nodeErrors';
import type { List } from '../shared/pagination/list';
import { AGENTS, ALERT_PROFILES, DOMAINS, LOG_SOURCES, LOG_TYPES } from './lists';

/** What the test of a credential reads until one is granted: one of each scope. */
const READS = [LOG_SOURCES, ALERT_PROFILES, AGENTS, DOMAINS, LOG_TYPES] as const;

/** Ms that the test takes at most, whatever the timeout of the credential. */
const MOST_MS = 60_000;

/**
 * The test of the credential: reads a list of each scope until one is granted, and reports errors in
 * the words of the nodes.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = connectionOf(data);
		const timeoutMs = Math.min(connection.timeoutMs, MOST_MS);
		const deadline = AbortSignal.timeout(timeoutMs);
		const refusals: ApiError[] = [];
		for (const list of READS) {
			const error = await errorOf(this, list, { ...connection, timeoutMs }, deadline);
			if (error === undefined) return { status: 'OK', message: 'Connection successful!' };
			if (!['unauthorized', 'missingScope', 'refused'].includes(error.kind)) throw error;
			refusals.push(error);
		}
		return { status: 'Error', message: adviceOn(refusals) };
	} catch (error) {
		return { status: 'Error', message: textOf(error) };
	}
}

/** Why a list cannot be read; undefined if it can. */
async function errorOf(
	{ helpers }: ICredentialTestFunctions,
	{ request, isPaged }: List,
	{ baseUrl, token, ignoreSslIssues, timeoutMs }: Connection,
	deadline: AbortSignal,
): Promise<ApiError | undefined> {
	// The only helper that n8n gives the test of a credential.
	const options = {
		method: 'GET',
		uri: `${baseUrl}${request.path}${isPaged ? '?limit=1' : ''}`,
		headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
		rejectUnauthorized: !ignoreSslIssues,
		timeout: timeoutMs,
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
	};
	try {
		const answer = await readAnswer(await helpers.request(options), deadline);
		const asked = { request, scope: request.scope, secrets: [token] };
		const parsed = parseResponse(asked, answer, Date.now());
		return parsed instanceof ApiError ? parsed : undefined;
	} catch (error) {
		return networkError(error, deadline, timeoutMs);
	}
}

const textOf = (error: unknown): string =>
	error instanceof ApiError
		? issueOf(error)
		: error instanceof Error
			? error.message
			: String(error);

/** What refusals of all lists mean: some services tell a wrong access token from one without a scope. */
function adviceOn(refusals: readonly ApiError[]): string {
	const other = refusals.find(({ kind }) => kind === 'refused');
	if (other !== undefined) return textOf(other);
	const scopes = READS.map(({ request }) => request.scope).join(', ');
	const lacking = refusals.find(({ kind }) => kind === 'missingScope');
	const said = (lacking ?? refusals[0])?.facts.said ?? '';
	return lacking === undefined
		? `The service refused the access token for everything that it may read. ${said}. Create an access token with at least one of these scopes in the API settings of the service: ${scopes}.`
		: `The service knows the access token, but it may read nothing. ${said}. Add the scopes of the operations that you use. The test needs one of ${scopes}.`;
}
