import { describe, expect, it } from '@jest/globals';
import type { INodeListSearchItems } from 'n8n-workflow';

import { accountOf } from '../../support/account';
import { listSearch, loadOptions, nodeNames, nodeType } from '../../support/harness/harness';
import { allFields } from '../../support/rules/fieldTree';
import { allScopes } from '../../support/service/contract';
import { demoWorld } from '../../support/service/demoWorld';
import { newLogSource } from '../../support/service/records';
import { useService } from '../../support/service/useService';

/** More log sources than a page of a picker holds. */
const MANY = 230;

const manyLogSources = (now: number) => {
	const world = demoWorld(now);
	for (let n = 0; n < MANY; n += 1) {
		const domain = { domain_name: 'corp.example.com' };
		world.putLogSource(newLogSource(2000 + n, `SRC-${n}`, domain, now));
	}
	return world;
};

const service = useService({ world: manyLogSources });
const smallPages = useService({ world: manyLogSources, switches: { largestPage: 20 } });

/** The pickers by their searches: a node, the scope, what a user types, and the entry that is found. */
const PICKERS: Readonly<
	Record<string, { node: string; scope: string; typed: string; found: INodeListSearchItems }>
> = {
	searchAgents: {
		node: 'agent',
		scope: 'agents.READ',
		typed: ' AGENT ',
		found: { name: 'CORP-AGENT-1', value: '1700000000000000603', description: 'Running' },
	},
	searchAlertFields: {
		node: 'alert',
		scope: 'alerts.READ',
		typed: ' event i',
		found: { name: 'Event ID', value: 'EVENTID', description: 'EVENTID in queries' },
	},
	searchAlertProfiles: {
		node: 'alertProfile',
		scope: 'alerts.READ',
		typed: 'BRUTE',
		found: { name: 'Brute force', value: '1700000000000001803', description: 'critical' },
	},
	searchDomainNames: {
		node: 'computer',
		scope: 'domains.READ',
		typed: 'LAB',
		found: { name: 'lab.example.com', value: 'lab.example.com', description: 'LAB' },
	},
	searchLogSourceGroupNames: {
		node: 'logSource',
		scope: 'logsources.READ',
		typed: 'critical',
		found: { name: 'Critical Servers', value: 'Critical Servers', description: '' },
	},
	searchLogSources: {
		node: 'logSource',
		scope: 'logsources.READ',
		typed: 'src-229',
		found: { name: 'SRC-229 (corp.example.com)', value: '1700000000000004459' },
	},
	searchLogTypes: {
		node: 'logType',
		scope: 'logformats.READ',
		typed: 'bill',
		found: { name: 'Billing', value: '1700000000000001007', description: 'custom' },
	},
	searchParserRules: {
		node: 'parserRule',
		scope: 'logformats.READ',
		typed: 'SSHD',
		found: { name: 'sshd sign-ins', value: '1700000000000001405', description: 'custom' },
	},
};

interface Asked {
	filter?: string;
	paginationToken?: string;
	accessToken?: string;
}

/** A picker as the editor opens it; the rules are those of the log type Syslog. */
async function ask(method: string, { accessToken = service.token, ...rest }: Asked = {}) {
	const { node = '' } = PICKERS[method] ?? {};
	const credentials = { baseUrl: service.url, accessToken };
	const types = { node, method: 'searchLogTypes', credentials };
	const parameters =
		method === 'searchParserRules'
			? { log_type_id: { __rl: true, mode: 'list', value: await idOf(types, 'Syslog') } }
			: {};
	return await listSearch({ node, method, credentials, parameters, ...rest });
}

/** Searches the log sources of a service that serves smaller pages than requested. */
const askSmallPages = async (search: Omit<Asked, 'accessToken'>) =>
	await listSearch({
		node: 'logSource',
		method: 'searchLogSources',
		credentials: accountOf(smallPages),
		...search,
	});

async function idOf(request: Parameters<typeof listSearch>[0], name: string) {
	const { results } = await listSearch({ ...request, filter: name });
	return results[0]?.value ?? '';
}

const inEnglish = (one: string, other: string) => one.localeCompare(other, 'en');

const namesOf = (items: readonly INodeListSearchItems[]): string[] => items.map(({ name }) => name);

describe.each(Object.entries(PICKERS))('the picker %s', (method, picker) => {
	const { node, scope, typed, found } = picker;

	it('finds a typed text in any part of a name', async () => {
		const all = namesOf((await ask(method)).results);
		const { results } = await ask(method, { filter: typed });
		const names = namesOf(results);
		expect(results).toContainEqual(found);
		expect(
			names.filter((name) => !name.toLowerCase().includes(typed.trim().toLowerCase())),
		).toEqual([]);
		expect(names.length).toBeLessThanOrEqual(all.length);
		// The service sorts log sources, by their names alone.
		if (method !== 'searchLogSources') expect(all).toEqual(all.toSorted(inEnglish));
		expect((await ask(method, { filter: 'nowhere to be found' })).results).toEqual([]);
	});

	it('names the scope that the token lacks', async () => {
		const accessToken = service.tokenWith(allScopes.filter((each) => each !== scope));
		const asking = listSearch({
			node,
			method,
			parameters: { log_type_id: '1' },
			credentials: { baseUrl: service.url, accessToken },
		});
		await expect(asking).rejects.toMatchObject({
			name: 'NodeApiError',
			description: expect.stringContaining(scope),
		});
	});
});

