/** Alerts that are remembered at most, so that the memory of an export does not grow with it. */
const MOST_REMEMBERED = 100_000;

/** Numbers the alerts that share a fingerprint, and with it their Time, as one search reads them. */
export class AlertNumbers {
	/** For each Time, how many alerts had each fingerprint. */
	private readonly counts = new Map<string, Map<string, number>>();
	private size = 0;
	/** The earliest and the latest Time that is no longer remembered. */
	private forgotten: { first: string; last: string } | undefined;

	constructor(private readonly most = MOST_REMEMBERED) {}

	/**
	 * The number of the next alert among those that share its fingerprint; the first one is 1.
	 * Undefined if alerts of its Time may have been read that are no longer remembered.
	 */
	next(time: string, fingerprint: string): number | undefined {
		let alike = this.counts.get(time);
		if (alike === undefined) {
			if (this.isForgotten(time)) return undefined;
			alike = new Map();
			this.counts.set(time, alike);
		}
		const number = (alike.get(fingerprint) ?? 0) + 1;
		alike.set(fingerprint, number);
		if (number === 1) this.size += 1;
		if (this.size > this.most) this.forgetHalf();
		return number;
	}

	private isForgotten(time: string): boolean {
		const { forgotten } = this;
		return forgotten !== undefined && time >= forgotten.first && time <= forgotten.last;
	}

	/** Forgets the Times that were read first. */
	private forgetHalf(): void {
		for (const [time, { size }] of this.counts) {
			if (this.size <= this.most / 2) return;
			this.counts.delete(time);
			this.size -= size;
			const { first, last } = this.forgotten ?? { first: time, last: time };
			this.forgotten = { first: time < first ? time : first, last: time > last ? time : last };
		}
	}
}
