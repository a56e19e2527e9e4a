import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';

/** When an alert happened, in seconds since 1970, and when it reached the service, in ms. */
interface Raised {
	event: number;
	arrivedAt: number;
}

/** What came out wrong, in words; nothing if every alert came exactly once. */
export interface Verdict {
	faults: string[];
	/** How many alerts are lost. */
	lost: number;
	/** Seconds from an alert's arrival to its emission, at most. */
	worstDelay: number;
}

/** Seconds around the start of First Fetch in which an alert may be taken or left. */
const EDGE = 4;

/** Knows what was raised, hears what is emitted, and judges: none lost, none twice, none made up. */
export class Oracle {
	readonly faults: string[] = [];

	/** What happened before need not be emitted; seconds since 1970. */
	floor = 0;

	/** By name: identical alerts share one. */
	private readonly raised = new Map<string, Raised[]>();

	/** When each key was first emitted, in ms, by name. */
	private readonly emitted = new Map<string, Map<string, number>>();

	raise(name: string, alert: Raised): void {
		this.raised.set(name, [...(this.raised.get(name) ?? []), alert]);
	}

	emit(items: readonly IDataObject[], now: number): void {
		for (const { Message, Time, alert_key } of items) {
			const name = `${asText(Message)} at ${asText(Time)}`;
			const key = asText(alert_key);
			const keys = this.emitted.get(name) ?? new Map<string, number>();
			if (keys.has(key)) this.faults.push(`twice: ${name} (${key})`);
			else this.emitted.set(name, keys.set(key, now));
		}
	}

	/** Compares what was emitted with what had arrived by now (ms), as many as there are of each name. */
	judge(now: number): Verdict {
		const faults = [...this.faults];
		let lost = 0;
		let worstDelay = 0;
		for (const [name, keys] of this.emitted) {
			const count = this.raised.get(name)?.length ?? 0;
			if (keys.size > count) faults.push(`made up: ${name}, ${keys.size} of ${count}`);
		}
		for (const [name, alerts] of this.raised) {
			const isDue = ({ event, arrivedAt }: Raised) =>
				event >= this.floor + EDGE && arrivedAt <= now;
			const due = alerts.filter(isDue).length;
			const emitted = [...(this.emitted.get(name)?.values() ?? [])];
			lost += Math.max(0, due - emitted.length);
			if (emitted.length < due) faults.push(`lost: ${name}, ${emitted.length} of ${due}`);
			const arrivals = alerts.map(({ arrivedAt }) => arrivedAt).sort((a, b) => a - b);
			for (const [index, at] of emitted.entries()) {
				worstDelay = Math.max(worstDelay, (at - (arrivals[index] ?? at)) / 1000);
			}
		}
		return { faults, lost, worstDelay };
	}
}
