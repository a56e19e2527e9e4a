/**
 * Runs `work` while the host's clock shows what it is set to, in ms since 1970, and waits are short.
 * One at a time.
 */
export async function withSimulatedTime<T>(
	work: (setNow: (ms: number) => void) => Promise<T>,
): Promise<T> {
	const { now } = Date;
	const { setTimeout: wait } = globalThis;
	let shown = now();
	Date.now = () => shown;
	const soon = (run: () => void) => wait(run, 0);
	globalThis.setTimeout = Object.assign(soon, { __promisify__: wait.__promisify__ });
	try {
		return await work((ms) => {
			shown = ms;
		});
	} finally {
		Date.now = now;
		globalThis.setTimeout = wait;
	}
}
