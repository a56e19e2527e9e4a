import type { IDataObject } from 'n8n-workflow';

import { COMPUTERS, DOMAINS } from '../../contract/lists';
import { domainPicker } from '../../editor/pickers';
import { unexpectedResponse } from '../../shared/http/apiError';
import { PAGE_OPTIONS } from '../../shared/operation/listOptions';
import { defineGetMany } from '../../shared/operation/listReads';
import { filterCollection, optionCollection } from '../../shared/operation/operation';
import { listPages, readWholeList } from '../../shared/pagination/list';
import { type ServiceAccess } from '../../shared/pagination/pages';
import { InvalidParameterError } from '../../shared/parameters/invalidParameter';
import { asText } from '../../shared/texts';

/** Get computers: GET /api/v2/log-sources/computers */
export const getMany = defineGetMany({
	description: 'List the computers of domains with their name and operating system',
	list: COMPUTERS,
	fields: [
		filterCollection([
			{
				displayName: 'Computers',
				name: 'configured',
				unsent: true,
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
						description: 'Computers that are not yet log sources',
					},
				],
				default: 'notConfigured',
				description: 'Which computers to list',
			},
			domainPicker(
				'The domain of the computers. Without it, the node lists the computers of every domain.',
			),
			{
				displayName: 'Operating System',
				name: 'os',
				type: 'string',
				default: '',
				placeholder: 'e.g. Windows Server 2022',
				description: 'The operating system of the computers, by its name in the service',
			},
		]),
		optionCollection([...PAGE_OPTIONS]),
	],
	rows: async function* (service, { filters, options, unsent }, _runStart, maxRows) {
		const { domain_name } = filters;
		const { configured } = unsent;
		const isFiltered = configured === 'notConfigured';
		if ((domain_name === undefined || isFiltered) && Object.keys(options).length > 0) {
			throw new InvalidParameterError(
				'Page and From need a domain, and cannot be combined with Not Configured Only',
				'Set Domain and remove Not Configured Only, or remove Page and From.',
			);
		}
		const names = domain_name === undefined ? await readDomainNames(service) : [domain_name];
		const isWhole = names.length === 1 && !isFiltered;
		for (const name of names) {
			const ofDomain = { ...filters, ...options, domain_name: name };
			const onlyConfigured = { ...ofDomain, is_configured_list: true };
			// The configured computers are read first, so that no computer is left out by mistake.
			const configuredRows = isFiltered
				? await readWholeList(service, COMPUTERS, onlyConfigured)
				: [];
			const excluded = new Set(configuredRows.map(computerKey));
			const query = configured === 'configured' ? onlyConfigured : ofDomain;
			// The limit counts the rows that remain, so a filtered list is read without it.
			const pages = listPages(service, COMPUTERS, query, isFiltered ? Infinity : maxRows);
			for await (const page of pages) {
				const rows = page.rows
					.filter((computer) => !excluded.has(computerKey(computer)))
					.map(({ guid, sid, ...row }) => ({ ...row, domain_name: name, guid, sid }));
				yield { ...page, rows, total: isWhole ? page.total : undefined };
			}
		}
	},
});

async function readDomainNames(service: ServiceAccess): Promise<string[]> {
	const domains = await readWholeList(service, DOMAINS);
	const names = domains.map(({ domain_name }) => asText(domain_name).trim());
	// An empty name would search all domains.
	if (!names.includes('')) return names;
	throw unexpectedResponse(DOMAINS.request, 'a domain has no name');
}

/** Identifies a computer of a domain by its name and its GUID, since clones may share a GUID. */
const computerKey = ({ guid, name }: IDataObject): string =>
	`${asText(name)} ${asText(guid)}`.toLowerCase();
