import { demoWorld } from '../service/demoWorld';
import { newLogSource } from '../service/records';
import type { WorldBuilder } from '../service/world';

/** The fixed time (ms since 1970) at which the cases begin, so that their alerts never change. */
export const MADE_AT = Date.parse('2026-03-01T12:00:00Z');

const range = (length: number): number[] => Array.from({ length }, (_none, index) => index);

/** Builds the demo's world with several pages of ten rows and enough rows for three writes. */
export const caseWorld: WorldBuilder = () => {
	const world = demoWorld(MADE_AT);
	const [agent] = world.agents.values();
	const [group] = world.groups.values();
	const billing = world.logTypes.get(503);
	const rule = world.rules.get(702);
	if (!agent || !group || !billing || !rule) throw new Error('The demo holds too little');
	for (const number of range(18)) {
		const agent_id = world.nextId('agent');
		world.agents.set(agent_id, { ...agent, agent_id, agent_name: `EXTRA-AGENT-${number}` });
		const log_source_group_id = 210 + number;
		const log_source_group = `Extra ${number}`;
		world.groups.set(log_source_group_id, { ...group, log_source_group_id, log_source_group });
	}
	for (const number of range(5)) {
		const id = world.nextId('logSource');
		const place = { domain_name: 'lab.example.com' };
		world.putLogSource(newLogSource(id, `EXTRA-${number}`, place, MADE_AT));
	}
	for (const number of range(3)) {
		const log_type_id = world.nextId('logType');
		const log_type_display_name = `Extra_${number}`;
		world.logTypes.set(log_type_id, { ...billing, log_type_id, log_type_display_name });
		const rule_id = world.nextId('rule');
		world.rules.set(rule_id, { ...rule, rule_id, rule_name: `Extra ${number}` });
	}
	return world;
};
