import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { passTime } from '../support/hostile/quickWaits';
import { runNode } from '../support/harness/harness';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import { ALWAYS, entries } from '../support/work';

const LIMIT = 4;
const world = volumeWorld({ computers: 900, logSources: 6000, alerts: 30_000 });

const service = useService({
	world,
	switches: { ...documented, bulkFetchesBeforeReady: 0, rateLimit: LIMIT },
});
beforeEach(() => passTime(61_000));

const run = async (node: string, parameters: INodeParameters, count = 1) =>
	await runNode({
		node,
		parameters,
		items: entries(count).map((json) => ({ json })),
		credentials: { baseUrl: service.url, accessToken: service.token, requestsPerMinute: LIMIT },
	});

const add = (options: INodeParameters): INodeParameters => ({
	operation: 'add',
	log_source: '={{ $json.log_source }}',
	domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
	options,
});

const LIST = { operation: 'getAll', returnAll: true };
const EXPORT = { operation: 'exportAlerts', format: 'ndjson', timeRange: 'between', ...ALWAYS };

const pace = (duration: string) =>
	`at least ${duration} because of Requests per Minute in the credential or a wait that the service requested`;

describe('the limit of requests a minute', () => {
	it.each([
		['Add log sources: 9', 'logSource', add({}), 900, '2 minutes'],
		['Get many log sources: 5', 'logSource', LIST, 1, '61 s'],
		['Export alerts: 5', 'alert', EXPORT, 1, '61 s'],
	])(
		'is announced before the run waits, and the service never refuses: %s requests',
		async (requests, node, parameters, count, duration) => {
			const { logs, error } = await run(node, parameters, count);
			expect(error).toBeUndefined();
			const lines = logs.map(({ message }) => message);
			expect(lines).toContain(`${requests} requests take ${pace(duration)}`);
			const [, took = ''] = / ([\d.]+) s, at least/.exec(lines.join('\n')) ?? [];
			expect(Number(took)).toBeGreaterThanOrEqual(61);
			expect(service.requests.map(({ status }) => status)).not.toContain(429);
		},
	);

	it('is announced by a dry run', async () => {
		const { hints } = await run('logSource', add({ dryRun: true }), 900);
		expect(hints[0]?.message).toMatch(
			`Dry run: 900 of 900 log sources would be added in 9 requests. The requests would take ${pace('2 minutes')}. Nothing was changed`,
		);
	});
});
