import { beforeEach, describe, expect, it } from '@jest/globals';

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
	[from, count]: [from: number, count: number],
	requestsPerMinute: number,
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
		},
		onError: 'continueRegularOutput',
	});
	return { ...result, minutes: (Date.now() - started) / 60_000 };
}

const outcomesOf = ({ outputs: [items = []] }: NodeRun) =>
	new Set(items.map(({ json }) => json['outcome']));

describe('two credentials of one server', () => {
	it('take turns if they have one limit, which the server holds for both', async () => {
		const [busy, calm] = await Promise.all([adding([0, 300], 60), adding([300, 60], 60)]);
		expect([busy, calm].map(outcomesOf)).toEqual([new Set(['succeeded']), new Set(['succeeded'])]);
		expect(service.requests.map(({ status }) => status)).not.toContain(429);
		expect(calm.minutes).toBeLessThan(2.5);
		expect(busy.minutes).toBeGreaterThan(5);
		expect(busy.minutes).toBeLessThan(6.5);
	});

	it('do not delay each other if they have different limits', async () => {
		service.set({ rateLimit: 0 });
		const [slow, quick] = await Promise.all([adding([0, 4], 1), adding([300, 50], 60)]);
		expect(slow.minutes).toBeGreaterThan(3);
		expect(quick.minutes).toBeLessThan(0.1);
	});

	it('do not share a lock: it holds for the access token that was told', async () => {
		service.set({ rateLimit: 0 });
		service.faults.push({
			kind: 'raw',
			text: '{}',
			status: 429,
			headers: { 'Retry-After': '1200' },
			times: 1,
		});
		const locked = await adding([0, 20], 0);
		const free = await adding([300, 20], 0);
		expect(outcomesOf(locked)).toContain('failed');
		expect(outcomesOf(free)).toEqual(new Set(['succeeded']));
		expect(free.minutes).toBeLessThan(0.1);
	});
});
