import { listMeta, pageOf } from './lists';
import { installationSteps, statusText } from './agentStatus';
import { newAgent } from './newAgent';
import { instant } from './newLogSource';
import { missing } from './refusal';
import type { Call, Handler, ServiceState } from './state';
import { domainCalled, namePasses, refusedItem, summaryOf, textOf, titleOf } from './state';
import type { Agent } from './world';

type Installation = { device_name: string; domain_name: string } & Agent['credentials'];
type Change = { agent_id: string; display_name?: string; log_level?: Agent['log_level'] };

const moved = (state: ServiceState): number =>
	state.switches.agentStepsBy === 'time' ? state.clock.now() : state.agentReads;

/** Moves the agents on for the time or the reads that went by. */
const moveOn = (state: ServiceState): void => {
	const now = moved(state);
	const every = Math.max(1, state.switches.agentStepEvery);
	for (const agent of state.world.agents.values()) {
		while (agent.ahead.length > 0 && now - agent.movedAt >= every) {
			agent.status = agent.ahead.shift() ?? agent.status;
			agent.movedAt += every;
			agent.last_sync_time = instant(state.clock.now());
		}
	}
};

const install = (call: Call, item: Installation): string | undefined => {
	const { state } = call;
	const { world } = state;
	const wanted = refusedItem(call, item.device_name);
	if (wanted !== undefined) return wanted;
	const domain = domainCalled(state, item.domain_name);
	if (domain === undefined) return `Domain ${item.domain_name} is not configured`;
	const computer = world.computerAt(domain.domain_name, item.device_name);
	if (computer !== undefined && !computer.os.startsWith('Windows')) {
		return 'Only Windows devices are supported';
	}
	const name = item.device_name.toLowerCase();
	for (const agent of world.agents.values()) {
		const sameName = agent.agent_name.toLowerCase() === name;
		if (sameName && agent.domain_name === domain.domain_name) return 'Agent already installed';
	}
	const { device_name: _device, domain_name: _domain, ...credentials } = item;
	const id = world.nextId('agent');
	const agent = newAgent(id, computer?.name ?? item.device_name, state.clock.now(), {
		status: 'installscheduled',
		ahead: [...installationSteps],
		movedAt: moved(state),
		domain_name: domain.domain_name,
		credentials,
	});
	world.agents.set(id, agent);
	return undefined;
};

/** Add agents: POST /api/v2/log-sources/agents */
export const addAgents: Handler = (call) => {
	const { agents: items } = (call.body as { agents: Installation[] } | undefined) ?? {};
	if (items === undefined) throw missing(['agents']);
	const failed = items.flatMap((item) => {
		const issue = install(call, item);
		return issue === undefined ? [] : [{ agent_id: call.state.world.nextId('agent'), issue }];
	});
	const data = {
		summary: summaryOf(['total_agents', 'successful_additions', 'failed_deletions'], items, failed),
		title: 'success',
		detail: 'Agent installation has been started',
		failed_agents: failed,
	};
	return { body: { data } };
};

/** Update agents: PUT /api/v2/log-sources/agents */
export const updateAgents: Handler = (call) => {
	const items = (call.body as { agents: Change[] }).agents;
	const failed = items.flatMap(({ agent_id: text, ...change }) => {
		const id = /^\d{1,16}$/.test(text) ? Number(text) : -1;
		const agent = call.state.world.agents.get(id);
		const issue =
			refusedItem(call, text) ?? (agent === undefined ? 'Agent id was not found' : undefined);
		if (agent === undefined || issue !== undefined) {
			return [{ agent_id: Math.max(id, 0), issue: issue ?? '' }];
		}
		Object.assign(agent, change);
		return [];
	});
	const summary = summaryOf(
		['total_agents', 'successful_updates', 'failed_updates'],
		items,
		failed,
	);
	return { body: { data: { detail: titleOf(failed.length), summary, failed_agents: failed } } };
};

/** Get agents: GET /api/v2/log-sources/agents */
export const getAgents: Handler = (call) => {
	const { state, query } = call;
	moveOn(state);
	state.agentReads += 1;
	const version = textOf(query, 'version');
	const agents = [...state.world.agents.values()].filter(
		(agent) =>
			(query['agent_id'] === undefined || query['agent_id'] === agent.agent_id) &&
			namePasses(state, agent.agent_name, textOf(query, 'agent_name')) &&
			(version === undefined || version === String(agent.version)) &&
			(query['status'] === undefined || query['status'] === agent.status),
	);
	const { rows, meta } = pageOf(call, agents, { fullWithoutParameters: true });
	const sources = [...state.world.logSources.values()];
	const records = rows.map((agent) => {
		const own = sources
			.filter(({ hidden }) => hidden.agent_id === agent.agent_id)
			.map(({ log_source_id, log_source }) => ({ log_source_id, log_source }));
		return {
			agent_id: agent.agent_id,
			agent_name: agent.agent_name,
			status: statusText(agent.status),
			last_sync_time: agent.last_sync_time,
			associated_device_count: own.length,
			version: agent.version,
			associated_devices: own,
			display_name: agent.display_name,
			log_level: agent.log_level,
		};
	});
	return { body: { data: { agents: records }, meta: listMeta(meta) } };
};
