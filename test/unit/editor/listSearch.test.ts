import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeListSearchItems } from 'n8n-workflow';

import { ALERT_FIELDS } from '../../../nodes/contract/alertFields';
import { answering, CORP } from '../../cases/case';
import { accountOf } from '../../support/account';
import { listSearch, loadOptions, nodeNames, nodeType } from '../../support/harness/harness';
import { allFields } from '../../support/rules/fieldTree';
import { allScopes } from '../../support/service/contract';
import { demoWorld } from '../../support/service/demoWorld';
import { newAgent, newLogSource } from '../../support/service/records';
import type { Service } from '../../support/service/service';
import { useService } from '../../support/service/useService';
import { rowsOfTable } from '../../support/table';

const MANY = 230;

const manyLogSources = (now: number) => {
	const world = demoWorld(now);
	for (let n = 0; n < MANY; n += 1) {
		world.putLogSource(newLogSource(2000 + n, `SRC-${n}`, { domain_name: CORP }, now));
	}
	return world;
};

const service = useService({ world: manyLogSources });
const smallPages = useService({ world: manyLogSources, switches: { largestPage: 20 } });

/** The pickers by their searches: the scope, a part of a name that a user types, and the entry that is found. */
const PICKERS = rowsOfTable(`
searchAgents              | agents.READ     | AGENT    | CORP-AGENT-1 | 1700000000000000603 | Running
searchAlertProfiles       | alerts.READ     | BRUTE    | Brute force | 1700000000000001803 | critical
searchDomainNames         | domains.READ    | LAB      | lab.example.com | lab.example.com | LAB
searchLogSourceGroupNames | logsources.READ | critical | Critical Servers | Critical Servers |
searchLogSources          | logsources.READ | src-229  | SRC-229 (corp.example.com) | 1700000000000004459
searchLogTypes            | logformats.READ | bill     | Billing | 1700000000000001007 | custom
searchParserRules         | logformats.READ | SSHD     | sshd sign-ins | 1700000000000001405 | custom
`);

/** Each node has the methods of all pickers; this one also has the field of a log type. */
const node = 'parserRule';

interface Asked {
	filter?: string;
	paginationToken?: string;
	accessToken?: string;
}

/** Opens a picker as the editor does; the rules are those of the log type Syslog. */
const askAt = async (at: Service, method: string, { accessToken = at.token, ...rest }: Asked) =>
	await listSearch({
		...{ node, method, credentials: { ...accountOf(at), accessToken } },
		parameters: { log_type_id: '1700000000000001005' },
		...rest,
	});

const ask = async (method: string, asked: Asked = {}) => await askAt(service, method, asked);

const askSmallPages = async (asked: Asked, method = 'searchLogSources') =>
	await askAt(smallPages, method, asked);

async function namesOfPages(method: string): Promise<string[][]> {
	const pages: string[][] = [];
	let token: unknown = '1 0';
	while (typeof token === 'string') {
		const page = await askSmallPages({ paginationToken: token }, method);
		expect(page.results).not.toEqual([]);
		pages.push(namesOf(page.results));
		token = page.paginationToken;
	}
	return pages;
}

const inEnglish = (one: string, other: string) => one.localeCompare(other, 'en');

const namesOf = (items: readonly INodeListSearchItems[]): string[] => items.map(({ name }) => name);

