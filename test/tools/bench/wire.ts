import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';

import axios from 'axios';

import { ALWAYS, entries, ENTRIES_PER_REQUEST, PAGE_SIZE, type Work } from '../../support/work';

/** What a bare loop costs: the least that the work can take, told on standard output. */
export interface WireCost {
	ms: number;
	cpuSeconds: number;
	idleRss: number;
	peakRss: number;
}

type Order = Work & { url: string; token: string; file: string };

const api = (url: string, token: string) =>
	axios.create({
		proxy: false,
		baseURL: `${url}/api/v2`,
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		maxContentLength: Infinity,
	});

/** POST after POST, a hundred computers in each. */
async function onboard({ url, token, count }: Order): Promise<void> {
	const client = api(url, token);
	const all = entries(count);
	for (let at = 0; at < count; at += ENTRIES_PER_REQUEST) {
		const log_sources = all.slice(at, at + ENTRIES_PER_REQUEST);
		await client.post('/log-sources/windows', { log_sources });
	}
}

interface BulkPage {
	data: object[];
	meta: { next_page?: number };
}

/** GET after GET, each row a line of the file. */
async function exportAlerts({ url, token, file }: Order): Promise<void> {
	const client = api(url, token);
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
}

/** GET after GET; the rows are kept. */
async function list({ url, token }: Order): Promise<void> {
	const client = api(url, token);
	const rows: object[] = [];
	for (let page = 1; ; page++) {
		const { data } = await client.get<{ data: { log_sources: object[] } }>('/log-sources', {
			params: { page, limit: PAGE_SIZE },
		});
		rows.push(...data.data.log_sources);
		if (data.data.log_sources.length < PAGE_SIZE) return;
	}
}

const WORKS = { onboard, export: exportAlerts, list };

const rss = (field: 'VmRSS' | 'VmHWM'): number => {
	const status = readFileSync('/proc/self/status', 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
};

async function run(order: Order): Promise<void> {
	const idleRss = rss('VmRSS');
	const cpu = process.cpuUsage();
	const started = performance.now();
	await WORKS[order.kind](order);
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	const cost: WireCost = {
		ms,
		cpuSeconds: (user + system) / 1e6,
		idleRss,
		peakRss: rss('VmHWM'),
	};
	process.stdout.write(`${JSON.stringify(cost)}\n`);
}

void run(JSON.parse(process.argv[2] ?? '') as Order);
