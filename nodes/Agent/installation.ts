import type { IDataObject } from 'n8n-workflow';

import { AGENTS } from '../lists/agents';
import { asApiErrorOrThrow } from '../shared/http/apiError';
import { asText } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { Namesakes, normalizeKey } from '../shared/outcomes/namesakes';
import { listRequest, pagesOf } from '../shared/pagination/list';
import type { Service } from '../shared/pagination/service';

type Installed = Payload & { device_name: string; waitMinutes: number };

/** The pause before each look at the list. */
const PAUSE_MS = 15_000;

/** Statuses without their blanks and signs: an answer may have the words or the values of the filter. */
const DONE = new Set(['running', 'stopped', 'agentupgraded', 'agentalreadyinstalled']);
const FAILED = /fail|crash|manual|unavailable|restrict|lost|notsupported|notcommunicating/;

/**
 * Reads the list of agents until the installations that were started have ended, or the minutes of
 * each item are over. Items tell the status reached, and whether the installation is done, failed or
 * under way; `ambiguous` if several devices or agents of one name cannot be told apart.
 */
export async function waitForInstallation<P extends Installed>(
	written: ReadonlyArray<Written<P>>,
	service: Service,
): Promise<Map<P, Outcome>> {
	let pending = written.filter(
		({ payload, outcome }) => payload.waitMinutes > 0 && outcome.outcome === 'succeeded',
	);
	const isShared = sharedNames(written);
	const seen = new Map<Written<P>, Seen>();
	const started = Date.now();
	let agents = new Namesakes<IDataObject>([], nameOf);
	for (let waited = 0; pending.length > 0;) {
		agents = (await listedAgents(service, pending)) ?? agents;
		const elapsed = Math.max(waited, Date.now() - started);
		for (const item of pending) {
			const { device_name } = item.payload;
			seen.set(item, seenIn(agents.find(device_name), isShared(device_name)));
		}
		pending = pending.filter(
			(item) =>
				seen.get(item)?.installation === 'under way' && elapsed < item.payload.waitMinutes * 60_000,
		);
		if (pending.length === 0) break;
		await service.pause(PAUSE_MS);
		waited += PAUSE_MS;
	}
	const left = [...seen.values()].filter(({ installation }) => installation === 'under way').length;
	if (left > 0) {
		service.note(
			`Installations still under way at the end of the wait: ${left}. Look at them with Agent › Get Many`,
		);
	}
	return new Map(
		[...seen].map(([{ payload, outcome }, found]) => [payload, outcomeOf(outcome, found, payload)]),
	);
}

/** Names that several items have: an agent does not tell the domain of its device. */
export function sharedNames(
	written: ReadonlyArray<Written<Payload & { device_name: string }>>,
): (name: string) => boolean {
	const counts = new Map<string, number>();
	for (const { payload } of written) {
		const key = normalizeKey(payload.device_name);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return (name) => (counts.get(normalizeKey(name)) ?? 0) > 1;
}

/** What the list showed of an installation last. */
interface Seen {
	installation: 'done' | 'failed' | 'under way' | 'ambiguous';
	status: string;
	agent_id: IDataObject['agent_id'];
}

function seenIn([agent, ...others]: readonly IDataObject[], isShared: boolean): Seen {
	if (isShared || others.length > 0) return { installation: 'ambiguous', status: '', agent_id: '' };
	const status = asText(agent?.status);
	const word = status.toLowerCase().replace(/[^a-z]/g, '');
	return {
		installation: FAILED.test(word) ? 'failed' : DONE.has(word) ? 'done' : 'under way',
		status,
		agent_id: agent?.agent_id ?? '',
	};
}

const nameOf = (row: IDataObject): string => asText(row.agent_name);

/**
 * The agents by name, one request for a thousand of them, or for the one agent waited for; undefined
 * if the list cannot be read this time.
 */
async function listedAgents(
	service: Service,
	pending: ReadonlyArray<Written<Installed>>,
): Promise<Namesakes<IDataObject> | undefined> {
	const [only, ...others] = pending.map(({ payload }) => payload.device_name);
	const query = others.length === 0 && only !== undefined ? { agent_name: only } : {};
	const agents: IDataObject[] = [];
	try {
		const pages = pagesOf(AGENTS)(service, listRequest(AGENTS, query), Infinity);
		for await (const rows of pages) agents.push(...rows);
		return new Namesakes(agents, nameOf);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.retry === 'never') throw apiError;
		return undefined;
	}
}

function outcomeOf(before: Outcome, seen: Seen, { waitMinutes }: Installed): Outcome {
	const { installation, status } = seen;
	const extra = { ...before.extra, ...seen };
	// An answer that was lost leaves open whether the agent was there before.
	const { detail: start = 'Added' } = before;
	if (installation === 'failed') {
		const detail = `The installation was started and ended as "${status}"`;
		return { outcome: 'failed', detail, extra };
	}
	const minutes = `${waitMinutes} minute${waitMinutes === 1 ? '' : 's'}`;
	const ends = {
		done: `${start}, the installation ended as "${status}"`,
		ambiguous: `${start}; several devices or agents have this name, so the end of its installation cannot be told`,
		'under way': `${start}, ${status === '' ? 'not listed' : `the status is "${status}"`} after ${minutes}`,
	};
	return { outcome: 'succeeded', detail: ends[installation], extra };
}