describe.each(PICKERS)('the picker %s', (method, scope, typed, name, value, ...details) => {
	it('finds a typed text in any part of a name', async () => {
		const all = namesOf((await ask(method)).results);
		const { results } = await ask(method, { filter: ` ${typed} ` });
		const names = namesOf(results);
		const [description] = details;
		// A member that is undefined counts as absent.
		expect(results).toContainEqual({ name, value, description });
		expect(names.filter((each) => !each.toLowerCase().includes(typed.toLowerCase()))).toEqual([]);
		expect(names.length).toBeLessThanOrEqual(all.length);
		// The service sorts log sources, by their names alone.
		if (method !== 'searchLogSources') expect(all).toEqual(all.toSorted(inEnglish));
		expect((await ask(method, { filter: 'nowhere to be found' })).results).toEqual([]);
	});

	it('names the scope that the token lacks', async () => {
		const accessToken = service.tokenWith(allScopes.filter((each) => each !== scope));
		await expect(ask(method, { accessToken })).rejects.toMatchObject({
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

	it('reads on in the largest pages until a part of a name is found', async () => {
		const { results } = await askSmallPages({ filter: 'rc-99' });
		expect(namesOf(results)).toEqual(['SRC-99 (corp.example.com)']);
		expect(smallPages.requests.length).toBeGreaterThan(10);
		expect(smallPages.requests.map(({ query }) => query['limit'])).not.toContain('200');
	});

	it('lists a row without a name by its ID, and leaves out a row without both', async () => {
		const unnamed = { log_source_id: 8, log_source: ' ' };
		const log_sources = [{ log_source_id: 7, domain_name: 'corp' }, unnamed, {}];
		const agents = [{ agent_id: 7 }, { agent_name: 'A' }];
		const groups = [{ log_source_group_id: 7 }];
		const namesIn = async (method: string, data: object) => {
			smallPages.clearFaults();
			smallPages.faults.push(answering({ data, meta: { total: 0, limit: 200 } }));
			return namesOf((await askSmallPages({}, method)).results);
		};
		expect(await namesIn('searchLogSources', { log_sources })).toEqual(['7 (corp)', '8']);
		expect(await namesIn('searchAgents', { agents })).toEqual(['7']);
		expect(await namesIn('searchLogSourceGroupNames', { groups })).toEqual([]);
	});

	it('says how far it searched if the pace ends the search', async () => {
		const accessToken = smallPages.tokenWith(allScopes);
		const credentials = { ...accountOf(smallPages), accessToken, requestsPerMinute: 4 };
		const request = { node, method: 'searchLogSources', credentials, filter: 'nowhere' };
		await expect(listSearch(request)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'None of the first 80 log sources has "nowhere" in its name',
		});
		expect(smallPages.requests.length).toBe(4);
	});

	it('finds an id', async () => {
		const [{ value } = { value: '' }] = (await ask('searchAgents')).results;
		const byId = await ask('searchAgents', { filter: String(value) });
		expect(byId.results).toMatchObject([{ value }]);
		const byPart = await ask('searchAgents', { filter: String(value).slice(0, -1) });
		expect(byPart.results).toEqual([]);
	});

	it('lists each of two agents of one name, and the second before the tenth', async () => {
		const names = ['A10', 'A2', 'A2'];
		const agents = names.map((agent_name, at) => ({ agent_name, agent_id: at + 1 }));
		smallPages.faults.push(answering({ data: { agents, meta: { total: 3, limit: 200 } } }));
		const { results } = await askSmallPages({}, 'searchAgents');
		expect(results.map(({ value }) => value)).toEqual(['2', '3', '1']);
	});

	it('of fields has those of the specification that identify an alert, without a request', async () => {
		const valuesOf = async (asked: Asked) =>
			(await ask('searchAlertFields', asked)).results.map(({ value }) => value);
		const keys = ALERT_FIELDS.filter(({ isIdentity, key }) => isIdentity && key !== 'Time');
		const names = keys.map(({ key }) => key.toUpperCase());
		expect((await valuesOf({})).sort()).toEqual(names.sort());
		expect(await valuesOf({ filter: 'event i' })).toEqual(['EVENTID']);
		expect(service.requests).toEqual([]);
	});

	it('of rules asks for a log type first', async () => {
		const request = { node, method: 'searchParserRules', credentials: accountOf(service) };
		await expect(listSearch(request)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'Choose a log type first, from the list or by its ID',
		});
		expect(service.requests).toEqual([]);
	});

	it('of several alert profiles lists them with their severities', async () => {
		const request = { node, method: 'getAlertProfiles', credentials: accountOf(service) };
		const { results } = await ask('searchAlertProfiles');
		expect((await loadOptions(request)).result).toEqual(results);
	});
});

/** Pickers of several pages whose endpoint cannot sort. */
const UNSORTED = ['searchAgents'];

it('a picker of several pages lists names in order, in whatever order their IDs are', async () => {
	const numbers = fc.shuffledSubarray(Array.from(Array(50).keys()), { minLength: 45 });
	const property = fc.asyncProperty(numbers, async (order) => {
		smallPages.reset();
		const { world } = smallPages;
		const now = smallPages.clock.now();
		for (const [at, number] of order.entries()) {
			const name = `n-${String(number).padStart(2, '0')}`;
			const id = 5000 + at;
			world.putLogSource(newLogSource(id, name, { domain_name: 'lab.example.com' }, now));
			world.agents.set(id, newAgent(id, name, now));
			const group = { log_source_group: name, group_description: '' };
			world.groups.set(id, { log_source_group_id: id, ...group });
		}
		const paged: string[] = [];
		for (const [method = ''] of PICKERS) {
			const pages = await namesOfPages(method);
			const names = pages.flat().map((name) => name.toLowerCase());
			if (method === 'searchLogSources') expect(new Set(names).size).toBe(world.logSources.size);
			if (pages.length > 1) paged.push(method);
			if (pages.length > 1 && !UNSORTED.includes(method)) expect(names).toEqual(names.toSorted());
		}
		expect(paged).toEqual(['searchAgents', 'searchLogSourceGroupNames', 'searchLogSources']);
	});
	await fc.assert(property, { seed: 66, numRuns: 3 });
});

it('each picker has the search of its field, and says after ten seconds how to go on without its list', async () => {
	const searchOf: Record<string, string> = {};
	for (const node of await nodeNames()) {
		const { description, methods } = await nodeType(node);
		for (const field of allFields(description.properties)) {
			const { name, typeOptions: { loadOptionsMethod } = {}, modes: [list, other] = [] } = field;
			if (loadOptionsMethod !== undefined) {
				expect(methods?.loadOptions).toHaveProperty(loadOptionsMethod);
			}
			if (list === undefined) continue;
			const search = list.typeOptions?.searchListMethod ?? '';
			expect(methods?.listSearch).toHaveProperty(search);
			expect([name, (searchOf[name] ??= search)]).toEqual([name, search]);
			expect(list.typeOptions).toMatchObject({
				slowLoadNotice: {
					message: `If the list takes longer than expected, choose "${other?.displayName}"`,
					timeout: 10_000,
				},
				searchable: true,
			});
		}
	}
	const { field: _fields, ...requested } = searchOf;
	expect(Object.values(requested).sort()).toEqual(PICKERS.map(([method]) => method));
});
