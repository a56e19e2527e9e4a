import { describe, expect, it } from '@jest/globals';

import { runNode } from '../support/harness/harness';
import { volumeWorld } from '../support/service/volumeWorld';
import { entries } from '../support/work';
import { useService } from '../support/service/useService';

const COUNT = 10_050;

const service = useService({ world: volumeWorld({ computers: COUNT, logSources: 9_000 }) });

const add = async (options: Record<string, number | boolean>) =>
	await runNode({
		node: 'logSource',
		parameters: {
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
			options: { readBack: false, ...options },
		},
		items: entries(COUNT).map((json) => ({ json })),
		credentials: { baseUrl: service.url, accessToken: service.token },
	});

describe('a write of ten thousand items', () => {
	it.each([1, 8])(
		'takes a request for each hundred, keeps their order and logs its progress, %i at once',
		async (requestsAtOnce) => {
			const run = await add({ requestsAtOnce });
			const items = run.outputs[0] ?? [];

			expect(service.requests).toHaveLength(Math.ceil(COUNT / 100));
			expect(items.map(({ json }) => json['log_source'])).toEqual(
				entries(COUNT).map(({ log_source }) => log_source),
			);
			expect(new Set(items.map(({ json }) => json['outcome']))).toEqual(new Set(['succeeded']));

			const lines = run.logs.map(({ message }) => message);
			expect(lines).toContain(`Add log sources: 100 of ${COUNT} sent, 0 refused`);
			expect(lines).toContain(`Add log sources: ${COUNT} of ${COUNT} sent, 0 refused`);
			expect(lines).toContainEqual(
				expect.stringMatching(
					/: 10050 of 10050 log sources succeeded \(101 requests, \d+\.\d s\)$/,
				),
			);
		},
	);

	it('reads their ids newest first, one page more than it needs in each domain at most', async () => {
		const run = await add({ readBack: true, requestsAtOnce: 8 });
		const ids = (run.outputs[0] ?? []).map(({ json }) => json['log_source_id']);

		expect(ids).not.toContain('');
		expect(new Set(ids).size).toBe(COUNT);
		const pages = service.requests.filter(({ method }) => method === 'GET');
		// 3,350 of 6,350 in each of three domains.
		expect(pages).toHaveLength(15);
	});
});
