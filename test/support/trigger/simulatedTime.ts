const { now, setTimeout } = { now: Date.now, setTimeout: globalThis.setTimeout };

/**
 * The host's clock shows what it is set to, in ms since 1970, until the time is ended. A wait takes no
 * time of the test's, and what `onWait` was given is told how many ms it is, so as to move the clocks.
 * One at a time.
 */
export function startSimulatedTime() {
	let shown = now();
	let wait = (ms: number) => {
		shown += ms;
	};
	Date.now = () => shown;
	const soon = (run: () => void, ms = 0) => {
		wait(ms);
		return setTimeout(run, 0);
	};
	globalThis.setTimeout = Object.assign(soon, { __promisify__: setTimeout.__promisify__ });
	return {
		setNow: (ms: number) => {
			shown = ms;
		},
		onWait: (given: (ms: number) => void) => {
			wait = given;
		},
	};
}

export function endSimulatedTime(): void {
	Date.now = now;
	globalThis.setTimeout = setTimeout;
}
