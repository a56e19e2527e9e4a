import type {
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { apiUrl } from '../nodes/shared/http/baseUrl';
import { timeZoneOf } from '../nodes/shared/http/timeZone';
import { tokenOf } from '../nodes/shared/http/token';

const rule = (
	key: string,
	value: string | undefined,
	message: string,
): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key, value, message },
});

export class LogManagementApi implements ICredentialType {
	name = 'logManagementApi';

	displayName = 'Log Management API';

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
			description:
				'Whether to connect even if the certificate of the server is not trusted, such as a self-signed one (DEPTH_ZERO_SELF_SIGNED_CERT)',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 60,
			description:
				'How many requests may leave this n8n process in any minute; the first ones leave at once. The published limit of the service is 60 for all its clients together. 0 stands for no limit.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long to wait for a complete answer',
		},
		{
			displayName: 'Time Zone of the Service',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'The time zone that the service shows the Time of alerts in. With it, each alert also has time_utc, its time in UTC. Leave it empty if you do not know it.',
		},
	];

	/** Adds the token, and to the test of the credential the address that its base URL stands for. */
	async authenticate(
		{ accessToken, baseUrl, timeZone }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		timeZoneOf(timeZone);
		return await Promise.resolve({
			...request,
			...(request.baseURL === undefined ? {} : { baseURL: apiUrl(baseUrl) }),
			headers: { ...request.headers, Authorization: `Bearer ${tokenOf(accessToken)}` },
		});
	}

	// Answers of any status are judged by their body: a refused token may come under HTTP 200 too.
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '={{ $credentials.area }}',
			skipSslCertificateValidation: '={{ $credentials.ignoreSslIssues }}',
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		rules: [
			rule(
				'code',
				'07001113',
				'The service refused the access token: it is missing, invalid, revoked or expired, or may not read what Test Permission names',
			),
			rule(
				'error.code',
				'07001111',
				'The service accepted the connection but refused to read what Test Permission names: choose in Test Permission what the access token may read',
			),
			rule(
				'error.code',
				'07001110',
				'The service accepted the connection but refused to read what Test Permission names: choose in Test Permission what the access token may read',
			),
			rule(
				'data',
				undefined,
				'The address answers, but not as the log management service does: check the base URL and any proxy in between',
			),
		],
	};
}
