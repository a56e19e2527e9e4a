import { demoAlert } from './demoWorld';
import { newComputer, newLogSource } from './records';
import { corp, domains, makeWorld, type WorldBuilder } from './world';

/** The volume of a generated world; 0 of each kind by default. */
export type Volume = {
	/** Computers without a log source, spread over the three domains of the demo. */
	computers?: number;
	/** Log sources, each with its own computer. */
	logSources?: number;
	/** Alerts, ten a second; the last alert happened when the world was made. */
	alerts?: number;
};

const ALERTS_PER_SECOND = 10;

/** Builds a world of a volume; the number of a thing determines its fields. */
export const volumeWorld =
	({ computers = 0, logSources = 0, alerts = 0 }: Volume): WorldBuilder =>
	(now) => {
		const machines = (prefix: string, count: number, first: number) =>
			Array.from({ length: count }, (_none, index) => {
				const domain = domains[index % domains.length] ?? corp;
				const name = `${prefix}-${String(index + 1).padStart(6, '0')}`;
				return newComputer(domain, name, first + index);
			});
		const configured = machines('SRC', logSources, 0);
		const firstSecond = Math.floor(now / 1000) - Math.ceil(alerts / ALERTS_PER_SECOND);
		const secondOf = (index: number) => firstSecond + Math.floor(index / ALERTS_PER_SECOND);
		return makeWorld(now, {
			computers: [...configured, ...machines('PC', computers, logSources)],
			logSources: configured.map((computer, index) =>
				newLogSource(1001 + index, computer.name, computer, now),
			),
			alerts: Array.from({ length: alerts }, (_none, index) => demoAlert(index, secondOf(index))),
		});
	};
