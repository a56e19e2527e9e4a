import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/texts';
import { CORP, id, LAB, named } from '../cases/case';
import { accountOf } from '../support/account';
import { rowsOf } from '../support/cases/results';
import { useCaseService } from '../support/cases/useCaseService';
import { runOperation, type NodeRequest, type NodeRun } from '../support/harness/harness';
import { namedOperations } from '../support/rules/allOperations';
import { itemMaker } from '../support/rules/itemKinds';
import type { Fault } from '../support/service/faults';

const service = useCaseService();

interface Setting extends Pick<Partial<NodeRequest>, 'onError' | 'credentials'> {
	options?: INodeParameters;
}

const run = async (
	operation: string,
	parameters: INodeParameters,
	items: readonly IDataObject[],
	{ options = {}, ...setting }: Setting = {},
): Promise<NodeRun> =>
	await runOperation(service, operation, { ...parameters, options }, { items, ...setting });

const forEach =
	(operation: string, parameters: INodeParameters) =>
	async (values: ReadonlyArray<string | number>, setting?: Setting) =>
		await run(
			operation,
			parameters,
			values.map((it) => ({ it })),
			setting,
		);

const ADD = { log_source: '={{ $json.name }}', domain_name: named('={{ $json.domain }}') };

/** Makes an item for each place: `name`, or `name@domain` for another domain. */
const placesOf = (places: readonly string[]): IDataObject[] =>
	places.map((place) => {
		const [name = '', domain = CORP] = place.split('@');
		return { name, domain };
	});

const add = async (places: readonly string[], setting?: Setting) =>
	await run('logSource.add', ADD, placesOf(places), setting);

const addDevices = forEach('agent.add', {
	...{ device_name: '={{ $json.it }}', domain_name: named(CORP) },
});
const remove = forEach('logSource.delete', { log_source_id: id('={{ $json.it }}') });
const removeNamed = forEach('logSource.delete', { log_source_id: named('={{ $json.it }}') });
const applyRules = forEach('parserRule.upsert', {
	...{ log_type_id: id(503), rule_name: '={{ $json.it }}', regex: 'a' },
});
const rename = forEach('logSource.update', {
	...{ log_source_id: id('={{ $json.it }}'), updateFields: { display_name: 'A' } },
});

const goOn: Setting = { onError: 'continueRegularOutput' };
const options = (set: INodeParameters, rest: Setting = goOn): Setting => ({
	...rest,
	options: set,
});

const outcomes = (result: NodeRun): string =>
	rowsOf(result)
		.map(({ outcome }) => asText(outcome))
		.join(' ');
const details = (result: NodeRun): string[] => rowsOf(result).map(({ detail }) => asText(detail));
const hintsOf = ({ hints }: NodeRun): string[] => hints.map(({ message }) => message);
const sent = (): string[] => service.requests.map(({ method }) => method);
const sentBodies = (): unknown[] =>
	service.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const sentNames = () =>
	(sentBodies() as Array<{ log_sources: Array<{ log_source: string }> }>).map(({ log_sources }) =>
		log_sources.map(({ log_source }) => log_source),
	);

const refuse = (item: string, issue = 'Refused') => service.state.refusedItems.set(item, issue);
const many = (count: number) => Array.from({ length: count }, (_none, index) => `NEW-${index}`);

const LOST =
	'The connection to the service broke before its response was complete. The request may or may not have been carried out. So it was not sent again. Check the list of log sources before you send this item again';

const batchWrites = namedOperations.filter(
	([, { operation }]) => operation.kind === 'write' && operation.maxBatchSize > 1,
);