describe('a picker', () => {
	it('lists page by page, sorted by the service', async () => {
		const { results, paginationToken = '' } = await ask('searchLogSources');
		const last = await ask('searchLogSources', { paginationToken });
		expect([results.length, paginationToken]).toEqual([200, '2 200']);
		expect(last.paginationToken).toBeUndefined();
		const names = namesOf([...results, ...last.results]);
		expect(new Set(names).size).toBe(service.world.logSources.size);
		expect(service.requests.map(({ query }) => query)).toMatchObject([
			{ page: '1', limit: '200', sort: 'log_source' },
			{ page: '2', limit: '200', sort: 'log_source' },
		]);
	});

	it('lets the service find a whole name', async () => {
		const { results } = await ask('searchLogSources', { filter: ' src-229 ' });
		expect(namesOf(results)).toEqual(['SRC-229 (corp.example.com)']);
		expect(service.requests.map(({ query }) => query)).toEqual([
			{ page: '1', limit: '1000', log_source: 'src-229' },
		]);
	});

	it('reads on in the largest pages until a part of a name is found', async () => {
		const { results } = await askSmallPages({ filter: 'rc-99' });
		expect(namesOf(results)).toEqual(['SRC-99 (corp.example.com)']);
		expect(smallPages.requests.length).toBeGreaterThan(10);
		expect(smallPages.requests.map(({ query }) => query['limit'])).not.toContain('200');
	});

	it('ends with the last row, although the service serves smaller pages than requested', async () => {
		const names: string[] = [];
		let token: unknown = '1 0';
		while (typeof token === 'string') {
			const page = await askSmallPages({ paginationToken: token });
			expect(page.results).not.toEqual([]);
			names.push(...namesOf(page.results));
			token = page.paginationToken;
		}
		expect(new Set(names).size).toBe(smallPages.world.logSources.size);
	});

	it('does not begin a search again on its next page', async () => {
		await ask('searchLogSources', { filter: 'src-229', paginationToken: '2 200' });
		expect(service.requests.map(({ query }) => query['log_source'])).toEqual([undefined]);
	});

	it('says how far it searched if the pace ends the search', async () => {
		const credentials = {
			baseUrl: smallPages.url,
			accessToken: smallPages.tokenWith(allScopes),
			showOptions: true,
			requestsPerMinute: 4,
		};
		const request = { node: 'logSource', method: 'searchLogSources', credentials };
		await expect(listSearch({ ...request, filter: 'nowhere' })).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'None of the first 60 log sources has "nowhere" in its name',
		});
		expect(smallPages.requests.length).toBe(4);
	});

	it('finds an id, and a field by its name in queries', async () => {
		const [{ value } = { value: '' }] = (await ask('searchAgents')).results;
		const byId = await ask('searchAgents', { filter: String(value) });
		expect(byId.results).toMatchObject([{ value }]);
		const byQueryName = await ask('searchAlertFields', { filter: 'EventI' });
		expect(byQueryName.results).toMatchObject([{ value: 'EVENTID' }]);
	});

	it('of fields has the known ones and those of recent alerts that a query can name', async () => {
		const { results } = await ask('searchAlertFields');
		expect(results.map(({ value }) => value)).toEqual([
			...['ALERTSEVERITY', 'CATEGORY', 'EVENTID', 'SEVERITY', 'LOGSOURCE', 'LOGSOURCETYPE'],
			...['MESSAGE', 'PROFILENAME', 'SOURCE', 'TYPE', 'USERNAME'],
		]);
	});

	it('of rules asks for a log type first', async () => {
		const request = { node: 'parserRule', method: 'searchParserRules' };
		const credentials = { baseUrl: service.url, accessToken: service.token };
		await expect(listSearch({ ...request, credentials })).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'Choose a log type first',
		});
		expect(service.requests).toEqual([]);
	});

	it('of several alert profiles lists them with their severities', async () => {
		const credentials = { baseUrl: service.url, accessToken: service.token };
		const { options } = await loadOptions({
			node: 'alert',
			method: 'getAlertProfiles',
			credentials,
		});
		expect(options).toMatchObject(
			service.world.profiles
				.map(({ profile_name, severity }) => ({ name: profile_name, description: severity }))
				.toSorted((one, other) => inEnglish(one.name, other.name)),
		);
	});
});

it('each picker of each node says after ten seconds how to go on without its list', async () => {
	for (const node of await nodeNames()) {
		const { description } = await nodeType(node);
		for (const { modes: [list, other] = [] } of allFields(description.properties)) {
			if (list === undefined) continue;
			expect(list.typeOptions?.slowLoadNotice).toEqual({
				message: `If the list takes longer than expected, choose "${other?.displayName}"`,
				timeout: 10_000,
			});
		}
	}
});

it('each picker of each node has the search of its field, and none is left over', async () => {
	const searchesOf: Record<string, string[]> = {};
	const used = new Set<string>();
	for (const node of await nodeNames()) {
		const { description, methods } = await nodeType(node);
		for (const { name, modes = [], typeOptions = {} } of allFields(description.properties)) {
			const searches = modes.flatMap((mode) => mode.typeOptions?.searchListMethod ?? []);
			for (const search of searches) {
				expect(methods?.listSearch).toHaveProperty(search);
				used.add(search);
				searchesOf[name] = [...new Set([...(searchesOf[name] ?? []), search])];
			}
			const { loadOptionsMethod } = typeOptions;
			if (loadOptionsMethod !== undefined) {
				expect(methods?.loadOptions).toHaveProperty(loadOptionsMethod);
			}
		}
	}
	expect(searchesOf).toEqual({
		agent_id: ['searchAgents'],
		domain_name: ['searchDomainNames'],
		field: ['searchAlertFields'],
		log_source_group: ['searchLogSourceGroupNames'],
		log_source_id: ['searchLogSources'],
		log_type_id: ['searchLogTypes'],
		profile_id: ['searchAlertProfiles'],
		rule_id: ['searchParserRules'],
	});
	expect([...used].sort()).toEqual(Object.keys(PICKERS));
});
