import type { IDataObject } from 'n8n-workflow';

import { FILE_OPTIONS, LIST_OUTPUT } from '../../shared/files/fileOptions';
import { COMPUTERS } from '../../lists/computers';
import { DOMAINS } from '../../lists/domains';
import { asText } from '../../shared/json';
import { ADVANCED_OPTIONS, startOf } from '../../shared/operation/listFields';
import { nameLocator } from '../../pickers/locators';
import { defineList } from '../../shared/operation/operation';
import { LARGEST_PAGE, type Paginator, type Start } from '../../shared/pagination/paginate';
import type { ApiRequest } from '../../shared/http/request';
import { listRequest, pagesOf } from '../../shared/pagination/list';
import type { Service } from '../../shared/pagination/service';

/** Get computers: GET /api/v2/log-sources/computers */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many computers',
	description:
		'List the computers of one domain or of all domains, for instance those not yet added as log sources',
	endpoint: 'Get computers',
	scope: 'domains.READ',
	nouns: 'computers',
	fields: [
		{
			displayName: 'Domains',
			name: 'domains',
			type: 'options',
			options: [
				{ name: 'All Domains', value: 'all', description: 'Every configured domain, one by one' },
				{
					name: 'Not Set',
					value: 'none',
					description: 'No domain is named: the service decides whose computers it lists',
				},
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
					description: 'Computers not yet added as log sources',
				},
			],
			default: 'all',
			description: 'Which computers to list',
		},
		LIST_OUTPUT,
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
		FILE_OPTIONS,
		ADVANCED_OPTIONS,
	],
	columns: COMPUTERS.columns,
	request: ({ domains, domain_name, configured, filters }) =>
		computersOf(domains === 'one' ? domain_name : undefined, {
			...filters,
			...(configured === 'configured' ? { is_configured_list: true } : {}),
		}),
	pages: ({ domains, domain_name, configured, advancedOptions }) =>
		async function* (service, request, wanted) {
			const start = startOf(advancedOptions);
			const isOneList = domains !== 'all' && configured !== 'notConfigured';
			const listed = pagesOf(COMPUTERS, isOneList ? start : {});
			// A list that is put together here has its own pages and record numbers.
			let skip = isOneList ? 0 : skippedBy(start, wanted);
			// Rows that are left out here must not count against the page size.
			const asked = configured === 'notConfigured' ? Infinity : wanted + skip;
			const names =
				domains === 'all'
					? await domainNames(service)
					: [domains === 'one' ? domain_name : undefined];
			for (const name of names) {
				const ofDomain = { ...request, query: { ...request.query, domain_name: name } };
				const known =
					configured === 'notConfigured' ? await configuredIn(service, ofDomain) : new Set();
				for await (const page of listed(service, ofDomain, asked)) {
					const rows = page.filter((computer) => !known.has(identity(computer)));
					yield rows
						.slice(skip)
						.map((row) => (name === undefined ? row : { ...row, domain_name: name }));
					skip = Math.max(0, skip - rows.length);
				}
			}
		} satisfies Paginator,
});

/** The records before the start, where pages are of the wanted size. */
const skippedBy = ({ page = 1, from = 1 }: Start, wanted: number): number =>
	(page - 1) * Math.min(wanted, LARGEST_PAGE) + from - 1;

const computersOf = (domain_name: string | undefined, query: ApiRequest['query']): ApiRequest =>
	listRequest(COMPUTERS, { ...query, domain_name });

async function domainNames(service: Service): Promise<string[]> {
	const names: string[] = [];
	for await (const page of pagesOf(DOMAINS)(service, DOMAINS.request, Infinity)) {
		names.push(...page.map(({ domain_name }) => asText(domain_name)));
	}
	return names;
}

/** Read before the full list, so that a computer configured meanwhile is offered rather than lost. */
async function configuredIn(service: Service, request: ApiRequest): Promise<Set<string>> {
	const query = { ...request.query, is_configured_list: true };
	const known = new Set<string>();
	for await (const page of pagesOf(COMPUTERS)(service, { ...request, query }, Infinity)) {
		page.forEach((computer) => known.add(identity(computer)));
	}
	return known;
}

const identity = ({ guid, name }: IDataObject): string => asText(guid ?? name).toLowerCase();
