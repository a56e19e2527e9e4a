/**
 * Runs `work` while the host's clock shows what it is set to, in ms since 1970. A wait takes no time of
 * the test's, and what `onWait` was given is told how many ms it is, so as to move the clocks. One at a
 * time.
 */
export async function withSimulatedTime<T>(
	work: (setNow: (ms: number) => void, onWait: (wait: (ms: number) => void) => void) => Promise<T>,
): Promise<T> {
	const { now } = Date;
	const { setTimeout } = globalThis;
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
	try {
		return await work(
			(ms) => {
				shown = ms;
			},
			(given) => {
				wait = given;
			},
		);
	} finally {
		Date.now = now;
		globalThis.setTimeout = setTimeout;
	}
}
