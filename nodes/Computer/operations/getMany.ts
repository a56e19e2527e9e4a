import type { IDataObject } from 'n8n-workflow';

import {
	FILE_NAME,
	MEGABYTES_PER_FILE,
	OUTPUT_FIELD,
	OUTPUT_OPTION,
} from '../../shared/fileOutput';
import { asText, dataOf } from '../../shared/json';
import { FROM, PAGE, startOf } from '../../shared/listOptions';
import { nameLocator } from '../../shared/locators';
import { list } from '../../shared/operation';
import { byPage, wholeList, type Pager } from '../../shared/pages';
import type { Request, Service } from '../../shared/request';

/** Get computers: GET /api/v2/log-sources/computers */
export const getMany = list({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many computers',
	description:
		'List the computers of one domain or of all domains, for instance those that are no log source yet',
	endpoint: 'Get computers',
	scope: 'domains.READ',
	fields: [
		{
			displayName: 'Domains',
			name: 'domains',
			type: 'options',
			options: [
				{ name: 'All Domains', value: 'all', description: 'Every configured domain, one by one' },
				{ name: 'One Domain', value: 'one', description: 'The domain chosen below' },
			],
			default: 'all',
			description: 'Which domains to list the computers of',
		},
		nameLocator('searchDomainNames', 'e.g. corp.example.com', {
			displayName: 'Domain',
			name: 'domain_name',
			required: true,
			description: 'The domain to list the computers of',
			displayOptions: { show: { domains: ['one'] } },
		}),
		{
			displayName: 'Computers',
			name: 'configured',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Computers whether configured or not' },
				{
					name: 'Configured Only',
					value: 'configured',
					description: 'Computers that are log sources',
				},
				{
					name: 'Not Configured Only',
					value: 'notConfigured',
					description: 'Computers that are no log source yet: what Add Log Sources takes',
				},
			],
			default: 'all',
			description: 'Which computers to list',
		},
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Operating System',
					name: 'os',
					type: 'string',
					default: '',
					placeholder: 'e.g. Windows Server 2022',
					description: 'The operating system of the computers, as the service names it',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [FILE_NAME, PAGE, FROM, MEGABYTES_PER_FILE, OUTPUT_OPTION, OUTPUT_FIELD],
		},
	],
	columns: ['name', 'domain_name', 'os', 'dns_name'],
	request: ({ domains, domain_name, configured, filters }) =>
		computersOf(domains === 'one' ? domain_name : undefined, {
			...filters,
			...(configured === 'configured' ? { is_configured_list: true } : {}),
		}),
	pages: ({ domains, domain_name, configured, options }) =>
		async function* (service, request, wanted) {
			const listed = byPage((body) => body.data, startOf(options));
			const names = domains === 'one' ? [domain_name ?? ''] : await domainNames(service);
			for (const name of names) {
				const ofDomain = { ...request, query: { ...request.query, domain_name: name } };
				const known =
					configured === 'notConfigured' ? await configuredIn(service, ofDomain) : new Set();
				// Rows that are left out here must not count against the page size.
				const asked = configured === 'notConfigured' ? Infinity : wanted;
				for await (const page of listed(service, ofDomain, asked)) {
					yield page
						.filter((computer) => !known.has(identity(computer)))
						.map((computer) => ({ ...computer, domain_name: name }));
				}
			}
		} satisfies Pager,
});

const computersOf = (domain_name: string | undefined, query: Request['query']): Request => ({
	method: 'GET',
	path: '/log-sources/computers',
	scope: 'domains.READ',
	query: { ...query, domain_name },
});

async function domainNames(service: Service): Promise<string[]> {
	const request: Request = { method: 'GET', path: '/log-sources/domains', scope: 'domains.READ' };
	const names: string[] = [];
	const listed = wholeList((body) => dataOf(body).domains);
	for await (const page of listed(service, request, Infinity)) {
		names.push(...page.map(({ domain_name }) => asText(domain_name)));
	}
	return names;
}

/** Read before the full list, so that a computer configured meanwhile is offered rather than lost. */
async function configuredIn(service: Service, request: Request): Promise<Set<string>> {
	const query = { ...request.query, is_configured_list: true };
	const known = new Set<string>();
	const listed = byPage((body) => body.data);
	for await (const page of listed(service, { ...request, query }, Infinity)) {
		page.forEach((computer) => known.add(identity(computer)));
	}
	return known;
}

const identity = ({ guid, name }: IDataObject): string => asText(guid ?? name).toLowerCase();
