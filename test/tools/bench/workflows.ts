import type { INode, INodeParameters } from 'n8n-workflow';

import { calledBy, credentialsOf, nodeOf, workflowOf } from '../../support/host/alertWorkflow';
import type { Credential, WorkflowDefinition } from '../../support/host/client';
import { ALWAYS, entries, ENTRIES_PER_REQUEST, PAGE_SIZE, type Work } from '../../support/work';

/** What the node of this package is set to in an onboarding. */
const OPTIONS = {
	ours: {},
	oursFourAtOnce: { maxConcurrentRequests: 4 },
	oursTenAtOnce: { maxConcurrentRequests: 10 },
};

/** Who does a work in n8n; chunks are requests of a hundred, built by hand. */
export type Doer =
	keyof typeof OPTIONS | 'httpRequest' | 'fourChunksAtOnce' | 'allChunksAtOnce' | 'nobody';

/** What the workflows reach the service with. */
export interface Access {
	url: string;
	ours: Credential;
	httpRequest: Credential;
}

/** A workflow that does a work when its webhook, of that path, is called. */
export const workOnCall = (
	work: Work,
	doer: Doer,
	access: Access,
	path: string,
): WorkflowDefinition => {
	const workflow = workflowOf(`${work.kind} ${work.count} ${doer}`, [
		calledBy(path),
		...stepsOf(work, doer, access),
	]);
	return doer === 'fourChunksAtOnce'
		? { ...workflow, connections: { ...workflow.connections, ...LOOP } }
		: workflow;
};

function stepsOf(work: Work, doer: Doer, access: Access): INode[] {
	switch (work.kind) {
		case 'onboard':
			return [...made(work.count), ...onboarding(doer, access)];
		case 'export':
			return doer === 'ours'
				? [
						ours(access, 'alert', {
							operation: 'exportAlerts',
							format: 'ndjson',
							timeRange: 'between',
							...ALWAYS,
						}),
					]
				: exportingByHand(access);
		case 'list':
			return doer === 'ours'
				? [
						ours(access, 'logSource', {
							operation: 'getAll',
							returnAll: true,
							options: { output: 'raw' },
						}),
					]
				: listingByHand(access);
	}
}

const ours = ({ ours: credential }: Access, node: string, parameters: INodeParameters): INode =>
	nodeOf('Ours', `n8n-nodes-log-management.${node}`, parameters, {
		credentials: credentialsOf(credential),
	});

const http = (
	{ httpRequest: credential, url }: Access,
	name: string,
	path: string,
	parameters: INodeParameters,
	options: INodeParameters = {},
): INode =>
	nodeOf(
		name,
		'n8n-nodes-base.httpRequest',
		{
			url: `${url}/api/v2${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: credential.type,
			...parameters,
			options: { allowUnauthorizedCerts: true, ...options },
		},
		{ typeVersion: 4.2, credentials: credentialsOf(credential) },
	);

const posted = (jsonBody: string): INodeParameters => ({
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** GET after GET, the parameter `page` of which counts from 1 on. */
const httpPages = (
	access: Access,
	path: string,
	query: { name: string; value: string },
	page: string,
	completeExpression: string,
): INode =>
	http(
		access,
		'Pages',
		path,
		{ sendQuery: true, queryParameters: { parameters: [query] } },
		{
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: page, value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression,
				},
			},
		},
	);

const splitOut = (fieldToSplitOut: string): INode =>
	nodeOf('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut, options: {} });

/** The computers as items, as another node would have found them. */
const made = (count: number): INode[] => [
	nodeOf(
		'Computers',
		'n8n-nodes-base.set',
		{
			mode: 'raw',
			jsonOutput: `={{ { list: Array.from({ length: ${count} }, (_, index) => ({
				log_source: 'PC-' + String(index + 1).padStart(6, '0'),
				domain_name: ${JSON.stringify(entries(3).map(({ domain_name }) => domain_name))}[index % 3],
			})) } }}`,
			options: {},
		},
		{ typeVersion: 3.4 },
	),
	splitOut('list'),
];

const IN_CHUNKS = `const all = $input.all().map(({ json }) => json);
const chunks = [];
for (let at = 0; at < all.length; at += ${ENTRIES_PER_REQUEST}) {
	chunks.push({ json: { log_sources: all.slice(at, at + ${ENTRIES_PER_REQUEST}) } });
}
return chunks;`;

const FOUR_CHUNKS = nodeOf(
	'Four Chunks',
	'n8n-nodes-base.splitInBatches',
	{ batchSize: 4, options: {} },
	{ typeVersion: 3 },
);

/** HTTP Request sends what it gets all at once, so a loop gives it four chunks in turn. */
const LOOP: WorkflowDefinition['connections'] = {
	'Four Chunks': { main: [[], [{ node: 'Add', type: 'main', index: 0 }]] },
	Add: { main: [[{ node: 'Four Chunks', type: 'main', index: 0 }]] },
};

function onboarding(doer: Doer, access: Access): INode[] {
	const path = '/log-sources/windows';
	switch (doer) {
		case 'nobody':
			return [];
		case 'httpRequest':
			return [http(access, 'Add', path, posted('={{ { log_sources: [$json] } }}'))];
		case 'fourChunksAtOnce':
		case 'allChunksAtOnce':
			return [
				nodeOf('Chunks', 'n8n-nodes-base.code', { jsCode: IN_CHUNKS }, { typeVersion: 2 }),
				...(doer === 'fourChunksAtOnce' ? [FOUR_CHUNKS] : []),
				http(access, 'Add', path, posted('={{ $json }}')),
			];
		default:
			return [
				ours(access, 'logSource', {
					operation: 'add',
					log_source: '={{ $json.log_source }}',
					domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
					options: OPTIONS[doer],
				}),
			];
	}
}

/** Rows in one file, as the guide to the nodes of n8n has it: pages, rows, file. */
const exportingByHand = (access: Access): INode[] => [
	http(access, 'Start', '/alerts/bulk', posted(JSON.stringify({ query: '*', ...ALWAYS }))),
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
];

const listingByHand = (access: Access): INode[] => [
	httpPages(
		access,
		'/log-sources',
		{ name: 'limit', value: String(PAGE_SIZE) },
		'page',
		`={{ $response.body.data.log_sources.length < ${PAGE_SIZE} }}`,
	),
	splitOut('data.log_sources'),
];
