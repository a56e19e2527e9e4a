import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { answering, CORP, id, named } from '../cases/case';
import { accountOf } from '../support/account';
import { rowsOf } from '../support/cases/results';
import { useCaseService } from '../support/cases/useCaseService';
import { runOperation, type NodeRequest } from '../support/harness/harness';

const service = useCaseService();
const secondService = useCaseService();

async function run(
	operation: `${string}.${string}`,
	parameters: INodeParameters,
	items: readonly IDataObject[],
	setting: Pick<Partial<NodeRequest>, 'credentials' | 'onError'> = {},
) {
	const onError = 'continueRegularOutput';
	return await runOperation(service, operation, parameters, { items, onError, ...setting });
}

const ADD = { log_source: '={{ $json.name }}', domain_name: named(CORP) };
const RULE = {
	log_type_id: id('={{ $json.type ?? 503 }}'),
	rule_name: '={{ $json.name }}',
	regex: 'a',
};

const writes = () => service.requests.filter(({ method }) => method !== 'GET');
const numbered = (count: number) =>
	Array.from({ length: count }, (_none, at) => ({ name: `N${at}` }));

describe('the ID of an added log source', () => {
	it('is looked up for each item, even if the list does not show one of them yet', async () => {
		// The list does not show the first log source yet.
		const hideFirst = (): boolean => {
			const first = service.world.logSourceAt(CORP, 'N0');
			if (first !== undefined) service.world.removeLogSource(first);
			return false;
		};
		service.faults.push({ kind: 'cutJson', match: { method: 'GET', nth: hideFirst } });
		const options = { returnIds: true };
		const result = await run('logSource.add', { ...ADD, options }, numbered(25));
		const ids = rowsOf(result).map((row) => row['log_source_id']);
		expect(ids.filter((logSourceId) => logSourceId === null)).toHaveLength(1);
		const message = expect.stringContaining('does not show all new log sources yet');
		expect(result.hints).toMatchObject([{ message, type: 'warning' }]);
	});

	it('is empty if the list shows two log sources of its name and domain', async () => {
		const twins = [1, 2].map((log_source_id) => ({
			log_source_id,
			log_source: 'N0',
			domain_name: CORP,
		}));
		const data = { log_sources: twins, meta: { total: 2, limit: 1000 } };
		service.faults.push(answering({ data }, { method: 'GET' }));
		const result = await run(
			'logSource.add',
			{ ...ADD, options: { returnIds: true } },
			numbered(1),
		);
		expect(rowsOf(result)).toMatchObject([{ outcome: 'succeeded', log_source_id: null }]);
		const message = expect.stringContaining('shows several log sources of one name');
		expect(result.hints).toMatchObject([{ message, type: 'warning' }]);
	});
});

it.each([true, false])('Return Existing shows the record as it is; dry run: %s', async (dryRun) => {
	const type = { log_type_display_name: 'billing', type: 'csv', ifExists: 'return' };
	const types = await run('logType.create', { ...type, options: { dryRun } }, [{}]);
	expect(rowsOf(types)).toMatchObject([{ log_type_display_name: 'Billing', type: 'syslog' }]);
	// The list does not show the agent.
	const source = { ...ADD, ifExists: 'return', options: { dryRun, agent_id: id(301) } };
	const sources = await run('logSource.add', source, [{ name: 'CORP-PC-01' }]);
	expect(rowsOf(sources)).toMatchObject([{ log_source_id: 1002, agent_id: null }]);
});

it('a token that a parameter repeats is hidden, even if no request was sent yet', async () => {
	const accessToken = 'token-of-no-request';
	const parameters = { log_source_id: id(`={{ "${accessToken}-x" }}`) };
	const credentials = { ...accountOf(service), accessToken };
	const result = await run('logSource.get', parameters, [{}], { credentials });
	expect(JSON.stringify(rowsOf(result))).toContain("'[hidden]-x'");
});

