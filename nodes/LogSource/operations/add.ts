import type { IDataObject } from 'n8n-workflow';

import { asText, dataOf, shownId, toId } from '../../shared/json';
import { idLocator, nameLocator } from '../../shared/pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { reportOf, normalizeKey } from '../../shared/outcomes/batchOutcome';
import { pageIncrement } from '../../shared/pagination/paginate';
import type { Service } from '../../shared/http/request';

/** Add Windows log sources: POST /api/v2/log-sources/windows */
export const add = defineWrite({
	value: 'add',
	name: 'Add',
	action: 'Add log sources',
	description:
		'Register Windows computers of configured domains as log sources, up to 100 a request',
	endpoint: 'Add Windows log sources',
	scope: 'logsources.CREATE',
	noun: 'log source',
	verifyWith: 'Log Source › Get Many',
	maxBatchSize: 100,
	fields: [
		{
			displayName: 'Log Source Name',
			name: 'log_source',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. WEB01',
			description: 'The name of the computer to add',
		},
		nameLocator('searchDomainNames', 'e.g. corp.example.com', {
			displayName: 'Domain',
			name: 'domain_name',
			required: true,
			description: 'The configured domain that the computer belongs to',
		}),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				idLocator('searchAgents', {
					displayName: 'Agent',
					name: 'agent_id',
					description: 'The agent that collects the logs',
				}),
			],
		},
	],
	readBackDescription:
		'Whether to look up the IDs of added log sources: the service answers with IDs but not with whose they are. Takes one or two more requests for each domain in a request and the scope logsources.READ.',
	payload: ({ log_source, domain_name, additionalFields }) => ({
		log_source,
		domain_name,
		...additionalFields,
	}),
	request: (log_sources) => ({
		method: 'POST',
		path: '/log-sources/windows',
		scope: 'logsources.CREATE',
		body: { log_sources },
	}),
	// Refused log sources are named without their domain, so a name stands in a request once.
	conflictKeys: ({ log_source }) => [log_source],
	parseResult: {
		report: reportOf({
			failures: 'failed_log_sources',
			total: 'total_log_sources',
			succeeded: 'successful_additions',
			failed: 'failed_additions',
		}),
	},
	resultFields: (succeeded, body) => {
		const ids = addedIds(body);
		const [only] = succeeded;
		const [id] = ids;
		return new Map(
			only !== undefined && succeeded.length === 1 && ids.length === 1 && id !== undefined
				? [[only, { log_source_id: id }]]
				: [],
		);
	},
	readBack: async (succeeded, body, service) => {
		const ids = new Set(addedIds(body).map(String));
		const found = new Map<(typeof succeeded)[number], IDataObject>();
		const domains = new Set(succeeded.map(({ domain_name }) => domain_name));
		for (const domain of domains) {
			const wanted = new Map(
				succeeded
					.filter(({ domain_name }) => domain_name === domain)
					.map((entry) => [normalizeKey(entry.log_source), entry]),
			);
			for await (const row of newestFirst(service, domain, wanted.size)) {
				const entry = wanted.get(normalizeKey(asText(row.log_source)));
				if (entry === undefined || !ids.has(asText(row.log_source_id))) continue;
				found.set(entry, { log_source_id: row.log_source_id });
				wanted.delete(normalizeKey(entry.log_source));
				if (wanted.size === 0) break;
			}
		}
		return found;
	},
});

const addedIds = (body: Record<string, unknown>): Array<number | string> => {
	const { added_log_sources } = dataOf(body);
	return Array.isArray(added_log_sources)
		? added_log_sources.flatMap((id: unknown) => {
				const known = toId(id);
				return known === undefined ? [] : [shownId(known)];
			})
		: [];
};

/** The newest log sources of a domain: twice as many as were added, in case others add too. */
async function* newestFirst(
	service: Service,
	domain_name: string,
	added: number,
): AsyncGenerator<IDataObject> {
	const request = {
		method: 'GET',
		path: '/log-sources',
		scope: 'logsources.READ',
		query: { domain_name, sort: 'log_source_id', is_ascending: false },
	} as const;
	const most = Math.min(1000, Math.max(100, added * 2));
	for await (const page of pageIncrement((body) => dataOf(body).log_sources)(
		service,
		request,
		most,
	)) {
		yield* page;
	}
}
