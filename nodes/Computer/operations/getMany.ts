import type { IDataObject } from 'n8n-workflow';

import { COMPUTERS, DOMAINS } from '../../lists/lists';
import { nameLocator } from '../../pickers/locators';
import type { ApiRequest } from '../../shared/http/request';
import { asText } from '../../shared/json';
import {
	filterCollection,
	optionCollection,
	PAGE_OPTIONS,
	startOf,
} from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import { wholeRow } from '../../shared/pagination/columns';
import { listRequest, pagesOf } from '../../shared/pagination/list';
import { LARGEST_PAGE, type Paginator, type Start } from '../../shared/pagination/paginate';
import type { Service } from '../../shared/pagination/service';
import { omit } from '../../shared/parameters/given';

/** Get computers: GET /api/v2/log-sources/computers */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many computers',
	description:
		'List the computers of one domain or of all domains, for instance those not yet added as log sources',
	endpoint: 'Get computers',
	scope: 'domains.READ',
	fields: [
		filterCollection([
			{
				displayName: 'Computers',
				name: 'configured',
				type: 'options',
				options: [
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
				default: 'notConfigured',
				description: 'Which computers to list',
			},
			nameLocator('searchDomainNames', 'e.g. corp.example.com', {
				displayName: 'Domain',
				name: 'domain_name',
				description: 'The domain of the computers; without it, all domains are listed, one by one',
			}),
			{
				displayName: 'Operating System',
				name: 'os',
				type: 'string',
				default: '',
				placeholder: 'e.g. Windows Server 2022',
				description: 'The operating system of the computers, as the service names it',
			},
		]),
		optionCollection([...PAGE_OPTIONS]),
	],
	view: () => wholeRow(COMPUTERS),
	request: ({ filters: { configured, ...query } }) =>
		listRequest(COMPUTERS, {
			...query,
			...(configured === 'configured' ? { is_configured_list: true } : {}),
		}),
	pages: ({ filters: { configured, domain_name }, options }) =>
		async function* (service, request, wanted) {
			const start = startOf(options);
			const isOneList = domain_name !== undefined && configured !== 'notConfigured';
			const listed = pagesOf(COMPUTERS, isOneList ? start : omit(start, 'page', 'from'));
			// A list that is put together here has its own pages and record numbers.
			let skip = isOneList ? 0 : skippedBy(start, wanted);
			// Rows that are left out here must not count against the page size.
			const asked = configured === 'notConfigured' ? Infinity : wanted + skip;
			const names = domain_name === undefined ? await domainNames(service) : [domain_name];
			for (const name of names) {
				const ofDomain = { ...request, query: { ...request.query, domain_name: name } };
				const known =
					configured === 'notConfigured' ? await configuredIn(service, ofDomain) : new Set();
				for await (const page of listed(service, ofDomain, asked)) {
					const rows = page.filter((computer) => !known.has(identity(computer)));
					yield rows.slice(skip).map((row) => ({ ...row, domain_name: name }));
					skip = Math.max(0, skip - rows.length);
				}
			}
		} satisfies Paginator,
});

/** The records before the start, if pages are of the wanted size. */
const skippedBy = ({ page = 1, from = 1 }: Start, wanted: number): number =>
	(page - 1) * Math.min(wanted, LARGEST_PAGE) + from - 1;

async function domainNames(service: Service): Promise<string[]> {
	const names: string[] = [];
	for await (const page of pagesOf(DOMAINS)(service, DOMAINS.request, Infinity)) {
		for (const { domain_name } of page) names.push(asText(domain_name));
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
