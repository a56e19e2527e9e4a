import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { named } from '../cases/case';
import { accountOf } from '../support/account';
import { runOperation } from '../support/harness/harness';
import { passTime } from '../support/ownTime';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import { ALWAYS, entries } from '../support/work';

const LIMIT = 4;
const world = volumeWorld({ computers: 500, logSources: 6000, alerts: 30_000 });

const service = useService({
	world,
	switches: { ...documented, bulkFetchesBeforeReady: 0, rateLimit: LIMIT },
});
beforeEach(() => passTime(61_000));

const run = async (name: string, parameters: INodeParameters, count = 1) =>
	await runOperation(service, name, parameters, {
		items: entries(count),
		credentials: { ...accountOf(service), requestsPerMinute: LIMIT },
	});

const add = (options: INodeParameters): INodeParameters => ({
	log_source: '={{ $json.log_source }}',
	domain_name: named('={{ $json.domain_name }}'),
	options,
});

const EXPORT = { format: 'ndjson', timeRange: 'between', ...ALWAYS };

const pace = (duration: string) =>
	`at least ${duration} because of Requests per Minute in the credential or a wait that the service requested`;

describe('the limit of requests a minute', () => {
	it.each([
		['logSource.add', add({}), 500],
		['logSource.getAll', { returnAll: true }, 1],
		['alert.exportAlerts', EXPORT, 1],
	])('is kept, so that the service never refuses: %s', async (name, parameters, count) => {
		const { logs, error } = await run(name, parameters, count);
		expect(error).toBeUndefined();
		const [, took = ''] =
			/requests, ([\d.]+) s/.exec(logs.map(({ message }) => message).join()) ?? [];
		expect(Number(took)).toBeGreaterThanOrEqual(61);
		expect(service.requests.map(({ status }) => status)).not.toContain(429);
	});

	it('is announced before a write waits', async () => {
		const { logs } = await run('logSource.add', add({}), 500);
		expect(logs.map(({ message }) => message)).toContain(
			`Add log source: 5 requests will take ${pace('61 s')}`,
		);
	});

	it('is announced by a dry run', async () => {
		const { hints } = await run('logSource.add', add({ dryRun: true }), 500);
		expect(hints[0]?.message).toMatch(
			`Dry run: 500 log sources: 500 planned. A run would send 5 requests, which takes ${pace('61 s')}`,
		);
	});
});
