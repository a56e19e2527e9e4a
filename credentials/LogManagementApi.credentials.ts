import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	DEFAULT_REQUESTS_PER_MINUTE,
	DEFAULT_TEST_PERMISSION,
	DEFAULT_TIMEOUT_SECONDS,
} from '../nodes/shared/http/credentialDefaults';
import { tokenOf } from '../nodes/shared/http/token';

export class LogManagementApi implements ICredentialType {
	name = 'logManagementApi';

	// The list of credentials is searched by this name alone.
	displayName = 'Log Management (ManageEngine EventLog Analyzer, Log360) API';

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
			description: 'The access token with the scopes of the operations you use',
		},
		{
			displayName: 'Test Permission',
			name: 'testPermission',
			type: 'options',
			options: [
				{ name: 'Agents', value: 'agents.READ', description: 'Scope agents.READ' },
				{ name: 'Alerts', value: 'alerts.READ', description: 'Scope alerts.READ' },
				{ name: 'Domains', value: 'domains.READ', description: 'Scope domains.READ' },
				{ name: 'Log Formats', value: 'logformats.READ', description: 'Scope logformats.READ' },
				{ name: 'Log Sources', value: 'logsources.READ', description: 'Scope logsources.READ' },
			],
			default: DEFAULT_TEST_PERMISSION,
			description: 'What the access token may read. The test of this credential reads it.',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description:
				'Whether to connect even if the certificate of the server is not trusted, such as a self-signed one (DEPTH_ZERO_SELF_SIGNED_CERT)',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_REQUESTS_PER_MINUTE,
			description:
				'How many requests may leave this n8n process in any minute; the first ones leave at once. The published limit of the service is 60 for all its clients together: in queue mode, set the limit divided by the number of main and worker processes. 0 stands for no limit.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_TIMEOUT_SECONDS,
			description: 'How long to wait for a complete answer',
		},
		{
			displayName: 'Time Zone of the Service',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'The time zone of times that the service shows without one. With it, each alert also has time_utc, its Time in UTC. Silent for at Least and the health trigger read the last event and the last sync in it; where it is empty, in UTC. Leave it empty if you do not know it.',
		},
	];

	/**
	 * Adds the access token. A field, since n8n copies the fields of a credential: it finds a method only
	 * where the package's metadata are read in place of the code.
	 */
	authenticate = async (
		{ accessToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> =>
		await Promise.resolve({
			...request,
			headers: { ...request.headers, Authorization: `Bearer ${tokenOf(accessToken)}` },
		});
}