describe('a write of many items', () => {
	it.each(batchWrites)('%s never names a thing twice in a request', async (name, offered) => {
		await run(name, itemMaker(offered)('good', {}), [{}, {}], options({ batchSize: 100 }));
		expect(sentBodies()).toHaveLength(2);
	});

	it('has each name once in a request, and keeps the order of the input', async () => {
		await add(['A', 'B', `a@${LAB}`, 'C', ' A'], goOn);
		expect(sentNames()).toEqual([['A', 'B', 'C'], ['a'], ['A']]);
	});

	it('sends log sources with the same files in one request', async () => {
		const items = [['a', 'b'], ['a,b'], ['a', 'b']].map((files, at) => ({ files, it: 1001 + at }));
		const parameters = { log_source_id: id('={{ $json.it }}'), source_files: '={{ $json.files }}' };
		await run('logSource.setEventSourceFiles', parameters, items, options({ batchSize: 100 }));
		expect(sentBodies()).toEqual([
			{ log_source_ids: [1001, 1003], source_files: ['a', 'b'] },
			{ log_source_ids: [1002], source_files: ['a,b'] },
		]);
	});

	it('sends IDs and names in different requests, since a refusal could confuse them', async () => {
		await run(
			'logSource.delete',
			{ log_source_id: { __rl: true, mode: '={{ $json.by }}', value: '={{ $json.it }}' } },
			[
				{ by: 'id', it: 1001 },
				{ by: 'name', it: 'fw-branch' },
				{ by: 'id', it: 1002 },
			],
		);
		expect(sentBodies()).toEqual([
			{ log_sources: [{ log_source_id: 1001 }, { log_source_id: 1002 }] },
			{ log_sources: [{ log_source: 'fw-branch' }] },
		]);
	});
});

const credentials = { user_name: 'u', password: 'secret' };
const updateFields = { monitoring_interval: 10, display_name: 'Web' };

it.each<[name: string, INodeParameters, set: INodeParameters, shown: IDataObject]>([
	[
		'agent.add',
		{ device_name: 'A', domain_name: named('={{ "" }}'), credentials },
		{},
		{ device_name: 'A' },
	],
	[
		'logSource.update',
		{ log_source_id: named('WEB01'), updateFields },
		{ domain_name: named(CORP), batchSize: 7 },
		{ log_source: 'WEB01', domain_name: CORP },
	],
	[
		'logSource.update',
		{ log_source_id: id('1700000000000000001'), updateFields: { monitoring_interval: 0 } },
		{},
		{ log_source_id: '1700000000000000001' },
	],
])(
	'an item of %s with a wrong parameter shows the names and IDs that were set',
	async (name, parameters, set, shown) => {
		const [{ detail, ...row } = {}] = rowsOf(await run(name, parameters, [{}], options(set)));
		const filled = Object.entries(row).filter(([, value]) => value !== '' && value !== null);
		expect(Object.fromEntries(filled)).toEqual({ outcome: 'failed', ...shown });
		expect(detail).toMatch(/^(Domain is empty|Monitoring Interval)/);
		expect(service.requests).toEqual([]);
	},
);

