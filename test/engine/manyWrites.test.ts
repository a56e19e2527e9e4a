import { describe, expect, it } from '@jest/globals';

import { runNode } from '../support/harness/harness';
import { volumeWorld } from '../support/service/volumeWorld';
import { entries } from '../support/work';
import { useService } from '../support/service/useService';

const COUNT = 10_050;

const service = useService({ world: volumeWorld({ computers: COUNT, logSources: 9_000 }) });

describe('a write of ten thousand items', () => {
	it('keeps their order, and reads their ids newest first, one page more than it needs in each domain at most', async () => {
		const run = await runNode({
			node: 'logSource',
			parameters: {
				operation: 'add',
				log_source: '={{ $json.log_source }}',
				domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
				options: { maxConcurrentRequests: 8, returnIds: true },
			},
			items: entries(COUNT).map((json) => ({ json })),
			credentials: { baseUrl: service.url, accessToken: service.token },
		});
		const items = run.outputs[0] ?? [];
		const ids = items.map(({ json }) => json['log_source_id']);

		expect(items.map(({ json }) => json['log_source'])).toEqual(
			entries(COUNT).map(({ log_source }) => log_source),
		);

		expect(ids).not.toContain('');
		expect(new Set(ids).size).toBe(COUNT);
		const pages = service.requests.filter(({ method }) => method === 'GET');
		// 3,350 of 6,350 in each of three domains.
		expect(pages.length).toBeLessThanOrEqual(15);
	});
});
