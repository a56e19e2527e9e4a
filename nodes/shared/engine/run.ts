import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { createClient, type ApiClient } from '../http/client';
import type { Scope } from '../http/request';
import { toNodeError } from '../nodeErrors';
import { withMemoryLimit, type ServiceAccess } from '../pagination/pages';
import type { RunStart } from '../times/moment';

/** The connection that several items share. */
export interface Session {
	client: ApiClient;
	/** For responses consumed immediately. */
	service: ServiceAccess;
	/** For responses whose rows become items: their total size is bounded. */
	boundedService: ServiceAccess;
}

/** Shows a text beside the output, or gives it to the model that called the node as a tool. */
export type ShowHint = (message: string, type: 'warning' | 'info') => void;

/** One execution of one node. */
export interface Run {
	context: IExecuteFunctions;
	runStart: RunStart;
	/** Shows a note beside the output; a repeated text is shown once. */
	addNote: ServiceAccess['addNote'];
	/** Shows a hint about the whole run. */
	showHint: ShowHint;
	/** The session of each input item, or why its credential cannot be used. */
	sessions: ReadonlyArray<Session | NodeApiError | NodeOperationError>;
}

/**
 * Opens a session for each connection. n8n does not say whether a credential has expressions, so the
 * credential is resolved for each item, which takes half a millisecond.
 */
export async function openRun(
	context: IExecuteFunctions,
	scope: Scope,
	{ addNote, showHint }: Pick<Run, 'addNote' | 'showHint'>,
): Promise<Run> {
	const sessionsByKey = new Map<string, Session>();
	const sessions: Array<Run['sessions'][number]> = [];
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const client = await createClient(context, { scope, itemIndex });
			const session = sessionsByKey.get(client.key) ?? createSession(client, addNote);
			sessionsByKey.set(client.key, session);
			sessions.push(session);
		} catch (error) {
			sessions.push(toNodeError(context, error, itemIndex));
		}
	}
	const runStart = { now: Date.now(), zone: context.getTimezone() };
	return { context, runStart, addNote, showHint, sessions };
}

function createSession(client: ApiClient, addNote: ServiceAccess['addNote']): Session {
	const { send, pause, timeZone } = client;
	const service: ServiceAccess = { send, pause, timeZone, addNote };
	return { client, service, boundedService: withMemoryLimit(service) };
}
