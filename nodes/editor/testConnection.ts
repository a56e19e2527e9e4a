import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { AGENTS, ALERT_PROFILES, DOMAINS, LOG_SOURCES, LOG_TYPES } from '../contract/lists';
import { ApiError, asApiErrorOrThrow, reasonOf } from '../shared/http/apiError';
import { authorizationOf, connectionOf, type Connection } from '../shared/http/connection';
import { readResponse, type StreamResponse } from '../shared/http/exchange';
import { networkError } from '../shared/http/networkError';
import { parseResponse } from '../shared/http/parseResponse';
import { messageWithAdvice } from '../shared/nodeErrors';
import type { ServiceList } from '../shared/pagination/list';
import { extractRows } from '../shared/pagination/pages';

/** The lists that the test reads, one for each READ scope. */
const LISTS = [LOG_SOURCES, ALERT_PROFILES, AGENTS, DOMAINS, LOG_TYPES] as const;

/** Tests the credential: reads a list for each READ scope within one timeout, and names the scopes of the token. */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = connectionOf(data);
		const deadline = AbortSignal.timeout(connection.timeoutMs);
		const granted: string[] = [];
		const errors: ApiError[] = [];
		for (const list of LISTS) {
			const error = await requireReadable(this, list, connection, deadline).catch(
				asApiErrorOrThrow,
			);
			if (error === undefined) granted.push(list.request.scope);
			else errors.push(error);
			if (deadline.aborted || (error && isForeign(error) && error.rule.reaction === 'stop')) break;
		}
		return testResultOf(granted, errors);
	} catch (error) {
		return { status: 'Error', message: messageWithAdvice(asApiErrorOrThrow(error)) };
	}
}

/** Reads the first row of a list, or all rows of a list without pages. @throws ApiError */
async function requireReadable(
	{ helpers }: ICredentialTestFunctions,
	{ request, rows, isPaged }: ServiceList,
	{ baseUrl, token, ignoreSslIssues, timeoutMs }: Connection,
	deadline: AbortSignal,
): Promise<undefined> {
	// n8n offers no other helper to the test of a credential.
	const options = {
		method: 'GET',
		uri: `${baseUrl}${request.path}${isPaged ? '?limit=1' : ''}`,
		headers: { Accept: 'application/json', ...authorizationOf(token) },
		// Before n8n 2.41, the helper hides the code of an untrusted certificate if this option is present.
		...(ignoreSslIssues && { rejectUnauthorized: false }),
		timeout: timeoutMs,
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
	};
	const sending = helpers.request(options) as Promise<StreamResponse>;
	const response = await readResponse(sending, deadline).catch((error: unknown) => {
		throw networkError(error, deadline, timeoutMs);
	});
	const parsed = parseResponse(request, response, Date.now());
	if (parsed instanceof ApiError) throw parsed;
	extractRows(parsed, rows, request);
}

/** Returns whether the error has a cause other than the token. */
const isForeign = ({ rule }: ApiError): boolean => rule.alsoFails !== 'scope';

/** Makes the result of the test. @throws ApiError if no list can be read, for a reason other than the token */
function testResultOf(
	granted: readonly string[],
	errors: readonly ApiError[],
): INodeCredentialTestResult {
	const refused = errors.filter((error) => !isForeign(error)).map(({ facts }) => facts.scope);
	if (granted.length > 0) {
		const texts = [
			`The access token has ${granted.join(', ')}`,
			...(refused.length > 0 ? [`The service refuses ${refused.join(', ')}`] : []),
			...errors.filter(isForeign).map(({ message }) => message),
		];
		return { status: 'OK', message: `${texts.join('. ')}.` };
	}
	for (const error of errors) if (isForeign(error)) throw error;
	const [reason = ''] = errors.map(({ facts }) => reasonOf(facts));
	return {
		status: 'Error',
		message: `The access token is wrong or has expired, or it has none of the scopes ${refused.join(', ')}${reason && ` ("${reason}")`}. Create an access token with the scopes of the operations that you use, in the API settings of the service, and enter it here.`,
	};
}
