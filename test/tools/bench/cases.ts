import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

import type { AxiosInstance } from 'axios';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Volume } from '../../support/service/volumeWorld';
import { ALWAYS, entries } from '../../support/work';

/** A piece of work that the bench does with this package and with a loop of requests. */
export interface Case {
	name: string;
	/** The largest ratio of the CPU time in n8n's engine to the CPU time of the loop. */
	maxRatio: number;
	/** The kind and number of the things in the service. */
	holds: keyof Volume;
	count: number;
	/** Makes the input items from a number on; without this function the input is one empty item. */
	items?: (count: number, from: number) => IDataObject[];
	/** The node of this package, its operation and parameters. */
	ours: [node: string, parameters: INodeParameters];
	/** Counts the results in the output of this package's node. */
	countDone: (items: INodeExecutionData[]) => number;
	/** Does the work with one request after the other; `from` is as above, `file` is the file to write. */
	loop: (
		client: AxiosInstance,
		work: { count: number; from: number; file: string },
	) => Promise<void>;
}

const exportAlerts: Case = {
	name: 'export 200,000 alerts',
	// Each row has an alert_key, whose hash and number alone take 0.4 of the loop's CPU time.
	maxRatio: 2,
	holds: 'alerts',
	count: 200_000,
	ours: ['alert', { operation: 'exportAlerts', format: 'ndjson', timeRange: 'between', ...ALWAYS }],
	countDone: (items) => items.reduce((sum, { json }) => sum + Number(json['records']), 0),
	loop: async (client, { file }) => {
		type BulkPage = { data: object[]; meta: { next_page?: number } };
		type Started = { data: { request_id: string } };
		const started = await client.post<Started>('/alerts/bulk', { query: '*', ...ALWAYS });
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

const PAGE_SIZE = 1000;

const listLogSources: Case = {
	name: 'list 20,000 log sources',
	maxRatio: 2.5,
	holds: 'logSources',
	count: 20_000,
	ours: ['logSource', { operation: 'getAll', returnAll: true, options: { allFields: true } }],
	countDone: (items) => items.length,
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

const onboardComputers: Case = {
	name: 'onboard 2,000 computers',
	// For each item, n8n resolves the credential in 0.35 ms and both expressions in 0.5 ms.
	maxRatio: 50,
	holds: 'computers',
	count: 2_000,
	items: entries,
	ours: [
		'logSource',
		{
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		},
	],
	countDone: (items) => items.filter(({ json }) => json['outcome'] === 'succeeded').length,
	loop: async (client, { count, from }) => {
		const all = entries(count, from);
		for (let at = 0; at < count; at += 100) {
			const log_sources = all.slice(at, at + 100);
			await client.post('/log-sources/windows', { log_sources });
		}
	},
};

export const CASES: readonly Case[] = [exportAlerts, listLogSources, onboardComputers];
