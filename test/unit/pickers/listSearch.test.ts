import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import { loadOptions, listSearch, nodeNames, nodeType } from '../../support/harness/harness';
import { allFields } from '../../support/rules/fieldTree';
import { queryFields } from '../../support/service/alertSearch';
import { allScopes } from '../../support/service/contract';
import { demoWorld } from '../../support/service/demoWorld';
import { Ids } from '../../support/service/ids';
import { newLogSource } from '../../support/service/newLogSource';
import { documented, someReadings } from '../../support/service/switches';
import { useService } from '../../support/service/useService';

const MANY = 230;

const service = useService({
	switches: documented.switches,
	// More of each than a page of a picker holds.
	world: (now) => {
		const world = demoWorld(now);
		const [agent] = world.agents.values();
		for (let index = 0; index < MANY; index += 1) {
			world.putLogSource(
				newLogSource(2000 + index, `SRC-${index}`, { domain_name: 'corp.example.com' }, now),
			);
			if (agent)
				world.agents.set(1000 + index, {
					...agent,
					agent_id: 1000 + index,
					agent_name: `AGENT-${index}`,
				});
			world.groups.push({
				log_source_group_id: 3000 + index,
				log_source_group: `Group ${index}`,
				group_description: '',
			});
		}
		return world;
	},
});

const wire = (id: number) => new Ids().outward(id, service.switches.largeIds);
const account = () => ({ baseUrl: service.url, accessToken: service.token });

/** A picker as the editor opens it, and the values of all that it should list. */
interface Picker {
	method: string;
	node: string;
	scope: string;
	/** What a user types, and the one name that is then found. */
	typed: [string, string];
	values: () => string[];
	parameters: () => INodeParameters;
}

const picker = (
	method: string,
	node: string,
	scope: string,
	typed: Picker['typed'],
	values: Picker['values'],
	parameters: Picker['parameters'] = () => ({}),
): Picker => ({ method, node, scope, typed, values, parameters });

const pickers: Picker[] = [
	picker('searchAgents', 'agent', 'agents.READ', [' agent-229', 'AGENT-229'], () =>
		[...service.world.agents.keys()].map(wire),
	),
	picker('searchAlertFields', 'alert', 'alerts.READ', [' event i', 'Event ID'], () =>
		Object.keys(queryFields),
	),
	picker('searchAlertProfiles', 'alertProfile', 'alerts.READ', ['BRUTE', 'Brute force'], () =>
		service.world.profiles.map(({ profile_id }) => wire(profile_id)),
	),
	picker('searchDomainNames', 'computer', 'domains.READ', ['LAB', 'lab.example.com'], () =>
		service.world.domains.map(({ domain_name }) => domain_name),
	),
	picker(
		'searchLogSourceGroupNames',
		'logSource',
		'logsources.READ',
		['critical', 'Critical Servers'],
		() => service.world.groups.map(({ log_source_group }) => log_source_group),
	),
	picker(
		'searchLogSources',
		'logSource',
		'logsources.READ',
		['SRC-229', 'SRC-229 (corp.example.com)'],
		() => [...service.world.logSources.keys()].map(wire),
	),
	picker('searchLogTypes', 'logType', 'logformats.READ', ['bill', 'Billing'], () =>
		[...service.world.logTypes.keys()].map(wire),
	),
	picker(
		'searchParserRules',
		'parserRule',
		'logformats.READ',
		['SSHD', 'sshd sign-ins'],
		() => [702, 704].map(wire),
		() => ({ log_type_id: { __rl: true, mode: 'list', value: wire(502) } }),
	),
];

const ask = async (
	{ method, node, parameters }: Picker,
	rest: { filter?: string; paginationToken?: string; accessToken?: string } = {},
) => {
	const { accessToken = service.token, ...search } = rest;
	return await listSearch({
		method,
		node,
		parameters: parameters(),
		credentials: { baseUrl: service.url, accessToken },
		...search,
	});
};

/** What a picker lists to a user who scrolls to its end, or until `found`. */
async function scrolled(
	picker: Picker,
	filter?: string,
	found: (items: INodeListSearchItems[]) => boolean = () => false,
): Promise<INodeListSearchItems[]> {
	const items: INodeListSearchItems[] = [];
	let paginationToken: string | undefined;
	do {
		const page = await ask(picker, {
			...(filter === undefined ? {} : { filter }),
			...(paginationToken === undefined ? {} : { paginationToken }),
		});
		items.push(...page.results);
		paginationToken = page.paginationToken;
	} while (paginationToken !== undefined && !found(items));
	return items;
}

