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

/** Alerts that are made when they are asked for. */
export type AlertFormula = { count: number; at: (index: number) => Alert };

/** The alerts of a world: those of a formula first, then those that arrived. */
export class AlertStore {
	private readonly arrived: Alert[] = [];

	private readonly statuses = new Map<number, Alert['status']>();

	constructor(private readonly formula?: AlertFormula) {}

	get count(): number {
		return this.made + this.arrived.length;
	}

	/** Adds an alert and returns its index. */
	add(alert: Alert): number {
		this.arrived.push(alert);
		return this.count - 1;
	}

	/** The alert of that index, 0 to count - 1. */
	at(index: number): Alert {
		const alert = index < this.made ? this.formula?.at(index) : this.arrived[index - this.made];
		if (alert === undefined) throw new RangeError(`No alert ${index}`);
		const status = this.statuses.size === 0 ? undefined : this.statuses.get(index);
		return status === undefined ? alert : { ...alert, status };
	}

	setStatus(index: number, status: Alert['status']): void {
		if (index < 0 || index >= this.count) throw new RangeError(`No alert ${index}`);
		this.statuses.set(index, status);
	}

	private get made(): number {
		return this.formula?.count ?? 0;
	}
}
