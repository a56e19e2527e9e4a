import type { INode, INodeParameters } from 'n8n-workflow';

import { calledBy, credentialsOf, nodeOf, workflowOf } from '../../support/host/alertWorkflow';
import type { Credential, WorkflowDefinition } from '../../support/host/client';
import { ALWAYS, entries, PAGE_SIZE, type Work } from '../../support/work';

/** Who does a work in n8n. */
export type Doer = 'ours' | 'httpRequest';

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
): WorkflowDefinition =>
	workflowOf(`${work.kind} ${work.count} ${doer}`, [
		calledBy(path),
		...stepsOf(work, doer, access),
	]);

const stepsOf = ({ kind, count }: Work, doer: Doer, access: Access): INode[] => [
	...(kind === 'onboard' ? made(count) : []),
	...(doer === 'ours' ? [ours(access, ...PARAMETERS[kind])] : BY_HAND[kind](access)),
];

/** The node of this package that does a work, and what it is set to. */
const PARAMETERS: Record<Work['kind'], [node: string, parameters: INodeParameters]> = {
	onboard: [
		'logSource',
		{
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		},
	],
	export: [
		'alert',
		{ operation: 'exportAlerts', format: 'ndjson', timeRange: 'between', ...ALWAYS },
	],
	list: ['logSource', { operation: 'getAll', returnAll: true, options: { output: 'raw' } }],
};

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

const onboardingByHand = (access: Access): INode[] => [
	http(access, 'Add', '/log-sources/windows', posted('={{ { log_sources: [$json] } }}')),
];

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

const BY_HAND: Record<Work['kind'], (access: Access) => INode[]> = {
	onboard: onboardingByHand,
	export: exportingByHand,
	list: listingByHand,
};
