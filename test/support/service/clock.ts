/** The service's clock, in ms since 1970, which follows the host's clock until a test freezes it. */
export class Clock {
	private shift = 0;
	private frozenAt: number | undefined;

	now(): number {
		return (this.frozenAt ?? Date.now()) + this.shift;
	}

	advance(ms: number): void {
		this.shift += ms;
	}

	/** Stops the time at an instant, in ms or ISO 8601. */
	freeze(instant: number | string): void {
		this.reset();
		this.frozenAt = new Date(instant).getTime();
	}

	reset(): void {
		this.frozenAt = undefined;
		this.shift = 0;
	}
}
