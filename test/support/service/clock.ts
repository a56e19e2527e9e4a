/** The service's own clock, in ms since 1970: it runs with the host's until it is frozen. */
export class Clock {
	private shift = 0;

	private frozenAt: number | undefined;

	/** Now, in ms since 1970. */
	now(): number {
		return this.frozenAt ?? Date.now() + this.shift;
	}

	/** Sets the time to an instant (ms, or ISO 8601); a running clock runs on from there. */
	set(instant: number | string): void {
		const target = typeof instant === 'number' ? instant : Date.parse(instant);
		if (!Number.isFinite(target)) throw new Error(`Not an instant: ${instant}`);
		if (this.frozenAt === undefined) this.shift = target - Date.now();
		else this.frozenAt = target;
	}

	/** Moves the time on (or back) by that many ms. */
	advance(ms: number): void {
		this.set(this.now() + ms);
	}

	/** Stops the time, at an instant if one is given. */
	freeze(instant?: number | string): void {
		this.frozenAt = this.now();
		if (instant !== undefined) this.set(instant);
	}

	/** Back to the host's time. */
	reset(): void {
		this.frozenAt = undefined;
		this.shift = 0;
	}
}