const rows = pickers.map((each) => [each.method, each] as const);

describe.each(someReadings())('a picker, at a service with $name', ({ switches }) => {
	beforeEach(() => {
		service.set(switches);
	});

	it.each(rows)('%s lists all there is, each once', async (_method, picker) => {
		const listed = (await scrolled(picker)).map(({ value }) => String(value).toLowerCase());
		expect([...listed].sort()).toEqual(
			picker
				.values()
				.map((value) => value.toLowerCase())
				.sort(),
		);
	});

	it.each(rows)('%s finds a typed text in any part of a name', async (_method, picker) => {
		const [typed, name] = picker.typed;
		const items = await scrolled(picker, typed, (found) => found.length > 0);
		expect(items.map((item) => item.name.toLowerCase())).toContain(name.toLowerCase());
		expect(
			items.every((item) => item.name.toLowerCase().includes(typed.trim().toLowerCase())),
		).toBe(true);
	});
});

describe('a picker', () => {
	it.each([
		['searchLogSources', 'log_source'],
		['searchLogSourceGroupNames', 'log_source_group'],
	])('%s has the service sort by name', async (method, sort) => {
		await listSearch({ method, node: 'logSource', credentials: account() });
		expect(service.requests.map(({ query }) => query)).toEqual([expect.objectContaining({ sort })]);
	});

	it.each([
		['searchAlertFields', 'alert'],
		['searchAlertProfiles', 'alertProfile'],
		['searchDomainNames', 'computer'],
		['searchLogTypes', 'logType'],
	])('%s, which is read whole, is sorted by name', async (method, node) => {
		const { results } = await listSearch({ method, node, credentials: account() });
		const names = results.map(({ name }) => name);
		expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
	});

	it('of fields finds them by their names in queries, in any case', async () => {
		const request = { node: 'alert', method: 'searchAlertFields', credentials: account() };
		const { results } = await listSearch({ ...request, filter: 'eventid' });
		expect(results.map(({ value }) => value)).toEqual(['EVENTID']);
	});

	it('lists 150,000 of a list that is read whole', async () => {
		const { domains } = service.world;
		const names = { domain_flat_name: '', domain_controller_names: [] };
		for (let n = 0; n < 150_000; n++) {
			domains.push({ domain_id: 1000 + n, domain_name: `many-${n}`, ...names });
		}
		const { results } = await listSearch({
			method: 'searchDomainNames',
			node: 'computer',
			credentials: account(),
		});
		expect(results).toHaveLength(domains.length);
	});

	it.each(rows)('%s finds nothing where nothing fits', async (_method, picker) => {
		expect(await scrolled(picker, 'nowhere to be found')).toEqual([]);
	});

	it.each([
		['', '200'],
		[' ', '200'],
		['x', '1000'],
	])('asks for %j by pages of %s', async (filter, limit) => {
		await listSearch({ node: 'agent', method: 'searchAgents', credentials: account(), filter });
		expect(service.requests[0]?.query).toMatchObject({ page: '1', limit });
	});

	it('shows after five pages that hold nothing of what is typed how to read on', async () => {
		service.set({ largestPage: 20 });
		const request = { node: 'agent', method: 'searchAgents', credentials: account() };
		const page = await listSearch({ ...request, filter: 'nowhere to be found' });
		expect(page).toMatchObject({ results: [], paginationToken: '6' });
		expect(service.requests.length).toBe(5);
	});

	it('of rules lists those of a log type that is given as an ID', async () => {
		const { results } = await listSearch({
			node: 'parserRule',
			method: 'searchParserRules',
			credentials: account(),
			parameters: { log_type_id: wire(502) },
		});
		expect(results.map(({ name }) => name)).toContain('sshd sign-ins');
	});

	it('finds an id that is typed', async () => {
		const [[, agents] = []] = rows;
		if (agents === undefined) throw new Error('There is no such picker');
		expect(await scrolled(agents, '1229')).toEqual([
			expect.objectContaining({ name: 'AGENT-229', value: 1229 }),
		]);
	});

	it.each(rows)('%s says which scope the token lacks', async (_method, picker) => {
		const accessToken = service.tokenWith(allScopes.filter((scope) => scope !== picker.scope));
		await expect(ask(picker, { accessToken })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The service refused the access token',
			description: expect.stringContaining(picker.scope),
		});
	});

	it('of rules asks for a log type first', async () => {
		const request = { node: 'parserRule', method: 'searchParserRules', credentials: account() };
		await expect(listSearch(request)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'Choose a log type first',
		});
		expect(service.requests).toEqual([]);
	});

	it('refuses a web page', async () => {
		service.faults.push({ kind: 'html' });
		await expect(ask({ ...pickers[0] } as Picker)).rejects.toMatchObject({
			message: expect.stringContaining('a web page instead of data'),
		});
	});

	it('waits for no minute that the service names, since a person waits', async () => {
		const headers = { 'retry-after': '60' };
		service.faults.push({ kind: 'raw', text: '{}', status: 429, headers });
		// The lock is of this token alone.
		const accessToken = service.tokenWith(allScopes);
		const asking = ask({ ...pickers[0] } as Picker, { accessToken });
		await expect(asking).rejects.toThrow('too many requests');
		expect(service.requests.length).toBe(1);
	});

	it('asks once more where the service is not available, since a person waits', async () => {
		service.faults.push({ kind: 'status', status: 503 });
		await expect(ask({ ...pickers[0] } as Picker)).rejects.toThrow('503');
		expect(service.requests.length).toBe(2);
	});

	it('of alert profiles lists them all, by name', async () => {
		const { options } = await loadOptions({
			node: 'alert',
			method: 'getAlertProfiles',
			credentials: account(),
		});
		expect(options).toEqual(
			service.world.profiles
				.map(({ profile_id, profile_name, severity }) => ({
					name: profile_name,
					value: profile_id,
					description: severity,
				}))
				.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
		);
	});
});

