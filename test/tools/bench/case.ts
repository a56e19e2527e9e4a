import type { AxiosInstance } from 'axios';
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { credentialsOf, nodeOf, type Credential } from '../../support/host/definitions';
import type { Volume } from '../../support/service/volumeWorld';

/** How nodes reach the service. */
export interface Access {
	url: string;
	ours: Credential;
	httpRequest: Credential;
}

/** A piece of work that is done three ways. */
export interface Case {
	name: string;
	/** Things that the service has or gets. */
	count: number;
	/** What the service holds. */
	holds: (count: number) => Volume;
	/** Nodes before both ways in n8n: the items that come from elsewhere. */
	items?: (count: number) => INode[];
	/** The node of this package. */
	ours: (access: Access) => INode;
	/** What was done, by the output of the node of this package. */
	done: (items: INodeExecutionData[]) => number;
	/** The nodes of n8n that do the same. */
	byHand: (access: Access) => INode[];
	/** The least that it takes: one request after the other. `file` is one to write. */
	loop: (client: AxiosInstance, count: number, file: string) => Promise<void>;
}

/** A node of this package. */
export const ownNode = (
	{ ours }: Access,
	type: string,
	parameters: INodeParameters,
	options = {},
): INode =>
	nodeOf('Ours', `n8n-nodes-log-management.${type}`, parameters, {
		credentials: credentialsOf(ours),
		...options,
	});

/** n8n's HTTP Request node. */
export const httpNode = (
	{ httpRequest, url }: Access,
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
			genericAuthType: httpRequest.type,
			...parameters,
			options,
		},
		{ typeVersion: 4.2, credentials: credentialsOf(httpRequest) },
	);

/** Parameters of {@link httpNode} that post a JSON body, which may be an expression. */
export const posted = (jsonBody: string): INodeParameters => ({
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** {@link httpNode} for page after page, counted from 1 by the parameter `page`, until `complete`. */
export const httpPages = (
	access: Access,
	path: string,
	query: { name: string; value: string },
	page: string,
	completeExpression: string,
): INode =>
	httpNode(
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

export const splitOut = (fieldToSplitOut: string): INode =>
	nodeOf('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut, options: {} });
