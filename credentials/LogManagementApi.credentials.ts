import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	DEFAULT_REQUESTS_PER_MINUTE,
	DEFAULT_TIMEOUT_SECONDS,
	authorizationOf,
	tokenOf,
} from '../nodes/shared/http/connection';

/** Options that the user leaves hidden keep their defaults. */
const SHOWN = { show: { showOptions: [true] } };

/** An account of the service. Each node names its test, `testConnection`, in `testedBy`. */
export class LogManagementApi implements ICredentialType {
	name = 'logManagementApi';

	// n8n searches only this name, and begins the name of each account with it.
	displayName = 'ManageEngine EventLog/Log360 API';

	icon = {
		light: 'file:../icons/logManagement.svg',
		dark: 'file:../icons/logManagement.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/log-management-nodes/n8n-nodes-log-management/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. http://logs.example.com:8400',
			description: 'The address of the service, with or without /api/v2',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'An access token with the scopes of the operations you use',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description:
				"Whether to connect even if the server's certificate is not trusted, for example because it is self-signed",
		},
		// n8n supports no collection in a credential.
		{
			displayName: 'Show Options',
			name: 'showOptions',
			type: 'boolean',
			default: false,
			description:
				'Whether to show the limit of requests, the timeout and the time zone of the service',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0 },
			displayOptions: SHOWN,
			default: DEFAULT_REQUESTS_PER_MINUTE,
			description:
				'How many requests one n8n process sends per minute with this access token; 0 for no limit. With several processes, divide the limit among them.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			displayOptions: SHOWN,
			default: DEFAULT_TIMEOUT_SECONDS,
			description: 'How long to wait for a complete response',
		},
		{
			displayName: 'Time Zone of the Service',
			name: 'timeZone',
			type: 'string',
			displayOptions: SHOWN,
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'The time zone in which the service shows its times. If it is set, alerts also have time_utc. Leave it empty if you do not know it.',
		},
	];

	/** Adds the access token. It is no method, since n8n copies only the properties of a credential. */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> =>
		await Promise.resolve({
			...request,
			headers: { ...request.headers, ...authorizationOf(tokenOf(accessToken)) },
		});
}