describe('On Error', () => {
	beforeEach(() => {
		refuse('BAD');
		refuse('WORSE');
	});

	it('sends the items that failed to the error output, reason first, with their fields', async () => {
		const { outputs } = await add(['A', 'BAD', 'B', ''], { onError: 'continueErrorOutput' });
		expect(
			outputs[0]?.map(({ json, pairedItem }) => [json.log_source, json.detail, pairedItem]),
		).toEqual([
			['A', 'Added', { item: 0 }],
			['B', 'Added', { item: 2 }],
		]);
		const place = { log_source: 'BAD', domain_name: CORP };
		const error = { message: 'Refused', outcome: 'failed', ...place };
		expect(outputs[1]?.[0]).toEqual({
			json: { name: 'BAD', domain: CORP, error },
			pairedItem: { item: 1 },
		});
		const [, { json, pairedItem }] = outputs[1] as [unknown, INodeExecutionData];
		expect(Object.keys(json['error'] as object)[0]).toBe('message');
		expect(pairedItem).toEqual({ item: 3 });
	});

	it.each<[string[], string | RegExp, string | undefined, number | undefined]>([
		[[''], /^Log Source Name is empty$/, undefined, 0],
		[['', ''], 'Log Source Name is empty', undefined, 0],
		[['BAD'], 'BAD: Refused', '', 0],
		[['BAD', 'WORSE'], '2 log sources: 2 failed. Refused', 'BAD, WORSE.', undefined],
		[
			['', 'BAD'],
			'2 log sources: 2 failed',
			'Item 0: Log Source Name is empty; BAD: Refused.',
			undefined,
		],
	])('stops if no item succeeded: %j', async (names, message, description, itemIndex) => {
		const { error } = await add(names);
		expect(error?.message).toMatch(message);
		if (description !== undefined) expect(error?.description ?? '').toBe(description);
		expect((error as { context?: IDataObject }).context?.['itemIndex']).toBe(itemIndex);
	});

	it('stops after all items were sent if any item says so, and names the items without success', async () => {
		const ifSomeFail = '={{ $itemIndex === 2 ? "stop" : "returnRows" }}';
		const { error } = await add(['A', 'BAD', 'B'], { options: { ifSomeFail } });
		expect(sentNames()).toEqual([['A', 'BAD', 'B']]);
		expect(error).toMatchObject({
			message: '3 log sources: 2 succeeded, 1 failed. Refused [Item 1]',
			description: 'BAD. The other items succeeded and are not undone.',
			context: { itemIndex: 1 },
		});
	});

	it('names ten items with their reasons in the error', async () => {
		const names = many(13);
		names.forEach((name, at) => refuse(name, `No ${at % 4}`));
		const { error } = await add([...names, 'GOOD'], { options: { ifSomeFail: 'stop' } });
		expect(error?.message).toBe('14 log sources: 1 succeeded, 13 failed');
		expect(error?.description).toMatch(
			/^NEW-0: No 0; .*NEW-9: No 1; … and 3 more\. The other items succeeded and are not undone\.$/,
		);
		expect(hintsOf(await add(names, goOn))).toEqual(['13 log sources: 13 failed']);
	});

	it('sends nothing more after an error that all requests would meet, whatever their scope', async () => {
		service.faults.push({ kind: 'redirect', to: 'other', match: { method: 'POST' } });
		const rules = await applyRules(['New rule', 'Invoice posted'], goOn);
		// The service may have carried out the request that it redirects.
		expect(outcomes(rules)).toBe('unknown failed');
		expect(sentBodies()).toHaveLength(1);
	});

	it('counts an unknown outcome as no success', async () => {
		service.faults.push({ kind: 'resetBefore', match: { method: 'POST' } });
		const { outputs } = await add(['A', 'B'], { onError: 'continueErrorOutput' });
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]).toMatchObject(
			['A', 'B'].map((name) => ({ json: { name, error: { outcome: 'unknown' } } })),
		);
	});
});

