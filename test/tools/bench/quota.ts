import 'n8n-workflow';

import { accountOf } from '../../support/account';
import { run } from '../../support/host/command';
import { quicken } from '../../support/hostile/quicken';
import { startService } from '../../support/service/service';
import { quota } from '../../support/service/switches';
import { volumeWorld } from '../../support/service/volumeWorld';
import { entries, QUOTA } from '../../support/work';
import { resultOf, type Result } from './results';

const WORKS = [
	{
		what: 'onboard 20,000',
		node: 'logSource',
		world: { computers: 20_000 },
		items: 20_000,
		parameters: {
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		},
	},
	{
		what: 'list 200,000',
		node: 'logSource',
		world: { logSources: 200_000 },
		items: 1,
		// Pages that wait together would each move the simulated clock on.
		parameters: {
			operation: 'getAll',
			returnAll: true,
			options: { output: 'raw', maxConcurrentRequests: 1 },
		},
	},
];

/**
 * How long works take that need more requests than the quota of a minute has, by the clock of the
 * service: waits move it on and take no time. With n8n's engine, in a process of its own.
 */
export const measureQuota = async (): Promise<Result[]> =>
	JSON.parse(
		await run(process.execPath, ['--import', 'tsx', __filename], process.cwd()),
	) as Result[];

async function simulate(): Promise<Result[]> {
	quicken();
	// What runs nodes is loaded after the waits are made short.
	const { runNode } = await import('../../support/harness/harness.js');
	const results: Result[] = [];
	for (const { what, node, world, items, parameters } of WORKS) {
		const service = await startService({
			world: volumeWorld(world),
			switches: { ...quota, trusted: true },
		});
		const started = Date.now();
		const { error } = await runNode({
			node,
			parameters,
			items: entries(items).map((json) => ({ json })),
			credentials: { ...accountOf(service), requestsPerMinute: QUOTA },
		});
		const minutes = (Date.now() - started) / 60_000;
		const { length } = service.requests;
		const refused = service.requests.filter(({ status }) => status === 429).length;
		await service.stop();
		if (error !== undefined) throw new Error(`${what}: ${error.message}`);
		const name = `${what} within ${QUOTA} requests a minute, by the clock of the service`;
		results.push(
			resultOf(name, 'minutes', { ours: [minutes] }),
			resultOf(name, 'requests', { ours: [length] }),
			resultOf(name, 'refused requests', { ours: [refused] }),
		);
	}
	return results;
}

if (require.main === module) {
	void simulate().then((results) => process.stdout.write(JSON.stringify(results)));
}