it.each([
	['update', { rule_id: id(703) }, { apply_when: '', delimiter: '', sample_log: ' ' }],
	['upsert', {}, { apply_when: '', delimiter: '', sample_log: ' ' }],
	['create', {}, { sample_log: ' ' }],
])(
	'parserRule.%s sends blanks, and the emptied texts of a rule that exists',
	async (operation, target, sent) => {
		const options = { apply_when: '={{ "" }}', delimiter: '', sample_log: ' ' };
		const rule = { ...RULE, ...target, options };
		await run(`parserRule.${operation}`, rule, [{ name: 'Invoice posted' }]);
		const [{ body } = { body: {} }] = writes();
		const texts = Object.keys(options).filter((name) => name in (body as IDataObject));
		expect(texts).toEqual(Object.keys(sent));
		expect(body).toMatchObject(sent);
	},
);

describe('a dry run', () => {
	const options = { dryRun: true };

	it('shows the new name of a rule', async () => {
		const parameters = { ...RULE, log_type_id: id(503), rule_id: id(703), options };
		const result = await run('parserRule.update', parameters, [{ name: 'New' }]);
		expect(rowsOf(result)).toMatchObject([{ outcome: 'planned', rule_name: 'New', regex: 'a' }]);
	});

	const NO_LIST = "Field Mappings (JSON) isn't a list of mappings";
	it.each<[says: string, mappingsJson: string, mappings?: INodeParameters]>([
		...['{}', '[null]', '[""]', '["a"]', '[{"values":1}]', '[{"path":5}]'].map(
			(json) => [NO_LIST, json] as [string, string],
		),
		['Field Mappings (JSON): row 1 is empty', '[{ "value": null, "path": "" }]'],
		['Field Mappings: row 2 is empty', '', { mapping: [{ value: 'a' }, { value: '={{ "" }}' }] }],
	])('refuses mappings: %s: %s', async (says, mappingsJson, mappings = {}) => {
		const parameters = { ...RULE, mappings, options: { mappingsJson } };
		const result = await run('parserRule.create', parameters, [{ name: 'New' }]);
		expect(rowsOf(result)).toMatchObject([
			{ outcome: 'failed', detail: expect.stringContaining(says) },
		]);
		expect(service.requests).toEqual([]);
	});

	it.each(['', 'null', '={{ null }}'])(
		'keeps the mappings of a rule if they are %s',
		async (mappingsJson) => {
			const parameters = {
				...RULE,
				log_type_id: id(503),
				rule_id: id(703),
				options: { mappingsJson },
			};
			await run('parserRule.update', parameters, [{ name: 'New' }]);
			expect(service.requests.map(({ body }) => body)).toEqual([
				expect.not.objectContaining({ fields: expect.anything() }),
			]);
		},
	);

	it.each(['={{ $json.dry }}', '={{ $json.dry ? "perhaps" : false }}'])(
		'sends nothing, even if another option of its item is wrong: %s',
		async (dryRun) => {
			const options = { dryRun, batchSize: '={{ $json.size }}' };
			const items = [
				{ id: 1001, dry: true, size: 'many' },
				{ id: 1002, dry: false, size: 5 },
			];
			const parameters = { log_source_id: id('={{ $json.id }}'), options };
			const result = await run('logSource.delete', parameters, items);
			expect(writes()).toEqual([]);
			expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(['failed', 'planned']);
			const says = /^Dry run: 2 log sources: 1 planned, 1 failed\. .*A run would send 1 request$/;
			expect(result.hints).toMatchObject([{ message: expect.stringMatching(says) }]);
		},
	);

	it('that could send nothing returns rows, and counts them', async () => {
		const parameters = { log_source_id: id('={{ "x" }}'), options };
		const setting = { onError: 'stopWorkflow' } as const;
		const result = await run('logSource.delete', parameters, [{}, {}], setting);
		expect(result.error).toBeUndefined();
		expect(rowsOf(result)).toHaveLength(2);
		const says = /^Dry run: 2 log sources: 2 failed\. .*A run would send 0 requests$/;
		expect(result.hints).toMatchObject([{ message: expect.stringMatching(says), type: 'warning' }]);
	});
});

it('a refused token does not hide that a parameter is not valid', async () => {
	const credentials = { ...accountOf(service), accessToken: 'wrong' };
	const parameters = { log_source_id: id('={{ $json.id }}') };
	const result = await run('logSource.get', parameters, [{ id: 1 }, { id: 'x' }], { credentials });
	expect(JSON.stringify(rowsOf(result)[1])).toContain("isn't a valid ID");
});