describe('an item whose response', () => {
	it('was lost is looked up once: it succeeded, or its outcome is unknown', async () => {
		service.faults.push({ kind: 'afterEffect', match: { method: 'POST', nth: 1 } });
		service.faults.push({ kind: 'resetBefore', match: { method: 'POST', nth: 2 } });
		const result = await add(['A', 'B'], options({ batchSize: 1 }));
		expect(outcomes(result)).toBe('succeeded unknown');
		expect(details(result)).toEqual(['Confirmed by the list', `${LOST}. The list shows no change`]);
		expect(sent()).toEqual(['POST', 'POST', 'GET']);
	});

	it('names no item is looked up: it failed if the list shows it, or else it was deleted, or never there', async () => {
		service.state.refusedItems.set(1002, 'In use');
		const result = await remove([1001, 1002, 9999]);
		expect(outcomes(result)).toBe('succeeded failed succeeded');
		const refused = 'The service refused 2 of 3 without saying which: ';
		expect(details(result)).toEqual([
			expect.stringContaining(`Confirmed by the list. ${refused}`),
			expect.stringMatching(`^${refused}In use; .*\\. The list shows no change$`),
			expect.stringContaining('Confirmed by the list'),
		]);
		expect(rowsOf(result).map((row) => row['deleted'])).toEqual([true, '', true]);
	});

	it.each(['namelessFailures', 'countsDisagree'] as const)(
		'names no item is unknown if it was added, since the list may have shown it before: %s',
		async (kind) => {
			refuse('BAD');
			service.faults.push({ kind, match: { method: 'POST' } });
			const result = await add(['A', 'BAD', 'CORP-PC-01'], goOn);
			expect(outcomes(result)).toMatch(/^unknown (unknown|failed) (unknown|failed)$/);
			expect(sent()).toEqual(['POST']);
		},
	);

	it('counts nothing and refuses nothing is looked up, as a lost one is', async () => {
		const text = JSON.stringify({ data: { title: 'success' } });
		service.faults.push({ kind: 'raw', text, carriedOut: true, match: { method: 'POST', nth: 1 } });
		service.faults.push({ kind: 'raw', text, match: { method: 'POST', nth: 2 } });
		const result = await add(['A', 'B'], options({ batchSize: 1 }));
		expect(details(result)).toEqual([
			'Confirmed by the list. The response does not report on this item',
			'The response does not report on this item. The list shows no change',
		]);
		expect(outcomes(result)).toBe('succeeded failed');
	});

	it('names no refused item of an update is unknown, and the item may be sent again', async () => {
		service.faults.push({ kind: 'namelessFailures', match: { method: 'PUT' } });
		const result = await rename([9999, 1002], goOn);
		expect(outcomes(result)).toBe('unknown unknown');
		expect(details(result)[1]).toMatch(
			/^The service refused 1 of 2 .* safely send this item again$/,
		);
	});

	it('names no item is unknown if the list only shows its name in another spelling', async () => {
		for (const [index, source] of [...service.world.logSources.values()].entries()) {
			if (index === 0) source.log_source = 'FW-Branch';
		}
		service.faults.push({ kind: 'namelessFailures', match: { method: 'DELETE' } });
		const result = await removeNamed(['fw-branch', 'NONE-1'], goOn);
		expect(outcomes(result)).toBe('unknown succeeded');
		service.clearFaults();
		service.faults.push({ kind: 'resetBefore', match: { method: 'DELETE' } });
		expect(outcomes(await removeNamed(['fw-branch'], goOn))).toBe('unknown');
	});

	it.each<[outcome: string, third: Fault[]]>([
		['succeeded', []],
		['failed', [{ kind: 'status', status: 400, match: { nth: 3 } }]],
	])(
		'does not come in time three times in a row leaves the rest unsent: %s',
		async (outcome, third) => {
			service.faults.push({ kind: 'hang', match: { nth: (nth) => nth !== 3 } }, ...third);
			const credentials = { ...accountOf(service), timeout: 0.2 };
			const result = await addDevices(many(7), { ...goOn, credentials });
			expect(outcomes(result)).toBe(`unknown unknown ${outcome} unknown unknown unknown failed`);
			expect(service.requests).toHaveLength(6);
			expect(details(result)[6]).toBe(
				'Not sent: the service did not answer 3 requests in a row. Check that the service responds, then send these items again.',
			);
		},
	);

	it('to a repeated update refuses an item is unknown, since the first attempt may have changed it', async () => {
		service.faults.push({ kind: 'afterEffect', match: { method: 'PUT', nth: 1 } });
		const result = await rename([9999, 1002], goOn);
		expect(outcomes(result)).toBe('unknown succeeded');
		expect(details(result)[0]).toMatch(
			/^Log source id was not found\. An earlier attempt.* safely send this item again$/,
		);
		service.clearFaults();
		// After "too many requests", nothing was carried out.
		service.faults.push({ kind: 'status', status: 429, match: { method: 'PUT', nth: 1 } });
		expect(outcomes(await rename([9999, 1002], goOn))).toBe('failed succeeded');
	});

	it('to a repeated update names no refused item says so alone', async () => {
		service.faults.push({ kind: 'afterEffect', match: { method: 'PUT', nth: 1 } });
		service.faults.push({ kind: 'namelessFailures', match: { method: 'PUT', nth: 2 } });
		const [detail] = details(await rename([9999, 1002], goOn));
		expect(detail).toMatch(/^The service refused 1 of 2 without saying which: /);
		expect(detail).not.toContain('An earlier attempt');
	});
});

