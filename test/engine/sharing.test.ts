import { beforeEach, expect, it } from '@jest/globals';

import { passTime } from '../support/hostile/sharedWaits';
import { runNode, type NodeRun } from '../support/harness/harness';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import { entries } from '../support/work';

const service = useService({
	world: volumeWorld({ computers: 400 }),
	switches: { ...documented.switches, rateLimit: 60 },
});
beforeEach(() => passTime(3_600_000));

interface Timed extends NodeRun {
	/** How long it took, in minutes. */
	minutes: number;
}

const SCOPES = ['logsources.CREATE'];

/** Adds computers, a request for each, with an access token and a limit of its own. */
async function adding(
	[from, count]: readonly [from: number, count: number],
	requestsPerMinute: number,
	account: { baseUrl?: string; accessToken?: string } = {},
): Promise<Timed> {
	const started = Date.now();
	const result = await runNode({
		node: 'logSource',
		parameters: {
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
			options: { batchSize: 1, maxConcurrentRequests: 10 },
		},
		items: entries(count, from).map((json) => ({ json })),
		credentials: {
			baseUrl: service.url,
			accessToken: service.tokenWith(SCOPES),
			requestsPerMinute,
			...account,
		},
		onError: 'continueRegularOutput',
	});
	return { ...result, minutes: (Date.now() - started) / 60_000 };
}

const outcomesOf = ({ outputs: [items = []] }: NodeRun) =>
	new Set(items.map(({ json }) => json['outcome']));

const outcomesAre = (run: NodeRun, outcome: string): boolean =>
	outcomesOf(run).size === 1 && outcomesOf(run).has(outcome);

const refuse = (answer: { headers?: Record<string, string>; times?: number }) =>
	service.faults.push({ kind: 'raw', text: '{}', status: 429, times: 1, ...answer });

/** Requests of a run, and of those that follow it after the minutes given, with one access token. */
async function requestsAfter(minutes: readonly number[]): Promise<number[]> {
	const token = service.tokenWith(SCOPES);
	const counts: number[] = [];
	for (const pause of [0, ...minutes]) {
		passTime(pause * 60_000);
		service.clearRequests();
		await adding([counts.length * 20, 20], 0, { accessToken: token });
		counts.push(service.requests.length);
	}
	return counts;
}

/** A service that asks to wait twenty minutes. */
const TWENTY_MINUTES = { headers: { 'Retry-After': '1200' } };

const ROWS: Record<string, () => Promise<boolean>> = {
	'keep a lock of twenty minutes': async () => {
		service.set({ rateLimit: 0 });
		refuse(TWENTY_MINUTES);
		const [first = 0, during, after] = await requestsAfter([10, 10]);
		return first < 20 && during === 0 && after === 20;
	},
	'do not delay each other if they have different limits': async () => {
		service.set({ rateLimit: 0 });
		const [slow, quick] = await Promise.all([adding([0, 4], 1), adding([300, 50], 60)]);
		return slow.minutes > 3 && quick.minutes < 0.1;
	},
	'do not share a lock: it holds for the access token that was told': async () => {
		service.set({ rateLimit: 0 });
		refuse(TWENTY_MINUTES);
		const locked = await adding([0, 20], 0);
		const free = await adding([300, 20], 0);
		return outcomesOf(locked).has('failed') && outcomesAre(free, 'succeeded') && free.minutes < 0.1;
	},
	'try with one request when a lock ends': async () => {
		service.set({ rateLimit: 0 });
		// Ten that leave together, and two that try after 10 s and 30 s more.
		refuse({ times: 12 });
		const run = await adding([0, 20], 0);
		return outcomesAre(run, 'succeeded') && run.minutes > 1.5;
	},
};

it.each(Object.entries(ROWS))('credentials of one server %s', async (_name, holds) => {
	expect(await holds()).toBe(true);
});