it('a refused log source has no ID, and no hint misses it', async () => {
	service.state.refusedItems.set('BAD', 'Refused');
	const items = [{ name: 'N0' }, { name: 'BAD' }];
	const { hints } = await run('logSource.add', { ...ADD, options: { returnIds: true } }, items);
	expect(hints.map(({ message }) => message)).toEqual([
		'2 log sources: 1 succeeded, 1 failed. Refused',
	]);
});

describe('a credential', () => {
	it('with two services has a wait for each in a dry run', async () => {
		const [baseUrl, accessToken] = ['={{ $json.url }}', '={{ $json.token }}'];
		const services = [service, service, service, service, secondService, secondService];
		const items = services.map(({ url, token }) => ({ url, token }));
		const parameters = { device_name: 'a', domain_name: named(CORP), options: { dryRun: true } };
		const { hints } = await run('agent.add', parameters, items, {
			credentials: { ...accountOf(service), baseUrl, accessToken, requestsPerMinute: 1 },
		});
		expect(hints[0]?.message.match(/ \d+ (?:requests|s|minutes)\b/g)).toEqual([
			...[' 6 requests', ' 3 minutes', ' 61 s'],
		]);
	});

	it.each([
		['add', ADD, { log_source: 'A', domain_name: CORP }],
		[
			'update',
			{ log_source_id: id(1002), updateFields: { display_name: 'A' } },
			{ log_source_id: 1002, display_name: 'A' },
		],
	] as const)('that cannot be used still gives a write its rows: %s', async (...given) => {
		const [operation, parameters, row] = given;
		const credentials = { ...accountOf(service), baseUrl: 'no address' };
		const items = [{ name: 'A' }];
		const result = await run(`logSource.${operation}`, parameters, items, { credentials });
		expect(rowsOf(result)).toMatchObject([{ outcome: 'failed', ...row }]);
		expect(Object.keys(rowsOf(result)[0] ?? {}).slice(0, 2)).toEqual(['outcome', 'detail']);
	});

	it.each(['$json', '$input.item.json'])(
		'with an expression over %s sends each item to its own service',
		async (json) => {
			// The first item names no service, like an index without an item.
			const credentials = {
				baseUrl: `={{ ${json}?.url ?? '${service.url}' }}`,
				accessToken: `={{ ${json}?.token ?? '${service.token}' }}`,
			};
			const { url, token } = secondService;
			const items = [{ name: 'N0' }, { name: 'N1', url, token }, { name: 'N2' }];
			const result = await run('logSource.add', ADD, items, { credentials });
			expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(Array(3).fill('succeeded'));
			expect(JSON.stringify(result.logs)).toContain('(took 2 requests, ');
			expect(writes().map(({ body }) => body)).toMatchObject([
				{ log_sources: [{ log_source: 'N0' }, { log_source: 'N2' }] },
			]);
			expect(secondService.requests.map(({ body }) => body)).toMatchObject([
				{ log_sources: [{ log_source: 'N1' }] },
			]);
			const dry = await run('logSource.add', { ...ADD, options: { dryRun: true } }, items, {
				credentials,
			});
			expect(rowsOf(dry).map(({ request_number }) => request_number)).toEqual([1, 2, 1]);
			expect(dry.hints.map(({ message }) => message)).toEqual([
				expect.stringContaining('would send 2 requests'),
			]);
			const parameters = { log_source_id: named('={{ $json.name }}') };
			const found = await run('logSource.get', parameters, items, { credentials });
			expect(rowsOf(found).map(({ log_source }) => log_source)).toEqual(['N0', 'N1', 'N2']);
			service.clearRequests();
			const half = numbered(12).map((item, at) => (at < 6 ? item : { ...item, url, token }));
			await run('logSource.setEventSourceFiles', { ...parameters, source_files: ['a'] }, half, {
				credentials,
			});
			// Ten names are asked for one by one.
			expect(service.requests.filter(({ query }) => 'log_source' in query)).toHaveLength(6);
		},
	);
});
