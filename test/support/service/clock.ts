/** The service's own clock, in ms since 1970: it runs with the host's until it is frozen. */
export class Clock {
	private shift = 0;

	private frozenAt: number | undefined;

	/** Now, in ms since 1970. */
	now(): number {
		return (this.frozenAt ?? Date.now()) + this.shift;
	}

	/** Moves the time on (or back) by that many ms. */
	advance(ms: number): void {
		this.shift += ms;
	}

	/** Stops the time at an instant: ms, or ISO 8601. */
	freeze(instant: number | string): void {
		this.reset();
		this.frozenAt = new Date(instant).getTime();
	}

	/** Back to the host's time. */
	reset(): void {
		this.frozenAt = undefined;
		this.shift = 0;
	}
}
