import type { IDataObject } from 'n8n-workflow';

import { AGENTS } from '../lists/lists';
import { asApiErrorOrThrow } from '../shared/http/apiError';
import { shortText } from '../shared/http/statedError';
import { asText } from '../shared/json';
import type { Completion, Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { Namesakes } from '../shared/outcomes/namesakes';
import type { Service } from '../shared/pagination/service';
import { wholeList } from '../shared/pagination/wholeList';

export type Installed = Payload & {
	device_name: string;
	domain_name: string;
	user_name?: string;
	password?: string;
	waitMinutes: number;
	/** The IDs of the agents of that name before anything was sent; undefined if they were not read. */
	listedBefore?: string[];
};

/** The pause before each look at the list. */
const PAUSE_MS = 15_000;

/** Statuses without their blanks and signs: an answer may have the words or the values of the filter. */
const DONE = new Set(['running', 'stopped', 'agentupgraded', 'agentalreadyinstalled']);
const FAILED = /fail|crash|manual|unavailable|restrict|lost|notsupported|notcommunicating/;

/**
 * Adds to installations the agents of their names that are there already, of whatever domain: a refusal
 * names no device, and an agent that is listed later may be an old one. One item that is not waited
 * for needs no list. A list that cannot be read is no reason not to install.
 */
export async function withListedBefore<P extends Installed>(
	payloads: readonly P[],
	service: Service,
): Promise<Map<P, Completion<P>>> {
	const isAlone = payloads.length === 1;
	if (isAlone && payloads.every(({ waitMinutes }) => waitMinutes === 0)) return new Map();
	try {
		const agents = await agentsByName(service);
		return new Map(
			payloads.map((payload) => {
				const listedBefore = agents.alike(payload.device_name).map(idOf);
				return [payload, { send: { ...payload, listedBefore } }];
			}),
		);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.kind === 'unreachable') throw apiError;
		return new Map();
	}
}

/**
 * Whether listed agents of its name show that an agent was added; undefined if those before it are not
 * known: one that is listed may have been there, and one that is not may still be installed.
 */
export const isAdded = (payload: Installed, agents: readonly IDataObject[]): boolean | undefined =>
	payload.listedBefore && agents.some((row) => isNew(payload, row));

const isNew = ({ listedBefore = [] }: Installed, agent: IDataObject): boolean =>
	!listedBefore.includes(idOf(agent));

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
	// An agent does not tell the domain of its device.
	const devices = new Namesakes(written, ({ payload }) => payload.device_name);
	const seen = new Map<Written<P>, Seen>();
	const started = Date.now();
	let agents = new Namesakes<IDataObject>([], nameOf);
	for (let waited = 0; pending.length > 0;) {
		agents = (await listedAgents(service)) ?? agents;
		const elapsed = Math.max(waited, Date.now() - started);
		for (const item of pending) {
			const { device_name } = item.payload;
			const own = agents.find(device_name, (row) => isNew(item.payload, row));
			const isShared = devices.alike(device_name).length > 1;
			seen.set(item, isShared ? SHARED : seenIn(own, item.payload));
		}
		pending = pending.filter(
			(item) =>
				seen.get(item)?.installation === 'under way' && elapsed < item.payload.waitMinutes * 60_000,
		);
		if (pending.length === 0) break;
		await service.pause(PAUSE_MS);
		waited += PAUSE_MS;
	}
	const ended = [...seen].map(([item, found]) => [item, endOf(item.payload, found)] as const);
	const left = ended.filter(([, { installation }]) => installation === 'under way').length;
	if (left > 0) {
		service.note(
			`Installations still under way at the end of the wait: ${left}. Look at them with Agent › Get Many`,
		);
	}
	return new Map(
		ended.map(([{ payload, outcome }, end]) => [payload, outcomeOf(outcome, end, payload)]),
	);
}

/** An installation of which no new agent is listed may have been one of an agent that was there. */
const endOf = ({ listedBefore = [] }: Installed, seen: Seen): Seen =>
	seen.agent_id === '' && listedBefore.length > 0 ? SHARED : seen;

/** What the list showed of an installation last. */
interface Seen {
	installation: 'done' | 'failed' | 'under way' | 'ambiguous';
	status: string;
	agent_id: IDataObject['agent_id'];
}

const SHARED: Seen = { installation: 'ambiguous', status: '', agent_id: '' };

function seenIn([agent, ...others]: readonly IDataObject[], payload: Installed): Seen {
	const isCertain = others.length === 0 && payload.listedBefore !== undefined;
	if (agent !== undefined && !isCertain) return SHARED;
	const status = shortText(agent?.status);
	const word = status.toLowerCase().replace(/[^a-z]/g, '');
	return {
		installation: FAILED.test(word) ? 'failed' : DONE.has(word) ? 'done' : 'under way',
		status,
		agent_id: agent?.agent_id ?? '',
	};
}

const nameOf = (row: IDataObject): string => asText(row.agent_name);

const idOf = (row: IDataObject): string => asText(row.agent_id);

/** One request for a thousand of them. @throws ApiError */
const agentsByName = async (service: Service): Promise<Namesakes<IDataObject>> =>
	new Namesakes(await wholeList(service, AGENTS), nameOf);

/** The agents by name; undefined if they cannot be read this time. */
async function listedAgents(service: Service): Promise<Namesakes<IDataObject> | undefined> {
	try {
		return await agentsByName(service);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.retry === 'never' && apiError.kind !== 'incomplete') throw apiError;
		return undefined;
	}
}

function outcomeOf(before: Outcome, seen: Seen, { waitMinutes, listedBefore }: Installed): Outcome {
	const { installation, status } = seen;
	const extra = { ...before.extra, ...seen };
	// An answer that was lost leaves open whether the agent was there before.
	const { detail: start = 'Added' } = before;
	if (installation === 'failed') {
		const detail = `The installation was started and ended as "${status}"`;
		return { outcome: 'failed', detail, extra };
	}
	const why =
		listedBefore?.length === 0
			? 'several devices or agents have this name'
			: 'an agent of this name may have been there before';
	const minutes = `${waitMinutes} minute${waitMinutes === 1 ? '' : 's'}`;
	const ends = {
		done: `${start}, the installation ended as "${status}"`,
		ambiguous: `${start}; ${why}, so the end of its installation cannot be told`,
		'under way': `${start}, ${status === '' ? 'not listed' : `the status is "${status}"`} after ${minutes}`,
	};
	return { outcome: 'succeeded', detail: ends[installation], extra };
}
