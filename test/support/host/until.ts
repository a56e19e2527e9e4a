import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it returns a result. @throws Error after `timeout` ms, which says that `what` did not happen */
export async function until<Result>(
	what: string,
	check: () => Promise<Result | false | undefined> | Result | false | undefined,
	timeout = 120_000,
): Promise<Result> {
	for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
		const result = await check();
		if (result !== undefined && result !== false) return result;
		await sleep(100);
	}
	throw new Error(`This did not happen within ${timeout / 1000} s: ${what}`);
}
