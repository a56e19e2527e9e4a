import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { createClient, type ApiClient } from '../http/client';
import type { Scope } from '../http/request';
import { toNodeError } from '../nodeErrors';
import { withMemoryLimit, type Service } from '../pagination/paginate';
import type { Moment } from '../times/moment';

/** The connection that several items share. */
export interface Session {
	client: ApiClient;
	/** For responses consumed immediately. */
	service: Service;
	/** For responses whose rows become items: their total size is bounded. */
	boundedService: Service;
}

/** One execution of one node. */
export interface Run {
	context: IExecuteFunctions;
	moment: Moment;
	/** Shows a note beside the output; a repeated text is shown once. */
	note: Service['note'];
	/** The session of each input item, or why its credential cannot be used. */
	sessions: ReadonlyArray<Session | NodeApiError | NodeOperationError>;
}

/**
 * Whether an item belongs to the sample whose credential is always resolved. n8n reads its database each
 * time, which takes half a millisecond: 10,000 items would take 5 seconds.
 */
const isInSample = (itemIndex: number): boolean => itemIndex < 1000 || itemIndex % 50 === 0;

/**
 * Opens a session for each connection, since expressions in a credential can differ from item to item.
 * If all items of the sample share one session, the others share it too.
 */
export async function openRun(
	context: IExecuteFunctions,
	scope: Scope,
	note: Service['note'],
): Promise<Run> {
	const sessionsByKey = new Map<string, Session>();
	const sessionOf = async (itemIndex: number): Promise<Run['sessions'][number]> => {
		try {
			const client = await createClient(context, { scope, itemIndex });
			const session = sessionsByKey.get(client.key) ?? createSession(client, note);
			sessionsByKey.set(client.key, session);
			return session;
		} catch (error) {
			return toNodeError(context, error, itemIndex);
		}
	};
	const items = [...context.getInputData().keys()];
	const sampled = new Map<number, Run['sessions'][number]>();
	for (const item of items.filter(isInSample)) sampled.set(item, await sessionOf(item));
	const [common, ...others] = new Set(sampled.values());
	const sessions: Array<Run['sessions'][number]> = [];
	for (const item of items) {
		const session = sampled.get(item) ?? (others.length === 0 ? common : undefined);
		sessions.push(session ?? (await sessionOf(item)));
	}
	return { context, moment: { now: Date.now(), zone: context.getTimezone() }, note, sessions };
}

function createSession(client: ApiClient, note: Service['note']): Session {
	const { send, pause, timeZone } = client;
	const service: Service = { send, pause, timeZone, note };
	return { client, service, boundedService: withMemoryLimit(service) };
}
