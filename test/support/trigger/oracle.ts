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

/** Seconds around the start of First Fetch in which an alert may be taken or left. */
const EDGE = 4;

/** Knows what arrived, hears what is handed over, and judges: none lost, none twice, none made up. */
export class Oracle {
	readonly faults: string[] = [];

	/** When the last alert has happened and arrived, in seconds since 1970. */
	last: number;

	private readonly alerts: Arrived[] = [];

	private readonly exempt = new Set<Arrived>();

	private readonly filters: Array<{ from: number; filter: Filter }> = [{ from: 0, filter: 'all' }];

	/** The keys that were handed over, by the names of their alerts. */
	private readonly keys = new Map<string, Set<string>>();

	private readonly names = new Map<string, string>();

	private readonly given = new Map<string, number>();

	private readonly repeatable = new Map<string, number>();

	private readonly done = new Set<string>();

	constructor(start: number) {
		this.last = start;
	}

	arrived(alert: Arrived): void {
		this.alerts.push(alert);
		this.last = Math.max(this.last, alert.event, Math.ceil(alert.arrivedAt / 1000));
	}

	/** From now on (ms) the trigger has these filters. */
	filtered(from: number, filter: Filter): void {
		this.filters.push({ from, filter });
	}

	/** The trigger begins anew: what happened before `floor` and was not executed may be left. */
	begun(floor: number): void {
		for (const [name, alerts] of this.byName()) {
			const done = [...(this.keys.get(name) ?? [])].filter((key) => this.done.has(key));
			const left = alerts.slice(done.length);
			for (const alert of left) if (alert.event < floor + EDGE) this.exempt.add(alert);
		}
	}

	handedOver(items: readonly IDataObject[]): void {
		for (const item of items) {
			const name = `${asText(item.Message)} at ${asText(item.Time)}`;
			const key = asText(item.alert_key);
			const [print = ''] = key.split('-');
			if ((this.names.get(print) ?? name) !== name) {
				this.faults.push(`${key} stands for two alerts: ${name}, ${this.names.get(print)}`);
			}
			this.names.set(print, name);
			const keys = this.keys.get(name) ?? new Set();
			this.keys.set(name, keys.add(key));
			if (item.redelivered === true) continue;
			const times = (this.given.get(key) ?? 0) + 1;
			this.given.set(key, times);
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

	/** Compares what was executed with what arrived, twin by twin. */
	judge(): this {
		const byName = this.byName();
		for (const [name, keys] of this.keys) {
			const possible = (byName.get(name) ?? []).filter((alert) => this.canBeTaken(alert)).length;
			if (keys.size > possible) {
				this.faults.push(`made up: ${name}, ${keys.size} of ${possible}`);
			}
		}
		for (const [name, alerts] of byName) {
			const required = alerts.filter((alert) => this.mustBeTaken(alert)).length;
			const done = [...(this.keys.get(name) ?? [])].filter((key) => this.done.has(key)).length;
			if (done < required) this.faults.push(`lost: ${name}, ${done} of ${required}`);
		}
		return this;
	}

	/** Twins together: they agree in when they happened too. */
	private byName(): Map<string, Arrived[]> {
		const byName = new Map<string, Arrived[]>();
		for (const alert of this.alerts) {
			const twins = byName.get(alert.name) ?? [];
			byName.set(alert.name, twins);
			twins.push(alert);
		}
		return byName;
	}

	private filtersSince(arrivedAt: number): Filter[] {
		const before = this.filters.filter(({ from }) => from <= arrivedAt).at(-1);
		const later = this.filters.filter(({ from }) => from > arrivedAt);
		return [...(before === undefined ? [] : [before]), ...later].map(({ filter }) => filter);
	}

	private mustBeTaken(alert: Arrived): boolean {
		if (this.exempt.has(alert) || alert.mayBeMissed) return false;
		return this.filtersSince(alert.arrivedAt).every((filter) => fits(alert, filter));
	}

	private canBeTaken(alert: Arrived): boolean {
		return this.filtersSince(alert.arrivedAt).some((filter) => fits(alert, filter));
	}
}

const fits = ({ isCritical }: Arrived, filter: Filter): boolean => filter === 'all' || isCritical;
