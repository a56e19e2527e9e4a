import { nodeOf } from '../../support/host/definitions';
import { entries, ENTRIES_PER_REQUEST } from '../../support/work';
import { httpNode, ownNode, posted, splitOut, type Case } from './case';

const DOMAINS = JSON.stringify(entries(3).map(({ domain_name }) => domain_name));

/** Computers added as log sources. The HTTP Request node sends a request for each item. */
export const onboarded: Case = {
	name: 'onboard 2,000 computers',
	count: 2_000,
	holds: (computers) => ({ computers }),
	items: (count) => [
		nodeOf(
			'Computers',
			'n8n-nodes-base.set',
			{
				mode: 'raw',
				jsonOutput: `={{ { list: Array.from({ length: ${count} }, (_, index) => ({
					log_source: 'PC-' + String(index + 1).padStart(6, '0'),
					domain_name: ${DOMAINS}[index % 3],
				})) } }}`,
				options: {},
			},
			{ typeVersion: 3.4 },
		),
		splitOut('list'),
	],
	ours: (access) =>
		ownNode(access, 'logSource', {
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		}),
	done: (items) => items.filter(({ json }) => json['outcome'] === 'succeeded').length,
	byHand: (access) => [
		httpNode(access, 'Add', '/log-sources/windows', posted('={{ { log_sources: [$json] } }}')),
	],
	loop: async (client, count) => {
		const all = entries(count);
		for (let at = 0; at < count; at += ENTRIES_PER_REQUEST) {
			const log_sources = all.slice(at, at + ENTRIES_PER_REQUEST);
			await client.post('/log-sources/windows', { log_sources });
		}
	},
};
