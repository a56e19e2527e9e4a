import { PAGE_SIZE } from '../../support/work';
import { httpPages, ownNode, splitOut, type Case } from './case';

/** Log sources as items. */
export const listed: Case = {
	name: 'list 20,000 log sources as items',
	count: 20_000,
	holds: (logSources) => ({ logSources }),
	ours: (access) =>
		ownNode(access, 'logSource', {
			operation: 'getAll',
			returnAll: true,
			options: { output: 'raw' },
		}),
	done: (items) => items.length,
	byHand: (access) => [
		httpPages(
			access,
			'/log-sources',
			{ name: 'limit', value: String(PAGE_SIZE) },
			'page',
			`={{ $response.body.data.log_sources.length < ${PAGE_SIZE} }}`,
		),
		splitOut('data.log_sources'),
	],
	loop: async (client) => {
		const rows: object[] = [];
		for (let page = 1; ; page++) {
			const { data } = await client.get<{ data: { log_sources: object[] } }>('/log-sources', {
				params: { page, limit: PAGE_SIZE },
			});
			rows.push(...data.data.log_sources);
			if (data.data.log_sources.length < PAGE_SIZE) return;
		}
	},
};
