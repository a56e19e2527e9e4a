import { randomUUID } from 'node:crypto';

import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { Credential, WorkflowDefinition } from '../../support/host/client';
import { ALWAYS, entries, ENTRIES_PER_REQUEST, PAGE_SIZE } from '../../support/work';
import type { Work } from '../../support/work';

/** Who does a work in n8n; `chunks` are requests of a hundred, built by hand. */
export type Doer =
	'ours' | 'oursFourAtOnce' | 'oursTenAtOnce' | 'httpRequest' | 'httpRequestChunks' | 'nobody';

/** What the workflows reach the service with. */
export interface Access {
	url: string;
	ours: Credential;
	httpRequest: Credential;
}

type Step = Pick<INode, 'type' | 'typeVersion'> & {
	parameters: INodeParameters;
	credentials?: INode['credentials'];
};

/** A workflow that does a work when its webhook, of that path, is called. */
export function workflowOf(
	work: Work,
	doer: Doer,
	access: Access,
	path: string,
): WorkflowDefinition {
	const webhook: Step = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
	};
	const nodes = [webhook, ...stepsOf(work, doer, access)].map(
		({ credentials, ...step }, index): INode => ({
			...step,
			id: randomUUID(),
			name: `Step ${index}`,
			position: [index * 200, 0],
			...(index === 0 ? { webhookId: path } : {}),
			...(credentials && { credentials }),
		}),
	);
	const connections: IConnections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				`Step ${index}`,
				{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
			]),
	);
	return { name: `${work.kind} ${work.count} ${doer}`, nodes, connections };
}

function stepsOf(work: Work, doer: Doer, access: Access): Step[] {
	switch (work.kind) {
		case 'onboard':
			return [...made(work.count), ...onboarding(doer, access)];
		case 'export':
			return doer === 'ours' ? [exportAlerts(access)] : exportingByHand(access);
		case 'list':
			return doer === 'ours' ? [listLogSources(access)] : listingByHand(access);
	}
}

const ours = ({ ours: credential }: Access, node: string, parameters: INodeParameters): Step => ({
	type: `n8n-nodes-log-management.${node}`,
	typeVersion: 1,
	parameters,
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});

const http = (
	{ httpRequest: credential, url }: Access,
	path: string,
	parameters: INodeParameters,
	options: INodeParameters = {},
): Step => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `${url}/api/v2${path}`,
		authentication: 'genericCredentialType',
		genericAuthType: credential.type,
		...parameters,
		options: { allowUnauthorizedCerts: true, ...options },
	},
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});

const posted = (jsonBody: string): INodeParameters => ({
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

const pageNumbered = (name: string, complete: string): INodeParameters => ({
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [{ type: 'qs', name, value: '={{ $pageCount + 1 }}' }],
			},
			paginationCompleteWhen: 'other',
			completeExpression: complete,
		},
	},
});

const splitOut = (fieldToSplitOut: string): Step => ({
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut, options: {} },
});

/** The computers as items, as another node would have found them. */
const made = (count: number): Step[] => [
	{
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ { list: Array.from({ length: ${count} }, (_, index) => ({
				log_source: 'PC-' + String(index + 1).padStart(6, '0'),
				domain_name: ${JSON.stringify(entries(3).map(({ domain_name }) => domain_name))}[index % 3],
			})) } }}`,
			options: {},
		},
	},
	splitOut('list'),
];

const AT_ONCE = { ours: 1, oursFourAtOnce: 4, oursTenAtOnce: 10 };

function onboarding(doer: Doer, access: Access): Step[] {
	const path = '/log-sources/windows';
	switch (doer) {
		case 'nobody':
			return [];
		case 'ours':
		case 'oursFourAtOnce':
		case 'oursTenAtOnce':
			return [
				ours(access, 'logSource', {
					operation: 'add',
					log_source: '={{ $json.log_source }}',
					domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
					options: { requestsAtOnce: AT_ONCE[doer] },
				}),
			];
		case 'httpRequest':
			return [http(access, path, posted('={{ { log_sources: [$json] } }}'))];
		case 'httpRequestChunks':
			return [
				{
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: {
						jsCode: `const all = $input.all().map(({ json }) => json);
const chunks = [];
for (let at = 0; at < all.length; at += ${ENTRIES_PER_REQUEST}) {
	chunks.push({ json: { log_sources: all.slice(at, at + ${ENTRIES_PER_REQUEST}) } });
}
return chunks;`,
					},
				},
				http(access, path, posted('={{ $json }}')),
			];
	}
}

const exportAlerts = (access: Access): Step =>
	ours(access, 'alert', { operation: 'exportAlerts', output: 'ndjson', ...ALWAYS });

/** Rows in one file, as the guide to the nodes of n8n has it: pages, rows, file. */
const exportingByHand = (access: Access): Step[] => [
	http(access, '/alerts/bulk', posted(JSON.stringify({ query: '*', ...ALWAYS }))),
	http(
		access,
		'/alerts/bulk',
		{
			sendQuery: true,
			queryParameters: {
				parameters: [{ name: 'request_id', value: '={{ $json.data.request_id }}' }],
			},
		},
		pageNumbered('page_no', '={{ !$response.body.meta.next_page }}'),
	),
	splitOut('data'),
	{
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'toJson', options: {} },
	},
];

const listLogSources = (access: Access): Step =>
	ours(access, 'logSource', { operation: 'getAll', returnAll: true, simplify: false });

const listingByHand = (access: Access): Step[] => [
	http(
		access,
		'/log-sources',
		{
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: String(PAGE_SIZE) }] },
		},
		pageNumbered('page', `={{ $response.body.data.log_sources.length < ${PAGE_SIZE} }}`),
	),
	splitOut('data.log_sources'),
];
