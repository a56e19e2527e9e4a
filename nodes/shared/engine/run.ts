import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { createClient, type ApiClient } from '../http/client';
import type { Scope, Send } from '../http/request';
import { toNodeError } from '../nodeErrors';
import type { ServiceAccess } from '../pagination/pages';
import { countText } from '../texts';
import type { RunStart } from '../times/moment';

/** The connection that several items share. */
export interface Session {
	client: ApiClient;
	/** Sends through the client, and notes a clock of the service that is wrong. */
	service: ServiceAccess;
}

/** Shows a text beside the output. A model that called the node as a tool gets it, too. */
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

/** Opens a session for each connection. Each item's credential is resolved, since it may have expressions. */
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

/** A larger difference between the clocks of n8n and of the service is reported. */
const MAX_CLOCK_DIFFERENCE_MS = 120_000;

function createSession(client: ApiClient, addNote: ServiceAccess['addNote']): Session {
	const { pause, timeZone } = client;
	let isClockNoted = false;
	const send: Send = async (request) => {
		const response = await client.send(request);
		const now = Date.now();
		const aheadMs = (response.date ?? now) - now;
		if (!isClockNoted && Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS) {
			isClockNoted = true;
			const minutes = countText(Math.round(Math.abs(aheadMs) / 60_000), 'minutes');
			const side = aheadMs > 0 ? 'ahead of' : 'behind';
			addNote(
				`The service's clock is ${minutes} ${side} n8n's. Relative times count by n8n's clock: correct the wrong one`,
			);
		}
		return response;
	};
	return { client, service: { send, pause, timeZone, addNote } };
}