describe('names and IDs', () => {
	it('of an agent to add never shows its password, even if the service repeats it', async () => {
		service.faults.push({ kind: 'echo' });
		const credentials = { user_name: 'svc-install', password: 'sekret-1' };
		const parameters = { device_name: 'A', domain_name: named(CORP), credentials };
		const result = await run('agent.add', parameters, [{}], goOn);
		expect(details(result)[0]).toContain('"password":"[hidden]","user_name":"svc-install"');
	});

	it('that cannot be read fail the items that need them, and nothing is sent', async () => {
		const refusal = { kind: 'refusal', code: '07001110', status: 400 } as const;
		service.faults.push({ ...refusal, match: { method: 'GET' } });
		expect(outcomes(await applyRules(['A', 'B'], goOn))).toBe('failed failed');
		expect(sentBodies()).toEqual([]);
	});
});

it('a log type that was named in another spelling and stays in the list was not deleted', async () => {
	service.faults.push({ kind: 'raw', text: '{ "data": {} }', match: { method: 'DELETE' } });
	const result = await run('logType.delete', { log_type_id: named('billing') }, [{}], goOn);
	expect(outcomes(result)).toBe('failed');
});

it('a log type that is not custom is reported to stay', async () => {
	const deleteTypes = forEach('logType.delete', { log_type_id: id('={{ $json.it }}') });
	Object.assign(service.world.logTypes.get(505) ?? {}, { origin: '' });
	const result = await deleteTypes([504, 501, 505], goOn);
	expect(rowsOf(result).map(({ detail, deleted }) => [detail, deleted])).toEqual([
		['Deleted', true],
		...Array<unknown>(2).fill([
			'Cleared of its custom parser rules; the predefined log type stays',
			false,
		]),
	]);
});

it('a rule that several items name is created once and then changed, dry and for real', async () => {
	const names = ['New rule', 'Other rule', 'New rule', 'new rule '];
	const planned = await applyRules(names, options({ dryRun: true }));
	expect(details(planned)).toEqual(
		['created', 'created', 'changed', 'changed'].map((done) => `Would be ${done}`),
	);
	const created = await applyRules(names, goOn);
	expect(details(created)).toEqual(['Created', 'Created', 'Changed', 'Changed']);
	const [first, , ...others] = rowsOf(created).map(({ rule_id }) => rule_id);
	expect(others).toEqual([first, first]);
	const changed = await applyRules(['New rule', 'New rule'], goOn);
	expect(details(changed)).toEqual(['Changed', 'Changed']);
});

describe('items that mean one new record', () => {
	const spellings = forEach('logType.create', {
		...{ log_type_display_name: '={{ $json.it }}', type: 'syslog' },
		ifExists: '={{ $itemIndex < 2 ? "fail" : "return" }}',
	});

	it('get the record that the list then shows: the exact name first', async () => {
		const rows = rowsOf(await spellings(['new', 'NEW', 'new', 'NEW', 'New'], goOn));
		const [lower, upper, ...returned] = rows.map(({ log_type_id }) => log_type_id);
		expect(returned).toEqual([lower, upper, null]);
		expect(rows[4]?.['detail']).toMatch(/^Ambiguous: the service lists 2 log types named "New"/);
	});

	it('are one in a dry run too, even if some would be refused', async () => {
		const rows = rowsOf(await spellings(['new', 'new', 'new'], options({ dryRun: true })));
		expect(rows[2]).toMatchObject({
			outcome: 'succeeded',
			detail: 'An earlier item would create it',
		});
	});

	it('give no ID to an item that has another record', async () => {
		const ifExists = '={{ $itemIndex === 0 ? "fail" : "return" }}';
		const places = placesOf(['A', 'B', 'B']);
		const rows = rowsOf(await run('logSource.add', { ...ADD, ifExists }, places, goOn));
		expect(rows.map(({ log_source_id: added }) => added === null)).toEqual([true, false, false]);
	});

	it.each([true, false])(
		'are one if they spell its domain in ways of DNS; dry run: %s',
		async (dryRun) => {
			const places = placesOf(['A', `A@${CORP}.`, `a@${CORP.toUpperCase()}`]);
			const setting = options({ dryRun });
			const result = await run('logSource.add', { ...ADD, ifExists: 'return' }, places, setting);
			expect(outcomes(result)).toBe(`${dryRun ? 'planned' : 'succeeded'} succeeded succeeded`);
		},
	);

	it.each([true, false])('are one if one names it by its FQDN; dry run: %s', async (dryRun) => {
		const names = ['PC-1', `pc-1.${CORP}`, `PC-1@${LAB}`];
		const setting = options({ dryRun });
		const result = await run(
			'logSource.add',
			{ ...ADD, ifExists: 'return' },
			placesOf(names),
			setting,
		);
		expect(details(result)[1]).toBe(
			dryRun ? 'An earlier item would create it' : 'Already there, returned',
		);
		const [first, second, third] = rowsOf(result).map(({ log_source_id }) => log_source_id);
		expect(second).toBe(first);
		expect(sentNames()).toEqual(dryRun ? [] : [['PC-1'], ['PC-1']]);
		expect(third === first).toBe(dryRun);
	});
});

