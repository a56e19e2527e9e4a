import { z } from 'zod';

import { defineEndpoint } from './endpoint';
import { listPage } from './lists';
import { instant, newAgent, type Agent } from './records';
import { ID, name, hasChange, paging, text, upTo100, words } from './schema';
import { deviceAt, applyItems, refuse } from './writes';

const agentStatus = words(
	'needsync, agent_not_communicating, running, stopped, crashed, installfailed, upgradefailed, ' +
		'installscheduled, uninstallscheduled, stopscheduled, stopactionstarted, upgradescheduled, ' +
		'manual_upgrade_needed, restartactionscheduled, restartactionstarted, startactionscheduled, ' +
		'agentupgraded, agent_already_installed, manual_install, start_manual, restart_manual, ' +
		'stop_manual, upgrade_cancelled, audit_service_unavailable, acl_package_unavailable, ' +
		'waitingfor_initailsync, access_restriction_selinux, platform_not_supported, ' +
		'ssh_connection_failure',
);

/** The steps of an installation, one every five seconds. */
const STEPS = ['installscheduled', 'waitingfor_initailsync', 'running'] as const;
const STEP_MS = 5_000;

const moveOn = (agent: Agent, now: number): void => {
	if (agent.addedAt === undefined) return;
	const step = Math.min(STEPS.length - 1, Math.floor((now - agent.addedAt) / STEP_MS));
	if (agent.status === STEPS[step]) return;
	agent.status = STEPS[step] ?? agent.status;
	agent.last_sync_time = instant(now);
};

const statusText = (status: string): string =>
	status.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

export const addAgents = defineEndpoint({
	endpoint: ['Add agents', 'POST', '/log-sources/agents', 'agents.CREATE'],
	body: z.strictObject({
		agents: upTo100(
			z.strictObject({
				...{ device_name: name, domain_name: name },
				...{ user_name: text.optional(), password: text.optional() },
			}),
		),
	}),
	answer: (call) => {
		const { world, clock } = call.state;
		const { failures, summary } = applyItems(
			call.body.agents,
			['total_agents', 'successful_additions', 'failed_deletions'],
			() => ({ agent_id: world.nextId('agent') }),
			({ device_name, domain_name }) => {
				const device = deviceAt(call, device_name, domain_name);
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
	},
});

export const updateAgents = defineEndpoint({
	endpoint: ['Update agents', 'PUT', '/log-sources/agents', 'agents.UPDATE'],
	body: z.strictObject({
		agents: upTo100(
			z
				.strictObject({
					agent_id: name,
					display_name: text.optional(),
					log_level: z.enum(['2', '3']).optional(),
				})
				.refine(hasChange),
		),
	}),
	answer: (call) => {
		const { failures, summary, title } = applyItems(
			call.body.agents,
			['total_agents', 'successful_updates', 'failed_updates'],
			({ agent_id }) => ({ agent_id: Number(agent_id) }),
			({ agent_id, ...change }) => {
				const agent = call.state.world.agents.get(Number(agent_id));
				Object.assign(agent ?? refuse('Agent id was not found'), change);
			},
		);
		return { data: { detail: title, summary, failed_agents: failures } };
	},
});

export const getAgents = defineEndpoint({
	endpoint: ['Get agents', 'GET', '/log-sources/agents', 'agents.READ'],
	query: z
		.strictObject({ agent_id: ID, agent_name: text, version: text, status: agentStatus, ...paging })
		.partial(),
	answer: (call) => {
		const { world, clock } = call.state;
		for (const agent of world.agents.values()) moveOn(agent, clock.now());
		const { rows, meta } = listPage(call, world.agents.values(), { isWhole: true });
		const records = rows.map(({ addedAt: _at, domain_name: _domain, ...record }) => {
			const devices = [...world.logSources.values()]
				.filter(({ hidden }) => hidden.agent_id === record.agent_id)
				.map(({ log_source_id, log_source }) => ({ log_source_id, log_source }));
			return {
				...record,
				status: statusText(record.status),
				associated_device_count: devices.length,
				associated_devices: devices,
			};
		});
		return { data: { agents: records }, meta };
	},
});
