/** An alert as the service keeps it. */
export type Alert = {
	/** When it happened, in whole seconds since 1970. */
	eventTime: number;
	/** When the service has it, in ms since 1970: before that it is not found. */
	arrivedAt: number;
	status: 'open' | 'in_progress' | 'closed';
	severity: 'critical' | 'trouble' | 'attention';
	profileId: number;
	displayName: Record<string, string>;
	category: string;
	message: string;
	userName: string;
	/** Severity of the event itself. */
	eventSeverity: string;
	eventId: string;
	source: string;
	logSourceType: string;
	type: string;
	profileName: string;
	logSource: string;
};

/** The alerts of a world: so many that are made when they are asked for, then those that arrived. */
export class AlertStore {
	private readonly arrived: Alert[] = [];
	/** The indices of those that arrived, by the minute that they happened in. */
	private readonly minutes = new Map<number, number[]>();

	constructor(
		private readonly made: number,
		private readonly make: (index: number) => Alert,
	) {}

	get count(): number {
		return this.made + this.arrived.length;
	}

	/** Adds an alert and returns its index. */
	add(alert: Alert): number {
		const index = this.count;
		this.arrived.push(alert);
		const minute = Math.floor(alert.eventTime / 60);
		this.minutes.set(minute, [...(this.minutes.get(minute) ?? []), index]);
		return index;
	}

	/** In their order, the indices of all that may have happened between two seconds, and of more. */
	around(from: number, to: number): number[] {
		const [first, last] = [Math.floor(from / 60), Math.floor(to / 60)];
		const near = [...this.minutes].filter(([minute]) => minute >= first && minute <= last);
		const found = near.flatMap(([, indices]) => indices).sort((one, other) => one - other);
		return [...Array.from({ length: this.made }, (_none, index) => index), ...found];
	}

	/** The alert of that index, 0 to count - 1; one that arrived may be changed. */
	at(index: number): Alert {
		const alert = index < this.made ? this.make(index) : this.arrived[index - this.made];
		if (alert === undefined) throw new RangeError(`No alert ${index}`);
		return alert;
	}
}
