import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

import type { AxiosInstance } from 'axios';
import type {
	IDataObject,
	INode,
	INodeCredentials,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { nodeOf } from '../../support/host/definitions';
import type { Volume } from '../../support/service/volumeWorld';
import { ALWAYS, entries } from '../../support/work';
import type { Cost } from './measure';

/** How nodes reach the service. */
interface Access {
	url: string;
	ours: INodeCredentials;
	httpRequest: INodeCredentials;
}

/**
 * A way to do the work: by this package or the HTTP Request node in a real n8n, or by the loop in a fresh
 * process; by this package in n8n's engine alone, or by the loop, each in a warm process.
 */
export type Way = 'package' | 'httpRequest' | 'loop' | 'engine' | 'warmLoop';

/** The largest ratio of the figures of one way to those of another. */
export interface Bound {
	ways: readonly [Way, Way];
	figures: ReadonlyArray<keyof Cost>;
	max: number;
}

/** A piece of work that the bench does in several ways. */
export interface Case {
	name: string;
	bounds: readonly Bound[];
	/** The kind and number of the things in the service. */
	holds: keyof Volume;
	count: number;
	/** Makes the input items from a number on; without this function the input is one empty item. */
	items?: (count: number, from: number) => IDataObject[];
	/** The node of this package, its operation and parameters. */
	ours: [node: string, parameters: INodeParameters];
	/** Counts the results in the output of this package's node. */
	countDone: (items: INodeExecutionData[]) => number;
	/** The nodes of n8n that do the same work. */
	byHand: (access: Access) => INode[];
	/** Does the work with one request after the other; `from` is as above, `file` is the file to write. */
	loop: (
		client: AxiosInstance,
		work: { count: number; from: number; file: string },
	) => Promise<void>;
}

/** Makes the bound of time and CPU beside the HTTP Request node. */
const besideHttpRequest = (max: number): Bound => ({
	ways: ['package', 'httpRequest'],
	figures: ['seconds', 'cpu'],
	max,
});

/** Makes the nodes of one of the two ways in n8n; this package's node is named Ours. */
export const nodesOf = (
	{ items, ours: [node, parameters], byHand }: Case,
	count: number,
	way: 'package' | 'httpRequest',
	access: Access,
): INode[] => [
	nodeOf('Run', 'n8n-nodes-base.manualTrigger', {}),
	...(items === undefined ? [] : [listNode(items(count, 0)), splitOut('list')]),
	...(way === 'httpRequest'
		? byHand(access)
		: [
				nodeOf('Ours', `n8n-nodes-log-management.${node}`, parameters, {
					credentials: access.ours,
				}),
			]),
];

const httpNode = (
	{ httpRequest, url }: Access,
	name: string,
	path: string,
	parameters: INodeParameters,
): INode =>
	nodeOf(
		name,
		'n8n-nodes-base.httpRequest',
		{
			url: `${url}/api/v2${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			...parameters,
		},
		{ typeVersion: 4.2, credentials: httpRequest },
	);

/** Makes parameters of {@link httpNode} that post a JSON body, which may be an expression. */
const postJson = (jsonBody: string): INodeParameters => ({
	...{ method: 'POST', sendBody: true, specifyBody: 'json', jsonBody },
});

/** Makes the {@link httpNode} of all pages, which the parameter `page` counts from 1. */
const pagesNode = (
	access: Access,
	path: string,
	{ query, page, completeExpression }: { query: object; page: string; completeExpression: string },
): INode =>
	httpNode(access, 'Pages', path, {
		sendQuery: true,
		queryParameters: { parameters: [{ ...query }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters: [{ type: 'qs', name: page, value: '={{ $pageCount + 1 }}' }] },
					paginationCompleteWhen: 'other',
					completeExpression,
				},
			},
		},
	});

const splitOut = (fieldToSplitOut: string): INode =>
	nodeOf('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut, options: {} });

/** Makes a node that returns one item with the whole list. */
const listNode = (list: IDataObject[]): INode =>
	nodeOf(
		'Given',
		'n8n-nodes-base.set',
		{ mode: 'raw', jsonOutput: JSON.stringify({ list }), options: {} },
		{ typeVersion: 3.4 },
	);

const EVERY_ALERT = { query: '*', ...ALWAYS };

const exportAlerts: Case = {
	name: 'export 200,000 alerts',
	// Each row has an alert_key, whose hash and number alone take 0.4 of the loop's CPU time.
	bounds: [besideHttpRequest(0.5), { ways: ['engine', 'warmLoop'], figures: ['cpu'], max: 2 }],
	holds: 'alerts',
	count: 200_000,
	ours: ['alert', { operation: 'exportAlerts', format: 'ndjson', timeRange: 'between', ...ALWAYS }],
	countDone: (items) => items.reduce((sum, { json }) => sum + Number(json['records']), 0),
	byHand: (access) => [
		httpNode(access, 'Start', '/alerts/bulk', postJson(JSON.stringify(EVERY_ALERT))),
		pagesNode(access, '/alerts/bulk', {
			query: { name: 'request_id', value: '={{ $json.data.request_id }}' },
			page: 'page_no',
			completeExpression: '={{ !$response.body.meta.next_page }}',
		}),
		splitOut('data'),
		nodeOf(
			'File',
			'n8n-nodes-base.convertToFile',
			{ operation: 'toJson', options: {} },
			{ typeVersion: 1.1 },
		),
	],
	loop: async (client, { file }) => {
		type BulkPage = { data: object[]; meta: { next_page?: number } };
		type Started = { data: { request_id: string } };
		const started = await client.post<Started>('/alerts/bulk', EVERY_ALERT);
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

/** Rows on a page of a list. */
const PAGE_SIZE = 1000;

const listLogSources: Case = {
	name: 'list 20,000 log sources',
	bounds: [besideHttpRequest(0.7)],
	holds: 'logSources',
	count: 20_000,
	ours: ['logSource', { operation: 'getAll', returnAll: true, options: { output: 'raw' } }],
	countDone: (items) => items.length,
	byHand: (access) => [
		pagesNode(access, '/log-sources', {
			query: { name: 'limit', value: String(PAGE_SIZE) },
			page: 'page',
			completeExpression: `={{ $response.body.data.log_sources.length < ${PAGE_SIZE} }}`,
		}),
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

/** Adds computers as log sources. The HTTP Request node sends one request for each item. */
const onboardComputers: Case = {
	name: 'onboard 2,000 computers',
	// For each item, n8n resolves the credential in 0.35 ms and both expressions in 0.5 ms.
	bounds: [besideHttpRequest(0.5)],
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
	byHand: (access) => [
		httpNode(access, 'Add', '/log-sources/windows', postJson('={{ { log_sources: [$json] } }}')),
	],
	loop: async (client, { count, from }) => {
		const all = entries(count, from);
		for (let at = 0; at < count; at += 100) {
			const log_sources = all.slice(at, at + 100);
			await client.post('/log-sources/windows', { log_sources });
		}
	},
};

export const CASES: readonly Case[] = [exportAlerts, listLogSources, onboardComputers];