describe('every picker of every node', () => {
	/** Pickers of fields that name a search which a node does not have. */
	const lacking = (
		fields: Parameters<typeof allFields>[0],
		{
			listSearch: searches = {},
			loadOptions: loads = {},
		}: Awaited<ReturnType<typeof nodeType>>['methods'] & object,
	): string[] =>
		allFields(fields).flatMap(({ name, typeOptions, modes = [] }) => [
			...modes
				.map((mode) => mode.typeOptions?.searchListMethod)
				.filter((method) => method !== undefined && !(method in searches))
				.map((method) => `${name} searches by ${method ?? ''}`),
			...(typeOptions?.loadOptionsMethod === undefined || typeOptions.loadOptionsMethod in loads
				? []
				: [`${name} loads by ${typeOptions.loadOptionsMethod}`]),
		]);

	it('has its search', async () => {
		for (const name of await nodeNames()) {
			const { description, methods = {} } = await nodeType(name);
			expect(lacking(description.properties, methods)).toEqual([]);
		}
	});

	it('lists what its field names', async () => {
		const searchesOf: Record<string, string[]> = {};
		for (const name of await nodeNames()) {
			const { description } = await nodeType(name);
			for (const field of allFields(description.properties)) {
				const searches = (field.modes ?? []).flatMap(
					({ typeOptions }) => typeOptions?.searchListMethod ?? [],
				);
				const all = [...(searchesOf[field.name] ?? []), ...searches];
				if (all.length > 0) searchesOf[field.name] = [...new Set(all)];
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
	});

	it('is tested here', async () => {
		const { methods } = await nodeType('logSource');
		expect(Object.keys(methods?.listSearch ?? {}).sort()).toEqual(
			pickers.map(({ method }) => method),
		);
		expect(Object.keys(methods?.loadOptions ?? {})).toEqual(['getAlertProfiles']);
	});

	it('is refused without its search', () => {
		const base = { displayName: 'A', name: 'a', default: '' } as const;
		const search = (searchListMethod: string) => ({
			...base,
			type: 'resourceLocator' as const,
			modes: [
				{ displayName: 'B', name: 'b', type: 'list' as const, typeOptions: { searchListMethod } },
			],
		});
		const loading = {
			...base,
			type: 'options' as const,
			typeOptions: { loadOptionsMethod: 'none' },
		};
		const inner = { ...base, type: 'collection' as const, options: [search('nothing')] };
		expect(lacking([inner, loading], {})).toEqual(['a searches by nothing', 'a loads by none']);
	});
});
