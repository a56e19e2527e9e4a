import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { ApiError } from '../shared/http/apiError';
import { connectionOf, type ConnectionSettings } from '../shared/http/connection';
import { networkCodeOf, networkError, TIMED_OUT } from '../shared/http/exchange';
import { parseResponse } from '../shared/http/parseResponse';
import { readAnswer, type HttpResponse } from '../shared/http/readAnswer';
import { Redactor } from '../shared/http/redact';
import type { List } from '../shared/pagination/list';
import { AGENTS, ALERT_PROFILES, DOMAINS, LOG_SOURCES, LOG_TYPES } from './lists';

/** What the test of a credential reads until one is granted: one of each scope. */
const READS = [LOG_SOURCES, ALERT_PROFILES, AGENTS, DOMAINS, LOG_TYPES] as const;

/** Seconds that the test takes at most, whatever the timeout of the credential. */
const MOST_SECONDS = 60;

/**
 * The test of the credential: reads what any scope may read, until one is granted, and answers in the
 * words of the nodes. If the service does not answer, it is tried under the other of http and https,
 * without the access token, to name the address that answers.
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
	const test = new ConnectionTest(this, connection);
	const problem = await test.problem();
	test.end();
	return problem === undefined
		? { status: 'OK', message: 'Connection successful!' }
		: refused(problem);
}

const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const textOf = ({ message, description }: ApiError): string => `${message}. ${description}`;

/** Whether another scope may be granted, or another list be read. */
const isOfOneScope = ({ kind, isRefusal }: ApiError): boolean =>
	kind === 'unauthorized' || kind === 'missingScope' || isRefusal;

/** What refusals of all reads mean: the service may tell a wrong access token from one without a scope. */
function adviceOnAll(errors: readonly ApiError[]): string {
	const scopes = READS.map(({ request }) => request.scope).join(', ');
	const other = errors.find(({ kind }) => kind !== 'unauthorized' && kind !== 'missingScope');
	if (other !== undefined) return textOf(other);
	const lacking = errors.find(({ kind }) => kind === 'missingScope');
	const said = (lacking ?? errors[0])?.facts.said ?? '';
	return lacking === undefined
		? `The service refused the access token for everything that it may read. ${said}. Create an access token with at least one of these scopes in the API settings of the service: ${scopes}.`
		: `The service knows the access token, but it may read nothing. ${said}. Add the scopes of the operations that you use. The test needs one of ${scopes}.`;
}

const noService = (): ApiError =>
	new ApiError(
		'unexpected',
		{},
		{
			message: 'The address answers, but not as the log management service does',
			description: 'Check the base URL and any proxy in between.',
		},
	);

class ConnectionTest {
	private readonly seconds: number;
	private readonly deadline: AbortSignal;
	private readonly redactor: Redactor;
	private readonly overdue: Promise<never>;
	private readonly ended = new AbortController();

	constructor(
		private readonly host: ICredentialTestFunctions,
		private readonly connection: ConnectionSettings,
	) {
		this.seconds = Math.min(connection.timeoutMs / 1000, MOST_SECONDS);
		this.deadline = AbortSignal.timeout(this.seconds * 1000);
		this.redactor = new Redactor([connection.token]);
		this.overdue = new Promise((_, reject) => {
			const { signal } = this.ended;
			this.deadline.addEventListener('abort', () => reject(new Error(TIMED_OUT)), { signal });
		});
		// It may end while nothing waits for it.
		this.overdue.catch(() => undefined);
	}

	/** Lets the deadline go, which Node keeps as long as something listens to it. */
	end(): void {
		this.ended.abort();
	}

	/** Why no list can be read, and how to go on; undefined if one can. */
	async problem(): Promise<string | undefined> {
		const errors: ApiError[] = [];
		const { baseUrl, token } = this.connection;
		for (const list of READS) {
			const error = await this.read(list, baseUrl, { Authorization: `Bearer ${token}` });
			if (error === undefined) return undefined;
			if (!isOfOneScope(error)) return await this.adviceOn(error);
			errors.push(error);
		}
		return adviceOnAll(errors);
	}

	/** What to say of an error that no other scope can change. */
	private async adviceOn(error: ApiError): Promise<string> {
		if (error.facts.code !== undefined || error.kind === 'throttled') return textOf(error);
		const other = otherProtocol(this.connection.baseUrl);
		const found = await this.read(READS[0], other, {});
		return found?.facts.code === undefined
			? textOf(error)
			: `The service answers at ${withoutPath(other)}: write this address into Base URL`;
	}

	/** Why a list cannot be read at an address; undefined if it can. */
	private async read(
		{ request, isPaged }: List,
		baseUrl: string,
		headers: Record<string, string>,
	): Promise<ApiError | undefined> {
		const { deadline, redactor, seconds } = this;
		const uri = `${baseUrl}${request.path}${isPaged ? '?limit=1' : ''}`;
		try {
			const answer = await Promise.race([
				this.answerOf(this.optionsOf(uri, headers)),
				this.overdue,
			]);
			const parsed = parseResponse({ request, scope: request.scope, redactor }, answer, Date.now());
			if (parsed instanceof ApiError) return parsed;
			return 'data' in parsed ? undefined : noService();
		} catch (error) {
			return networkError(deadline.aborted ? TIMED_OUT : networkCodeOf(error), seconds);
		}
	}

	/** n8n's helper takes no signal: a body that comes after the deadline is closed when it comes. */
	private async answerOf(options: object): Promise<HttpResponse> {
		return await readAnswer(await this.host.helpers.request(options), this.deadline);
	}

	/** Options of the only helper that n8n gives the test of a credential. */
	private optionsOf(uri: string, headers: Record<string, string>): object {
		return {
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', ...headers },
			rejectUnauthorized: !this.connection.ignoreSslIssues,
			timeout: this.seconds * 1000,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		};
	}
}

const otherProtocol = (url: string): string =>
	url.startsWith('https:') ? url.replace(/^https:/, 'http:') : url.replace(/^http:/, 'https:');

const withoutPath = (url: string): string => url.replace(/\/api\/v2$/, '');
