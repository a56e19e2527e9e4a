import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../shared/http/apiError';
import type { Service } from '../shared/pagination/service';
import { asText, toId } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { normalizeKey } from '../shared/outcomes/namesakes';
import { listRequest, pagesOf } from '../shared/pagination/list';
import { AGENTS } from '../lists/agents';

type Installed = Payload & { device_name: string; waitMinutes: number };

/** The pause before each look at the list. */
const PAUSE_MS = 15_000;

/** Statuses in words: an answer does not give the values of the filter. */
const UNDER_WAY = /schedul|wait|sync|progress|pending|queue|installing|start(?:ed|ing)/i;
const FAILED =
	/fail|crash|manual|unavailable|restrict|connection lost|not (?:supported|communicating)/i;

/**
 * Reads the list of agents until the installations that were started have ended, or the minutes of
 * each item are over. Items tell the status reached and whether the installation is done, failed or
 * under way.
 * @param settled the outcomes that a look-up has settled
 */
export async function waitForInstallation<P extends Installed>(
	written: ReadonlyArray<Written<P>>,
	settled: ReadonlyMap<P, Outcome>,
	service: Service,
): Promise<Map<P, Outcome>> {
	let pending = written.filter(
		({ payload, outcome }) =>
			payload.waitMinutes > 0 && (settled.get(payload) ?? outcome).outcome === 'succeeded',
	);
	const seen = new Map<Written<P>, Seen>();
	const started = Date.now();
	let agents: ReadonlyMap<string, IDataObject> = new Map();
	for (let waited = 0; pending.length > 0;) {
		agents = (await listedAgents(service, pending)) ?? agents;
		const elapsed = Math.max(waited, Date.now() - started);
		for (const item of pending) {
			seen.set(item, seenIn(agents.get(normalizeKey(item.payload.device_name))));
		}
		pending = pending.filter(
			(item) =>
				seen.get(item)?.state === 'under way' && elapsed < item.payload.waitMinutes * 60_000,
		);
		if (pending.length === 0) break;
		await service.pause(PAUSE_MS);
		waited += PAUSE_MS;
	}
	const left = [...seen.values()].filter(({ state }) => state === 'under way').length;
	if (left > 0) {
		service.note(
			`Installations still under way at the end of the wait: ${left}. Look at them with Agent › Get Many`,
		);
	}
	const outcomes = new Map(settled);
	for (const [{ payload, outcome }, found] of seen) {
		outcomes.set(payload, outcomeOf(settled.get(payload) ?? outcome, found, payload));
	}
	return outcomes;
}

/** What the list showed of an installation last. */
interface Seen {
	state: 'done' | 'failed' | 'under way';
	status: string;
	agent_id: IDataObject['agent_id'];
}

function seenIn(agent: IDataObject | undefined): Seen {
	const status = asText(agent?.status);
	const isUnderWay = status === '' || UNDER_WAY.test(status);
	return {
		state: FAILED.test(status) ? 'failed' : isUnderWay ? 'under way' : 'done',
		status,
		agent_id: agent?.agent_id ?? '',
	};
}

/**
 * The newest agent of each name, one request for a thousand agents, or for the one agent waited for;
 * undefined where the list cannot be read this time.
 */
async function listedAgents(
	service: Service,
	pending: ReadonlyArray<Written<Installed>>,
): Promise<ReadonlyMap<string, IDataObject> | undefined> {
	const [only, ...others] = pending.map(({ payload }) => payload.device_name);
	const query = others.length === 0 && only !== undefined ? { agent_name: only } : {};
	const agents = new Map<string, IDataObject>();
	try {
		const pages = pagesOf(AGENTS)(service, listRequest(AGENTS, query), Infinity);
		for await (const rows of pages) {
			for (const row of rows) {
				const name = normalizeKey(asText(row.agent_name));
				const other = agents.get(name);
				if (other === undefined || isNewer(row, other)) agents.set(name, row);
			}
		}
		return agents;
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.retry === 'never') throw apiError;
		return undefined;
	}
}

/** Whether an agent has the larger id of two. */
function isNewer(one: IDataObject, other: IDataObject): boolean {
	const [id, otherId] = [toId(one.agent_id), toId(other.agent_id)];
	return id !== undefined && otherId !== undefined && id > otherId;
}

function outcomeOf(
	before: Outcome,
	{ state, status, agent_id }: Seen,
	{ waitMinutes }: Installed,
): Outcome {
	const extra = { ...before.extra, agent_id, status };
	if (state === 'failed') {
		return {
			outcome: 'failed',
			issue: `The installation was started and ended as "${status}"`,
			extra: { ...extra, installation: 'failed' },
		};
	}
	const installation = state === 'done' ? 'done' : `under way after ${waitMinutes} minutes`;
	return { outcome: 'succeeded', extra: { ...extra, installation } };
}
