/** What the fields of a search are compared with; a record shows little of it. */
export type AlertFacts = {
	/** When it happened, in whole seconds since 1970. */
	eventTime: number;
	/** When the service has it, in ms since 1970: before that it is not found. */
	arrivedAt: number;
	status: 'open' | 'in_progress' | 'closed';
	severity: 'critical' | 'trouble' | 'attention';
	profileId: number;
};

/** An alert as the service keeps it. */
export type Alert = AlertFacts & {
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

/** Alerts that are made when they are asked for; the facts alone cost less. */
export type AlertFormula = {
	count: number;
	at: (index: number) => Alert;
	facts: (index: number) => AlertFacts;
};

const unmade = (): never => {
	throw new RangeError('No such alert');
};

const none: AlertFormula = { count: 0, at: unmade, facts: unmade };

/** The alerts of a world: those of a formula first, then those that arrived. */
export class AlertStore {
	private readonly arrived: Alert[] = [];

	private readonly statuses = new Map<number, Alert['status']>();

	constructor(private readonly formula: AlertFormula = none) {}

	get count(): number {
		return this.formula.count + this.arrived.length;
	}

	/** Adds an alert and returns its index. */
	add(alert: Alert): number {
		this.arrived.push(alert);
		return this.count - 1;
	}

	/** The alert of that index, 0 to count - 1. */
	at(index: number): Alert {
		return index < this.formula.count
			? this.withStatus(index, this.formula.at(index))
			: this.withStatus(index, this.arrived[index - this.formula.count] ?? unmade());
	}

	/** What a search asks of the alert of that index. */
	facts(index: number): AlertFacts {
		return index < this.formula.count
			? this.withStatus(index, this.formula.facts(index))
			: this.at(index);
	}

	setStatus(index: number, status: Alert['status']): void {
		if (index < 0 || index >= this.count) throw new RangeError(`No alert ${index}`);
		this.statuses.set(index, status);
	}

	private withStatus<Known extends AlertFacts>(index: number, known: Known): Known {
		const status = this.statuses.size === 0 ? undefined : this.statuses.get(index);
		return status === undefined ? known : { ...known, status };
	}
}