describe('a dry run', () => {
	const dry = options({ dryRun: true });

	it('reads the list, sends nothing, and shows names, missing things and the planned requests', async () => {
		const result = await remove(
			[1001, 9999, 1002],
			options({ dryRun: '={{ $itemIndex === 2 }}', batchSize: 1 }),
		);
		const { log_source, domain_name } = service.world.logSources.get(1001) ?? {};
		expect(rowsOf(result)[0]).toEqual({
			...{ outcome: 'planned', detail: 'Would be deleted', log_source, domain_name },
			log_source_id: 1001,
			...{ request: 'DELETE /log-sources/windows', request_number: 1 },
		});
		expect(details(result)[1]).toMatch(
			/^Would be deleted, but the service may refuse it\. Not found: .* ID 9999$/,
		);
		expect(rowsOf(result)[2]).toMatchObject({ outcome: 'planned', request_number: 3 });
		expect(sentBodies()).toEqual([]);
		expect(hintsOf(result)[0]).toMatch(
			/^Dry run: 3 log sources: 3 planned\. A run would send 3 requests$/,
		);
	});

	it('says what is ambiguous, and what is there already', async () => {
		Object.assign(service.world.logSources.get(1001) ?? {}, { fqdn: 'pc.example.org' });
		expect(details(await removeNamed(['SHARED-01', 'fw-branch', 'pc.example.org'], dry))).toEqual([
			expect.stringMatching(
				/^Would be deleted, but .*\. Ambiguous: the service lists 2 log sources named "SHARED-01"/,
			),
			'Would be deleted',
			'Would be deleted, but the service may refuse it. The list names it "SHARED-01"',
		]);
		expect(details(await add(['CORP-PC-01', 'CORP-PC-02', 'corp-pc-02'], dry))).toEqual([
			'Would be added, but the service may refuse it. The log source is already there',
			'Would be added',
			'Would be added, but the service may refuse it. An earlier item names the same log source',
		]);
		expect(sentBodies()).toEqual([]);
	});

	it('plans as many requests as a run sends, also for two names of one log source', async () => {
		const names = ['CORP-PC-01', `CORP-PC-01.${CORP}`];
		expect(hintsOf(await removeNamed(names, dry))[0]).toMatch(/ would send 1 request$/);
		await removeNamed(names, goOn);
		expect(sentBodies()).toHaveLength(1);
	});
});

describe('the summary', () => {
	it('is logged if all succeeded, and shown with the reasons if not', async () => {
		const fine = await add(['A', 'B']);
		expect(fine.hints).toEqual([]);
		expect(fine.logs.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('Add log source: 2 log sources: 2 succeeded (took 1 request, '),
		);
		refuse('BAD');
		service.faults.push({ kind: 'resetBefore', match: { method: 'POST', nth: 3 } });
		const mixed = await add(['', 'C', 'BAD', 'D'], options({ batchSize: 1 }));
		expect(hintsOf(mixed)[0]).toMatch(/^4 log sources: 1 succeeded, 2 failed, 1 unknown$/);
		expect(mixed.logs.map(({ message }) => message)).toContainEqual(
			'Add log source: 2 of 3 done, 1 failed',
		);
	});
});
