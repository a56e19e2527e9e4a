import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

import { nodeOf } from '../../support/host/definitions';
import { ALWAYS } from '../../support/work';
import { httpNode, httpPages, ownNode, posted, splitOut, type Case } from './case';

interface BulkPage {
	data: object[];
	meta: { next_page?: number };
}

/** Alerts in one file. */
export const exported: Case = {
	name: 'export 200,000 alerts to a file',
	count: 200_000,
	holds: (alerts) => ({ alerts }),
	ours: (access) =>
		ownNode(access, 'alert', {
			...{ operation: 'exportAlerts', format: 'ndjson', timeRange: 'between' },
			...ALWAYS,
		}),
	done: (items) => items.reduce((sum, { json }) => sum + Number(json['records']), 0),
	byHand: (access) => [
		httpNode(access, 'Start', '/alerts/bulk', posted(JSON.stringify({ query: '*', ...ALWAYS }))),
		httpPages(
			access,
			'/alerts/bulk',
			{ name: 'request_id', value: '={{ $json.data.request_id }}' },
			'page_no',
			'={{ !$response.body.meta.next_page }}',
		),
		splitOut('data'),
		nodeOf(
			'File',
			'n8n-nodes-base.convertToFile',
			{ operation: 'toJson', options: {} },
			{ typeVersion: 1.1 },
		),
	],
	loop: async (client, _count, file) => {
		const started = await client.post<{ data: { request_id: string } }>('/alerts/bulk', {
			query: '*',
			...ALWAYS,
		});
		const { request_id } = started.data.data;
		const out = createWriteStream(file);
		for (let page_no: number | undefined = 1; page_no !== undefined;) {
			const { data: page }: { data: BulkPage } = await client.get<BulkPage>('/alerts/bulk', {
				params: { request_id, page_no },
			});
			const text = page.data.map((row) => `${JSON.stringify(row)}\n`).join('');
			if (!out.write(text)) await once(out, 'drain');
			page_no = page.meta.next_page;
		}
		out.end();
		await once(out, 'finish');
	},
};
