import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks again and again until there is something.
 * @param timeout ms
 * @throws Error that says `what` did not happen
 */
export async function until<Result>(
	what: string,
	check: () => Promise<Result | false | undefined>,
	timeout = 120_000,
): Promise<Result> {
	for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
		const result = await check();
		if (result !== undefined && result !== false) return result;
		await sleep(100);
	}
	throw new Error(`This did not happen within ${timeout / 1000} s: ${what}`);
}
