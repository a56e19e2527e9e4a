import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';

export type Filter = 'all' | 'critical';

/** An alert that arrives, as the oracle knows it. */
interface Arrived {
	/** All that tells it from others; twins share it. */
	name: string;
	/** When it happened, in seconds since 1970. */
	event: number;
	/** When it can be found, in ms since 1970. */
	arrivedAt: number;
	isCritical: boolean;
	/** Whether it leaves the filter for a while. */
	mayBeMissed: boolean;
}

/** What came out wrong, in words; nothing where every alert came exactly once. */
export interface Verdict {
	faults: string[];
	/** How many alerts are lost. */
	lost: number;
	/** Seconds from an alert's arrival to its emission, at most. */
	worstDelay: number;
}

/** Seconds around the start of First Fetch in which an alert may be taken or left. */
const EDGE = 4;

const nameOf = ({ Message, Time }: IDataObject): string => `${asText(Message)} at ${asText(Time)}`;

/** Knows what arrived, hears what is handed over, and judges: none lost, none twice, none made up. */
export class Oracle {
	readonly faults: string[] = [];

	/** When the last alert has happened and arrived, in seconds since 1970. */
	last = 0;

	/** Twins together: they agree in when they happened too. */
	private readonly alerts = new Map<string, Arrived[]>();

	private readonly exempt = new Set<Arrived>();

	private readonly filters: Array<{ from: number; filter: Filter }> = [{ from: 0, filter: 'all' }];

	/** The keys that were handed over, by the names of their alerts. */
	private readonly keys = new Map<string, Set<string>>();

	private readonly names = new Map<string, string>();

	/** When each was handed over at first, in ms since 1970, by name. */
	private readonly given = new Map<string, number[]>();

	private readonly times = new Map<string, number>();

	private readonly repeatable = new Map<string, number>();

	private readonly done = new Set<string>();

	arrived(alert: Arrived): void {
		const twins = this.alerts.get(alert.name);
		if (twins === undefined) this.alerts.set(alert.name, [alert]);
		else twins.push(alert);
		this.last = Math.max(this.last, alert.event, Math.ceil(alert.arrivedAt / 1000));
	}

	/** From now on (ms) the trigger has these filters. */
	filtered(from: number, filter: Filter): void {
		this.filters.push({ from, filter });
	}

	/** The trigger begins anew: what happened before `floor` and was not executed may be left. */
	begun(floor: number): void {
		for (const [name, alerts] of this.alerts) {
			for (const alert of alerts.slice(this.executedOf(name))) {
				if (alert.event < floor + EDGE) this.exempt.add(alert);
			}
		}
	}

	handedOver(items: readonly IDataObject[], now: number): void {
		for (const item of items) {
			const name = nameOf(item);
			const key = asText(item.alert_key);
			const [print = ''] = key.split('-');
			if ((this.names.get(print) ?? name) !== name) {
				this.faults.push(`${key} stands for two alerts: ${name}, ${this.names.get(print)}`);
			}
			this.names.set(print, name);
			const keys = this.keys.get(name) ?? new Set();
			this.keys.set(name, keys.add(key));
			if (item.redelivered === true) continue;
			this.given.set(name, [...(this.given.get(name) ?? []), now]);
			const times = (this.times.get(key) ?? 0) + 1;
			this.times.set(key, times);
			if (times > 1 + (this.repeatable.get(key) ?? 0)) this.faults.push(`twice: ${name} (${key})`);
		}
	}

	/** The executions that had these items ran to their end. */
	executed(items: readonly IDataObject[]): void {
		for (const item of items) this.done.add(asText(item.alert_key));
	}

	/** The state knows nothing of these: they may be handed over once more. */
	mayRepeat(items: readonly IDataObject[]): void {
		for (const key of new Set(items.map((item) => asText(item.alert_key)))) {
			this.repeatable.set(key, (this.repeatable.get(key) ?? 0) + 1);
		}
	}

	/** Compares what was executed with what had arrived by now (ms), twin by twin. */
	judge(now: number): Verdict {
		const faults = [...this.faults];
		for (const [name, keys] of this.keys) {
			const possible = this.alerts.get(name)?.filter((alert) => this.canBeTaken(alert)) ?? [];
			if (keys.size > possible.length) {
				faults.push(`made up: ${name}, ${keys.size} of ${possible.length}`);
			}
		}
		let lost = 0;
		let worstDelay = 0;
		for (const [name, alerts] of this.alerts) {
			const required = alerts.filter((alert) => this.mustBeTaken(alert, now)).length;
			const done = this.executedOf(name);
			lost += Math.max(0, required - done);
			if (done < required) faults.push(`lost: ${name}, ${done} of ${required}`);
			const times = alerts.map(({ arrivedAt }) => arrivedAt).sort((one, other) => one - other);
			for (const [index, given] of (this.given.get(name) ?? []).entries()) {
				worstDelay = Math.max(worstDelay, (given - (times[index] ?? given)) / 1000);
			}
		}
		return { faults, lost, worstDelay };
	}

	private executedOf(name: string): number {
		return [...(this.keys.get(name) ?? [])].filter((key) => this.done.has(key)).length;
	}

	private filtersSince(arrivedAt: number): Filter[] {
		const before = this.filters.filter(({ from }) => from <= arrivedAt).at(-1);
		const later = this.filters.filter(({ from }) => from > arrivedAt);
		return [...(before === undefined ? [] : [before]), ...later].map(({ filter }) => filter);
	}

	private mustBeTaken(alert: Arrived, now: number): boolean {
		if (this.exempt.has(alert) || alert.mayBeMissed || alert.arrivedAt > now) return false;
		return this.filtersSince(alert.arrivedAt).every((filter) => fits(alert, filter));
	}

	private canBeTaken(alert: Arrived): boolean {
		return this.filtersSince(alert.arrivedAt).some((filter) => fits(alert, filter));
	}
}

const fits = ({ isCritical }: Arrived, filter: Filter): boolean => filter === 'all' || isCritical;
