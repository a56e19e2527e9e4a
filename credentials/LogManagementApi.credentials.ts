import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

export class LogManagementApi implements ICredentialType {
	name = 'logManagementApi';

	displayName = 'Log Management API';

	icon = {
		light: 'file:../icons/logManagement.svg',
		dark: 'file:../icons/logManagement.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/log-management-nodes/n8n-nodes-log-management#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://logs.example.com:8400',
			description: 'The address of the service, with or without /api/v2',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The OAuth token with the scopes of the operations you use',
		},
		{
			displayName: 'Area to Test',
			name: 'area',
			type: 'options',
			options: [
				{ name: 'Agents', value: '/log-sources/agents?limit=1', description: 'Scope agents.READ' },
				{ name: 'Alerts', value: '/alerts/profile', description: 'Scope alerts.READ' },
				{ name: 'Domains', value: '/log-sources/domains', description: 'Scope domains.READ' },
				{ name: 'Log Formats', value: '/log-type', description: 'Scope logformats.READ' },
				{
					name: 'Log Sources',
					value: '/log-sources?limit=1',
					description: 'Scope logsources.READ',
				},
			],
			default: '/log-sources?limit=1',
			description: 'What the token may read; the test of this credential reads there',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if the certificate of the server is not trusted',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'The pace of requests to this server from each n8n process; 0 sends them as fast as they are answered',
		},
		{
			displayName: 'Time-Out (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long to wait for a complete answer',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '={{ $credentials.area }}',
			skipSslCertificateValidation: '={{ $credentials.ignoreSslIssues }}',
		},
	};
}
