import { AlertStore } from './alertStore';
import { computerOf, demoAlert, demoDomains, demoWorld, profileRecords } from './demoWorld';
import { newLogSource } from './newLogSource';
import { makeWorld, type WorldBuilder } from './world';

/** How much a generated world holds; 0 of each by default. */
export type Volume = {
	/** Computers without a log source, spread over the three domains of the demo. */
	computers?: number;
	/** Log sources, of computers of their own. */
	logSources?: number;
	/** Alerts, made when they are asked for. */
	alerts?: number;
	/** Alerts a second; the last one happened when the world was made. 10 by default. */
	alertsPerSecond?: number;
};

const numbered = (prefix: string, index: number) =>
	`${prefix}-${String(index + 1).padStart(6, '0')}`;

/** A world of that size; everything in it follows from its number. */
export const volumeWorld =
	({ computers = 0, logSources = 0, alerts = 0, alertsPerSecond = 10 }: Volume): WorldBuilder =>
	(now) => {
		const domains = demoDomains();
		const machines = (prefix: string, count: number, first: number) =>
			Array.from({ length: count }, (_none, index) => {
				const domain = domains[index % domains.length];
				if (domain === undefined) throw new RangeError('No domain');
				return computerOf(domain, numbered(prefix, index), first + index);
			});
		const configured = machines('SRC', logSources, 0);
		const small = demoWorld(now);
		const firstSecond = Math.floor(now / 1000) - Math.ceil(alerts / alertsPerSecond);
		const secondOf = (index: number) => firstSecond + Math.floor(index / alertsPerSecond);
		return makeWorld({
			domains,
			computers: [...configured, ...machines('PC', computers, logSources)],
			logSources: configured.map((computer, index) =>
				newLogSource(1001 + index, computer.name, { domain_name: computer.domain }, now),
			),
			groups: small.groups,
			agents: [...small.agents.values()],
			logTypes: [...small.logTypes.values()],
			rules: [...small.rules.values()],
			profiles: profileRecords(),
			alerts: new AlertStore({
				count: alerts,
				at: (index) => demoAlert(index, secondOf(index)),
			}),
		});
	};
