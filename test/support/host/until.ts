import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks again and again until there is something.
 * @param timeout ms
 * @throws Error that says `what` did not happen
 */
export async function until<Found>(
	what: string,
	look: () => Promise<Found | false | undefined>,
	timeout = 120_000,
): Promise<Found> {
	for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await sleep(100);
	}
	throw new Error(`This did not happen within ${timeout / 1000} s: ${what}`);
}
