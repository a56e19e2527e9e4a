import { pageOf } from './lists';
import { newAgent } from './newAgent';
import { instant } from './newLogSource';
import type { Call, Handler } from './state';
import { domainCalled, namePasses, refusedItem, summaryOf, textOf, titleOf } from './state';
import type { Agent } from './world';

type Installation = { device_name: string; domain_name: string } & Agent['credentials'];
type Change = { agent_id: string; display_name?: string; log_level?: Agent['log_level'] };

/** What an installation goes through, a step every five seconds. */
const STEPS = ['installscheduled', 'waitingfor_initailsync', 'running'] as const;
const STEP_MS = 5_000;

const moveOn = (agent: Agent, now: number): void => {
	if (agent.addedAt === undefined) return;
	const step = Math.min(STEPS.length - 1, Math.floor((now - agent.addedAt) / STEP_MS));
	if (agent.status === STEPS[step]) return;
	agent.status = STEPS[step] ?? agent.status;
	agent.last_sync_time = instant(now);
};

/** A status as a person reads it in an answer. */
const statusText = (status: string): string =>
	status.replace(/(^|_)(\w)/g, (_all, gap: string, letter: string) => {
		return (gap === '' ? '' : ' ') + letter.toUpperCase();
	});

const install = (call: Call, item: Installation): string | undefined => {
	const { world, clock } = call.state;
	const { device_name, domain_name, ...credentials } = item;
	const wanted = refusedItem(call, device_name);
	if (wanted !== undefined) return wanted;
	const domain = domainCalled(call, domain_name);
	if (domain === undefined) return `Domain ${domain_name} is not configured`;
	const computer = world.computerAt(domain.domain_name, device_name);
	if (computer?.os.startsWith('Windows') === false) return 'Only Windows devices are supported';
	const isThere = [...world.agents.values()].some(
		(agent) =>
			agent.agent_name.toLowerCase() === device_name.toLowerCase() &&
			agent.domain_name === domain.domain_name,
	);
	if (isThere) return 'Agent already installed';
	const id = world.nextId('agent');
	const agent = newAgent(id, computer?.name ?? device_name, clock.now(), {
		...{ status: STEPS[0], addedAt: clock.now(), domain_name: domain.domain_name, credentials },
	});
	world.agents.set(id, agent);
	return undefined;
};

/** Add agents: POST /api/v2/log-sources/agents */
export const addAgents: Handler<{ agents: Installation[] }> = (call) => {
	const { agents } = call.body;
	const failed = agents.flatMap((item) => {
		const issue = install(call, item);
		return issue === undefined ? [] : [{ agent_id: call.state.world.nextId('agent'), issue }];
	});
	const names = ['total_agents', 'successful_additions', 'failed_deletions'] as const;
	return {
		data: {
			summary: summaryOf(names, agents, failed),
			title: 'success',
			detail: 'Agent installation has been started',
			failed_agents: failed,
		},
	};
};

/** Update agents: PUT /api/v2/log-sources/agents */
export const updateAgents: Handler<{ agents: Change[] }> = (call) => {
	const failed = call.body.agents.flatMap(({ agent_id: text, ...change }) => {
		const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
		const agent = call.state.world.agents.get(id);
		const issue = refusedItem(call, text) ?? (agent ? undefined : 'Agent id was not found');
		if (issue !== undefined) return [{ agent_id: id, issue }];
		Object.assign(agent ?? {}, change);
		return [];
	});
	const names = ['total_agents', 'successful_updates', 'failed_updates'] as const;
	const summary = summaryOf(names, call.body.agents, failed);
	return { data: { detail: titleOf(failed), summary, failed_agents: failed } };
};

/** Get agents: GET /api/v2/log-sources/agents */
export const getAgents: Handler = (call) => {
	const { world, clock } = call.state;
	for (const agent of world.agents.values()) moveOn(agent, clock.now());
	const { agent_id, status } = call.query;
	const version = textOf(call, 'version');
	const agents = [...world.agents.values()].filter(
		(agent) =>
			(agent_id === undefined || agent_id === agent.agent_id) &&
			namePasses(call, agent.agent_name, 'agent_name') &&
			(version === undefined || version === String(agent.version)) &&
			(status === undefined || status === agent.status),
	);
	const { rows, meta } = pageOf(call, agents, true);
	const sources = [...world.logSources.values()];
	const records = rows.map((agent) => {
		const { addedAt: _at, domain_name: _domain, credentials: _account, ...shown } = agent;
		const own = sources
			.filter(({ hidden }) => hidden.agent_id === agent.agent_id)
			.map(({ log_source_id, log_source }) => ({ log_source_id, log_source }));
		return {
			...shown,
			status: statusText(agent.status),
			associated_device_count: own.length,
			associated_devices: own,
		};
	});
	return { data: { agents: records }, meta };
};
