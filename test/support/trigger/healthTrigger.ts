import { FIELDS } from '../../../nodes/HealthTrigger/fields';
import { runHealthTrigger } from '../../../nodes/HealthTrigger/poll';
import { asText } from '../../../nodes/shared/texts';
import { instant, newAgent, newLogSource, type Agent, type LogSource } from '../service/records';
import type { PollSetting } from './host';
import { simulate, type Setting } from './simulation';

/** The second of the first poll, which begins a minute. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 0) / 1000;

/** All changes of a log source; a new trigger selects only two of these. */
const ALL_CHANGES = [
	...['appeared', 'back', 'collection_status'],
	...['collector_state', 'disappeared', 'silent'],
];

/** Makes a health trigger and its service; times are in minutes. */
export const healthTrigger = ({ parameters = {}, ...more }: Setting = {}) => {
	const simulation = simulate(
		{ poller: runHealthTrigger, fields: FIELDS, start: START, unit: 60 },
		{ parameters: { logSourceChanges: ALL_CHANGES, ...parameters }, ...more },
	);
	const { world, clock } = simulation.service;
	world.agents.clear();
	return {
		...simulation,
		/** Adds a log source whose last event was `ago` seconds ago. */
		source: (name: string, more: Partial<LogSource> = {}, ago = 0): LogSource => {
			const id = world.nextId('logSource');
			const domain = { domain_name: 'corp.example.com' };
			const source = { ...newLogSource(id, name, domain, clock.now() - ago * 1000), ...more };
			world.putLogSource(source);
			return source;
		},
		agent: (name: string, more: Partial<Agent> = {}): Agent => {
			const id = world.nextId('agent');
			const agent = { ...newAgent(id, name, clock.now()), ...more };
			world.agents.set(id, agent);
			return agent;
		},
		/** Records an event of these log sources now, or of all log sources if none is given. */
		event: (...sources: LogSource[]) => {
			for (const source of sources.length > 0 ? sources : world.logSources.values()) {
				source.last_event_time = instant(clock.now());
			}
		},
		remove: world.removeLogSource,
		poll: async (after = 0, setting: PollSetting = {}) => {
			const result = await simulation.poll(after, setting);
			// The short form of each item: `silent WEB1`.
			const reported = result.items.map(({ change, name }) => `${asText(change)} ${asText(name)}`);
			return { ...result, reported };
		},
	};
};

/** Makes a trigger that watches one log source, WEB1, and has polled twice. */
export const watchingTrigger = async (setting?: Setting) => {
	const trigger = healthTrigger(setting);
	const web = trigger.source('WEB1');
	await trigger.poll();
	await trigger.poll(1);
	return { ...trigger, web };
};
