import { demoWorld } from '../service/demoWorld';
import { newLogSource } from '../service/records';
import type { WorldBuilder } from '../service/world';

/** The fixed time (ms since 1970) at which the cases begin, so that their alerts never change. */
export const MADE_AT = Date.parse('2026-03-01T12:00:00Z');

/**
 * Makes a builder of the demo's world with several pages of ten rows, enough rows for three writes, and
 * things of these names in each list that allows two things of one name.
 */
const worldWith =
	(...moreNames: string[]): WorldBuilder =>
	() => {
		const world = demoWorld(MADE_AT);
		const [agent] = world.agents.values();
		const [group] = world.groups.values();
		const billing = world.logTypes.get(503);
		const rule = world.rules.get(702);
		if (!agent || !group || !billing || !rule) throw new Error('The demo holds too little');
		const numbered = (count: number, prefix: string) =>
			Array.from({ length: count }, (_none, index) => `${prefix}${index}`);
		for (const agent_name of [...numbered(18, 'EXTRA-AGENT-'), ...moreNames]) {
			const agent_id = world.nextId('agent');
			world.agents.set(agent_id, { ...agent, agent_id, agent_name });
		}
		for (const log_source_group of [...numbered(18, 'Extra '), ...moreNames]) {
			const log_source_group_id = world.nextId('group');
			world.groups.set(log_source_group_id, { ...group, log_source_group_id, log_source_group });
		}
		for (const name of numbered(5, 'EXTRA-')) {
			const id = world.nextId('logSource');
			world.putLogSource(newLogSource(id, name, { domain_name: 'lab.example.com' }, MADE_AT));
		}
		for (const log_type_display_name of [...numbered(3, 'Extra_'), ...moreNames]) {
			const log_type_id = world.nextId('logType');
			world.logTypes.set(log_type_id, { ...billing, log_type_id, log_type_display_name });
		}
		for (const rule_name of [...numbered(3, 'Extra '), ...moreNames]) {
			const rule_id = world.nextId('rule');
			world.rules.set(rule_id, { ...rule, rule_id, rule_name });
		}
		return world;
	};

export const caseWorld = worldWith();

export const worldWithTwins = worldWith('Twin', 'Twin');
