import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../shared/http/apiError';
import type { Service } from '../shared/pagination/service';
import { asText, toId } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import { normalizeKey, type Outcome } from '../shared/outcomes/batchOutcome';
import { pageIncrement } from '../shared/pagination/paginate';
import { LIST } from './lookUp';
import { agentsOf } from './listing';

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
	const outcomes = new Map(settled);
	let pending = written.filter(
		({ payload, outcome }) =>
			payload.waitMinutes > 0 && (settled.get(payload) ?? outcome).outcome === 'succeeded',
	);
	const started = Date.now();
	let agents: ReadonlyMap<string, IDataObject> = new Map();
	for (let waited = 0; pending.length > 0;) {
		agents = (await listedAgents(service, pending)) ?? agents;
		const isOver = ({ waitMinutes }: P): boolean =>
			Math.max(waited, Date.now() - started) >= waitMinutes * 60_000;
		for (const item of pending) {
			const { payload } = item;
			const agent = agents.get(normalizeKey(payload.device_name));
			outcomes.set(payload, outcomeOf(settled.get(payload) ?? item.outcome, agent, payload));
		}
		pending = pending.filter(({ payload }) => !isOver(payload) && !isEnded(outcomes.get(payload)));
		if (pending.length === 0) break;
		await service.pause(PAUSE_MS);
		waited += PAUSE_MS;
	}
	const left = [...outcomes.values()].filter(
		({ extra }) => extra?.installation !== undefined && !isEnded({ outcome: 'succeeded', extra }),
	);
	if (left.length > 0) {
		service.note(
			`Installations still under way at the end of the wait: ${left.length}. Look at them with Agent › Get Many`,
		);
	}
	return outcomes;
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
		for await (const rows of pageIncrement(agentsOf)(service, { ...LIST, query }, Infinity)) {
			for (const row of rows) {
				const name = normalizeKey(asText(row.agent_name));
				const other = agents.get(name);
				if (other === undefined || idOf(row) > idOf(other)) agents.set(name, row);
			}
		}
		return agents;
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.details.retry === 'never') throw apiError;
		return undefined;
	}
}

const idOf = ({ agent_id }: IDataObject): bigint => BigInt(toId(agent_id) ?? 0);

function outcomeOf(
	before: Outcome,
	agent: IDataObject | undefined,
	{ waitMinutes }: Installed,
): Outcome {
	const status = asText(agent?.status);
	const known = { ...before.extra, agent_id: agent?.agent_id ?? '', status };
	if (FAILED.test(status)) {
		return {
			outcome: 'failed',
			issue: `The installation was started and ended as "${status}"`,
			extra: { ...known, installation: 'failed' },
		};
	}
	const isUnderWay = status === '' || UNDER_WAY.test(status);
	return {
		outcome: 'succeeded',
		extra: {
			...known,
			installation: isUnderWay ? `under way after ${waitMinutes} minutes` : 'done',
		},
	};
}

const isEnded = (outcome: Outcome | undefined): boolean =>
	['done', 'failed'].includes(asText(outcome?.extra?.installation));
