import { filtered, pageOf } from './lists';
import type { Handler } from './state';
import { instant, newAgent, type Agent } from './records';
import { deviceAt, doEach, refuse } from './writes';

type Installation = { device_name: string; domain_name: string };
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
	status.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Add agents: POST /api/v2/log-sources/agents */
export const addAgents: Handler<{ agents: Installation[] }> = (call) => {
	const { world, clock } = call.state;
	const { failures, summary } = doEach(
		call.body.agents,
		['total_agents', 'successful_additions', 'failed_deletions'],
		() => ({ agent_id: world.nextId('agent') }),
		({ device_name, domain_name }) => {
			const device = deviceAt(call, device_name, domain_name, 'devices');
			const isThere = [...world.agents.values()].some(
				(agent) =>
					agent.agent_name.toLowerCase() === device_name.toLowerCase() &&
					agent.domain_name === device.domain_name,
			);
			if (isThere) refuse('Agent already installed');
			const id = world.nextId('agent');
			world.agents.set(id, {
				...newAgent(id, device.name, clock.now()),
				...{ status: STEPS[0], addedAt: clock.now(), domain_name: device.domain_name },
			});
		},
	);
	const detail = 'Agent installation has been started';
	return { data: { summary, title: 'success', detail, failed_agents: failures } };
};

/** Update agents: PUT /api/v2/log-sources/agents */
export const updateAgents: Handler<{ agents: Change[] }> = (call) => {
	const { failures, summary, title } = doEach(
		call.body.agents,
		['total_agents', 'successful_updates', 'failed_updates'],
		({ agent_id }) => ({ agent_id: Number(agent_id) }),
		({ agent_id, ...change }) => {
			const agent = call.state.world.agents.get(Number(agent_id));
			Object.assign(agent ?? refuse('Agent id was not found'), change);
		},
	);
	return { data: { detail: title, summary, failed_agents: failures } };
};

/** Get agents: GET /api/v2/log-sources/agents */
export const getAgents: Handler = (call) => {
	const { world, clock } = call.state;
	for (const agent of world.agents.values()) moveOn(agent, clock.now());
	const names = ['agent_id', 'agent_name', 'version', 'status'] as const;
	const { rows, meta } = pageOf(call, filtered(call, world.agents.values(), names), true);
	const records = rows.map(({ addedAt: _at, domain_name: _domain, ...shown }) => {
		const devices = [...world.logSources.values()]
			.filter(({ hidden }) => hidden.agent_id === shown.agent_id)
			.map(({ log_source_id, log_source }) => ({ log_source_id, log_source }));
		return {
			...shown,
			status: statusText(shown.status),
			associated_device_count: devices.length,
			associated_devices: devices,
		};
	});
	return { data: { agents: records }, meta };
};
