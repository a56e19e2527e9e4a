import { demoWorld } from '../../support/service/demoWorld';
import { instant } from '../../support/service/records';
import type { WorldBuilder } from '../../support/service/world';

/** The worlds in which each example runs, one after the other. */
export const worlds = {
	"the demo's world": demoWorld,

	/** The world lacks the things that an example creates, and those that could be in its way. */
	'nothing exists yet': (now) => {
		const world = demoWorld(now);
		for (const source of [...world.logSources.values()]) world.removeLogSource(source);
		world.agents.clear();
		world.rules.clear();
		for (const { log_type_id, origin } of [...world.logTypes.values()]) {
			if (origin === 'custom') world.logTypes.delete(log_type_id);
		}
		return world;
	},

	/** The service writes names in another case than the examples, and one device by its full name. */
	'names in another case': (now) => {
		const world = demoWorld(now);
		for (const computer of world.computers) computer.name = computer.name.toLowerCase();
		const second = world.computerAt('corp.example.com', 'CORP-PC-02');
		if (second !== undefined) second.name = second.dns_name;
		for (const source of world.logSources.values()) {
			source.log_source = source.log_source.toLowerCase();
		}
		for (const alert of world.alerts) alert.logSource = alert.logSource.toLowerCase();
		for (const rule of world.rules.values()) rule.rule_name = rule.rule_name.toUpperCase();
		for (const logType of world.logTypes.values()) {
			logType.log_type_display_name = logType.log_type_display_name.toUpperCase();
		}
		return world;
	},

	/** There is no alert, each log source just sent an event, and each computer is a log source. */
	'nothing to report': (now) => {
		const world = demoWorld(now);
		world.alerts.length = 0;
		for (const source of world.logSources.values()) {
			source.log_collector_state = 'active';
			source.last_event_time = instant(now);
		}
		const isConfigured = ({ domain_name, name }: { domain_name: string; name: string }) =>
			world.logSourceAt(domain_name, name) !== undefined;
		world.computers.splice(0, Infinity, ...world.computers.filter(isConfigured));
		return world;
	},
} satisfies Record<string, WorldBuilder>;

export type WorldName = keyof typeof worlds;
