import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { asText } from '../../../../nodes/shared/json';
import { runNode, type NodeRequest, type NodeRun } from '../../../support/harness/harness';
import type { Fault } from '../../../support/service/faults';
import { Ids } from '../../../support/service/ids';
import type { Service } from '../../../support/service/service';
import { documented } from '../../../support/service/switches';
import { startService } from '../../../support/service/service';
import { someReadings } from '../../../support/service/switches';

const corp = 'corp.example.com';
const lab = 'lab.example.com';

let service: Service;

beforeAll(async () => {
	service = await startService({ switches: documented.switches });
});

beforeEach(() => {
	service.reset();
});

afterAll(async () => {
	await service.stop();
});

type Setting = Omit<Partial<NodeRequest>, 'parameters'> & {
	options?: INodeParameters;
	parameters?: INodeParameters;
};

const run = async ({ options = {}, parameters = {}, ...setting }: Setting): Promise<NodeRun> =>
	await runNode({
		node: 'logSource',
		credentials: { baseUrl: service.url, accessToken: service.token },
		...setting,
		parameters: { ...parameters, options },
	});

/** Adds log sources by name, each of an item; `name@domain` where the domain is another. */
const add = async (names: readonly string[], setting: Setting = {}) =>
	await run({
		...setting,
		items: names.map((text) => {
			const [name = '', domain = corp] = text.split('@');
			return { json: { name, domain } };
		}),
		parameters: {
			operation: 'add',
			log_source: '={{ $json.name }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain }}' },
			...setting.parameters,
		},
	});

/** Sets the display name of log sources, each of an item: `id=name`. */
const rename = async (changes: readonly string[], setting: Setting = {}) =>
	await run({
		...setting,
		items: changes.map((change) => {
			const [id = '', name = ''] = change.split('=');
			return { json: { id, name } };
		}),
		parameters: {
			operation: 'update',
			log_source_id: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { display_name: '={{ $json.name }}' },
		},
	});

const remove = async (ids: readonly string[], setting: Setting = {}) =>
	await run({
		...setting,
		items: ids.map((id) => ({ json: { id } })),
		parameters: {
			operation: 'delete',
			deleteBy: 'id',
			log_source_id: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
	});

const setFiles = async (files: ReadonlyArray<[id: string, file: string]>, setting: Setting = {}) =>
	await run({
		...setting,
		items: files.map(([id, file]) => ({ json: { id, file } })),
		parameters: {
			operation: 'setEventSourceFiles',
			log_source_id: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			source_files: ['={{ $json.file }}'],
		},
	});

const addAgents = async (names: readonly string[], setting: Setting = {}) =>
	await run({
		...setting,
		node: 'agent',
		items: names.map((name) => ({ json: { name } })),
		parameters: {
			operation: 'add',
			device_name: '={{ $json.name }}',
			domain_name: { __rl: true, mode: 'name', value: corp },
		},
	});

const noLookUp: Setting = { options: { readBack: false } };
const stop: Setting = { parameters: { ifRefused: 'stop' } };

const many = (count: number) => Array.from({ length: count }, (_none, index) => `NEW-${index}`);
const outcomes = ({ outputs: [items = []] }: Pick<NodeRun, 'outputs'>) =>
	items.map(({ json }) => json.outcome);
const pairs = (items: readonly INodeExecutionData[] = []) =>
	items.map(({ pairedItem }) => pairedItem);
const inOrder = (count: number) => Array.from({ length: count }, (_none, item) => ({ item }));

/** An id as the wire has it. */
const wireId = (id: number) => new Ids().outward(id, service.switches.largeIds);

/** What each write that left named, in the order in which they came. */
const sentNames = () =>
	service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) =>
			(body as { log_sources: Array<{ log_source: string }> }).log_sources.map(
				({ log_source }) => log_source,
			),
		);

/** An object with all that is inside it frozen. */
function frozen<T extends object>(value: T): T {
	for (const member of Object.values(value)) {
		if (typeof member === 'object' && member !== null) frozen(member as object);
	}
	return Object.freeze(value);
}

describe.each(someReadings())('a write of many, to a service with $name', ({ switches }) => {
	beforeEach(() => {
		service.set(switches);
	});

	it.each([
		[1, [1]],
		[100, [100]],
		[101, [100, 1]],
		[201, [100, 100, 1]],
	])('sends %i items in requests of %j, and answers each once, in order', async (count, sizes) => {
		const names = many(count);
		const result = await add(names);
		expect(result.status).toBe('success');
		expect(sentNames().map(({ length }) => length)).toEqual(sizes);
		expect(sentNames().flat()).toEqual(names);
		expect(result.outputs[0]?.map(({ json }) => json.log_source)).toEqual(names);
		expect(pairs(result.outputs[0])).toEqual(inOrder(count));
		expect(new Set(outcomes(result))).toEqual(new Set(['succeeded']));
		expect(names.every((name) => service.world.logSourceAt(corp, name))).toBe(true);
	});

	it.each([0, 1, 2, 3, 4])('finds the refused item in position %i', async (at) => {
		const names = many(5);
		service.itemRefusals.push({
			operation: 'addLogSources',
			item: names[at] ?? '',
			issue: 'No licence is left',
		});
		const { outputs } = await add(names);
		expect(outputs[0]?.map(({ json }) => json)).toEqual(
			names.map((log_source, index) => ({
				log_source,
				domain_name: corp,
				...(index === at
					? { outcome: 'failed', issue: 'No licence is left', log_source_id: '' }
					: { outcome: 'succeeded', issue: '', log_source_id: expect.anything() }),
			})),
		);
	});

	it('finds refused items across requests', async () => {
		const names = many(201);
		const bad = [0, 99, 100, 150, 200];
		for (const at of bad) {
			service.itemRefusals.push({
				operation: 'addLogSources',
				item: names[at] ?? '',
				issue: `Refused ${at}`,
			});
		}
		const { outputs } = await add(names);
		expect(
			outputs[0]?.flatMap(({ json }, index) =>
				json.outcome === 'failed' ? [[index, json.issue]] : [],
			),
		).toEqual(bad.map((at) => [at, `Refused ${at}`]));
		expect(sentNames().length).toBe(3);
	});

	it('puts a name that comes twice into two requests', async () => {
		const names = ['TWIN', 'ONE', `twin@${lab}`, 'TWO', 'Twin'];
		const result = await add(names);
		expect(sentNames()).toEqual([['TWIN', 'ONE', 'TWO'], ['twin'], ['Twin']]);
		expect(outcomes(result)).toEqual([
			'succeeded',
			'succeeded',
			'succeeded',
			'succeeded',
			'failed',
		]);
	});

	it('knows the id of an added log source that was alone, and looks up the ids of several', async () => {
		const alone = await add(['ALONE']);
		const several = await add(['C', 'A', `A@${lab}`, 'B']);
		const shown = [...(alone.outputs[0] ?? []), ...(several.outputs[0] ?? [])];
		expect(shown.map(({ json }) => asText(json.log_source_id))).toEqual(
			[
				['ALONE', corp],
				['C', corp],
				['A', corp],
				['A', lab],
				['B', corp],
			].map(([name = '', domain = '']) =>
				wireId(service.world.logSourceAt(domain, name)?.log_source_id ?? 0),
			),
		);
	});

	it('knows the id of the only log source that was added', async () => {
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue: 'Refused' });
		const { outputs } = await add(['BAD', 'A'], noLookUp);
		expect(outputs[0]?.map(({ json }) => asText(json.log_source_id))).toEqual([
			'',
			wireId(service.world.logSourceAt(corp, 'A')?.log_source_id ?? 0),
		]);
	});

	it('claims no id of several that it was not asked to look up', async () => {
		const { outputs } = await add(['A', 'B'], noLookUp);
		expect(outputs[0]?.filter(({ json }) => 'log_source_id' in json)).toEqual([]);
	});

	it('finds refused updates by their ids', async () => {
		const { outputs } = await rename([
			`${wireId(1001)}=one`,
			`${wireId(999_999)}=none`,
			`${wireId(1002)}=two`,
		]);
		expect(outputs[0]?.map(({ json }) => [asText(json.log_source_id), json.outcome])).toEqual([
			[wireId(1001), 'succeeded'],
			[wireId(999_999), 'failed'],
			[wireId(1002), 'succeeded'],
		]);
		expect(service.world.logSources.get(1002)?.display_name).toBe('two');
	});

	it('tells deletions by id that were refused under a name once they are looked up', async () => {
		const held = service.world.logSources.get(1002);
		service.itemRefusals.push({ operation: 'deleteLogSources', item: 1002, issue: 'In use' });
		const { outputs } = await remove([wireId(1001), wireId(1002), wireId(1003)]);
		expect(held).toBeDefined();
		expect(outputs[0]?.map(({ json }) => json.outcome)).toEqual([
			'succeeded',
			'failed',
			'succeeded',
		]);
		expect(outputs[0]?.map(({ json }) => json.deleted)).toEqual([true, '', true]);
		expect(outputs[0]?.[1]?.json.issue).toBe('In use');
	});

	it('gives all items the same keys in the same order, what was sent first', async () => {
		const { outputs } = await add(['', 'A', 'B', 'A']);
		expect(outcomes({ outputs })).toEqual(['failed', 'succeeded', 'succeeded', 'failed']);
		expect(outputs[0]?.map(({ json }) => Object.keys(json).join())).toEqual(
			Array(4).fill('log_source,domain_name,outcome,issue,log_source_id'),
		);
	});

	it('never claims a deletion that the answer leaves open', async () => {
		service.itemRefusals.push({ operation: 'deleteLogSources', item: 1002, issue: 'In use' });
		const { outputs } = await remove([wireId(1001), wireId(1002), wireId(1003)], {
			...noLookUp,
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]?.map(({ json }) => json.outcome)).toEqual(
			service.switches.deleteFailureCarriesId
				? ['succeeded', 'failed', 'succeeded']
				: ['unknown', 'unknown', 'unknown'],
		);
	});

	it('sets event source files of log sources that share them in one request', async () => {
		const result = await setFiles([
			[wireId(1001), 'Security'],
			[wireId(1002), 'System'],
			[wireId(1003), 'Security'],
		]);
		expect(service.requests.map(({ text }) => text)).toEqual([
			`{"log_source_ids":[${wireId(1001)},${wireId(1003)}],"source_files":["Security"]}`,
			`{"log_source_ids":[${wireId(1002)}],"source_files":["System"]}`,
		]);
		expect(outcomes(result)).toEqual(['succeeded', 'succeeded', 'succeeded']);
	});

	it('lets a refusal of a whole request be that of its items alone', async () => {
		const result = await setFiles([
			[wireId(1001), 'Security'],
			[wireId(999_999), 'System'],
			[wireId(1003), 'Security'],
		]);
		// It is not said that nothing was done, and the files cannot be looked up.
		expect(outcomes(result)).toEqual(['succeeded', 'unknown', 'succeeded']);
		expect(result.outputs[0]?.[1]?.json.issue).toContain('[API] Request failed');
	});
});

describe('what came in', () => {
	it('is not run without items', async () => {
		expect((await add([])).outputs).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('stays as it is, frozen to its depths', async () => {
		const items = [
			{ json: frozen({ name: 'A', deep: { list: [1] } }) },
			{ json: frozen({ name: '' }) },
		];
		const { outputs } = await run({
			items,
			parameters: {
				operation: 'add',
				log_source: '={{ $json.name }}',
				domain_name: { __rl: true, mode: 'name', value: corp },
			},
		});
		expect(outputs[0]?.map(({ json }) => json.outcome)).toEqual(['succeeded', 'failed']);
	});

	it('is refused item by item, before anything is sent', async () => {
		const { outputs } = await add(['A', '', 'B']);
		expect(sentNames()).toEqual([['A', 'B']]);
		expect(outputs[0]?.[1]?.json).toEqual({
			log_source: '',
			domain_name: '',
			outcome: 'failed',
			log_source_id: '',
			issue:
				'Log Source Name is empty. Set it, or check that its expression gives a value for this item.',
		});
	});
});

describe('On Error', () => {
	const refusing = () => {
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue: 'Refused' });
	};

	it('Stop Workflow lets refused items go on, marked', async () => {
		refusing();
		const result = await add(['A', 'BAD', 'B']);
		expect(result.status).toBe('success');
		expect(outcomes(result)).toEqual(['succeeded', 'failed', 'succeeded']);
	});

	it('Continue lets refused items go on, marked', async () => {
		refusing();
		const result = await add(['A', 'BAD', ''], { onError: 'continueRegularOutput' });
		expect(outcomes(result)).toEqual(['succeeded', 'failed', 'failed']);
		expect(pairs(result.outputs[0])).toEqual(inOrder(3));
	});

	it('Continue (Using Error Output) sends refused items there with all they were', async () => {
		refusing();
		const { outputs } = await add(['A', 'BAD', 'B', ''], { onError: 'continueErrorOutput' });
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.log_source, pairedItem])).toEqual([
			['A', { item: 0 }],
			['B', { item: 2 }],
		]);
		// n8n shows a key without a value in red.
		expect(outputs[0]?.map(({ json }) => 'issue' in json)).toEqual([false, false]);
		expect(outputs[1]?.map(({ json }) => json)).toEqual([
			{
				name: 'BAD',
				domain: corp,
				error: {
					message: 'Refused',
					log_source: 'BAD',
					domain_name: corp,
					outcome: 'failed',
				},
			},
			{
				name: '',
				domain: corp,
				error: {
					message: expect.stringContaining('Log Source Name is empty'),
					log_source: '',
					domain_name: '',
					outcome: 'failed',
				},
			},
		]);
		expect(pairs(outputs[1])).toEqual([{ item: 1 }, { item: 3 }]);
	});

	it('Stop Workflow stops where all items are bad alike', async () => {
		const result = await add(['', '']);
		expect(result.error).toMatchObject({
			name: 'NodeOperationError',
			message: 'Log Source Name is empty',
			context: { itemIndex: 0 },
		});
		expect(service.requests).toEqual([]);
	});

	it('Stop Workflow stops where every request was refused alike', async () => {
		// What the request filter refuses was not carried out, so there is nothing to look up.
		service.faults.push({ kind: 'refusal', code: 'XSS_DETECTED', status: 400 });
		const { error } = await add(['A', 'B'], { options: { batchSize: 1 } });
		expect(service.requests.length).toBe(2);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	});

	it('Stop Workflow goes on where one item succeeded', async () => {
		refusing();
		const result = await add(['', 'A', 'BAD']);
		expect(result.status).toBe('success');
		expect(outcomes(result)).toEqual(['failed', 'succeeded', 'failed']);
	});

	it.each([
		['are bad in different ways', ['', 'A@ '], '2 of 2 log sources were not sent'],
		[
			'are bad but for one that is refused',
			['', 'BAD'],
			'1 of 2 log sources was not sent, 1 of 2 log sources was refused',
		],
		['were refused by name', ['BAD', 'BAD'], '2 of 2 log sources were refused'],
	])('Stop Workflow stops where all items %s', async (_name, names, message) => {
		refusing();
		const { error } = await add(names);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message,
			description: expect.stringContaining('Item 1 (failed): '),
		});
	});

	it('Stop Workflow does not say that all were sent where some were not', async () => {
		const { error } = await add(['', 'A@ ']);
		expect(error?.description).toMatch(/^Every item that could be sent was sent, and /);
	});

	it('Stop Workflow stops where all are unknown', async () => {
		service.faults.push({ kind: 'afterEffect' });
		const { error } = await add(['A', 'B'], noLookUp);
		expect(error?.message).toBe('The outcome of 2 of 2 log sources is unknown');
	});

	it('Continue lets items go on that are all bad alike', async () => {
		const result = await add(['', ''], { onError: 'continueRegularOutput' });
		expect(outcomes(result)).toEqual(['failed', 'failed']);
		expect(pairs(result.outputs[0])).toEqual(inOrder(2));
	});

	it.each([
		['stopWorkflow', 1],
		['continueRegularOutput', 1],
		['continueErrorOutput', 1],
	] as const)('%s: a refused token is not tried again', async (onError, requests) => {
		const credentials = { baseUrl: service.url, accessToken: 'wrong' };
		const result = await add(many(201), { onError, credentials });
		expect(service.requests.length).toBe(requests);
		if (onError === 'stopWorkflow') {
			expect(result.error).toMatchObject({ message: 'The service refused the access token' });
			return;
		}
		expect(result.hints.map(({ message }) => message)).toEqual([
			expect.stringContaining(
				'101 of 201 log sources were not sent, 100 of 201 log sources were refused: ',
			),
		]);
		const items = result.outputs[onError === 'continueErrorOutput' ? 1 : 0] ?? [];
		expect(items.length).toBe(201);
		expect(JSON.stringify(items[200]?.json)).toContain('07001113');
	});
});

describe('If Some Items Are Refused', () => {
	beforeEach(() => {
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue: 'Refused' });
	});

	it('stops after all was sent, and says which items', async () => {
		const result = await add(['BAD', ...many(120)], stop);
		expect(sentNames().flat().length).toBe(121);
		expect(result.error).toMatchObject({
			name: 'NodeOperationError',
			message: '1 of 121 log sources was refused',
			description: expect.stringContaining('Item 0 (failed): Refused'),
		});
	});

	it('stops for an unknown outcome too', async () => {
		service.set({ summary: 'absent' });
		const result = await add(['A', 'B'], { parameters: { ifRefused: 'stop' }, ...noLookUp });
		expect(result.error?.message).toBe('The outcome of 2 of 2 log sources is unknown');
	});

	it('stops where one is refused and one unknown, and names those two only', async () => {
		service.faults.push({ kind: 'afterEffect', match: { operation: 'addLogSources', nth: 3 } });
		const result = await add(['A', 'BAD', 'B'], {
			...stop,
			options: { batchSize: 1, readBack: false },
		});
		expect(result.error).toMatchObject({
			message: '1 of 3 log sources was refused, the outcome of 1 of 3 log sources is unknown',
			description: expect.stringMatching(
				/^Every item that could be sent was sent, and those that succeeded are not undone\. Item 1 \(failed\): Refused\. Item 2 \(unknown\): The connection/,
			),
		});
	});

	it.each([
		[10, 'Item 9 (failed): No 9'],
		[11, 'Item 9 (failed): No 9. … and 1 more'],
		[13, 'Item 9 (failed): No 9. … and 3 more'],
	])('names the first ten of %i', async (count, end) => {
		const names = many(count);
		names.forEach((item, at) => {
			service.itemRefusals.push({ operation: 'addLogSources', item, issue: `No ${at}` });
		});
		const { error } = await add(names, stop);
		expect(error?.message).toBe(`${count} of ${count} log sources were refused`);
		expect(error?.description?.startsWith('Every item')).toBe(true);
		expect(error?.description?.endsWith(end)).toBe(true);
	});

	it('does not stop where all succeeded', async () => {
		expect((await add(['A'], stop)).status).toBe('success');
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'has no effect with On Error %s',
		async (onError) => {
			const result = await add(['BAD', 'A'], { onError, ...stop });
			expect(result.status).toBe('success');
			expect(result.outputs.flat().length).toBe(2);
		},
	);
});

describe('an answer that is lost', () => {
	const lost: Fault[] = [
		{ kind: 'afterEffect' },
		{ kind: 'resetBefore' },
		{ kind: 'resetMiddle' },
		{ kind: 'cutJson' },
		{ kind: 'emptyBody' },
		{ kind: 'html' },
		{ kind: 'status', status: 500, carriedOut: true },
		{ kind: 'status', status: 502, body: 'html' },
		{ kind: 'dataWrong' },
	];

	it.each(lost)('leaves its items unknown and is never sent again: %j', async (fault) => {
		service.faults.push({ ...fault, match: { operation: 'addLogSources', nth: 2 } });
		const result = await add(many(201), noLookUp);
		expect(sentNames().map(({ length }) => length)).toEqual([100, 100, 1]);
		expect(outcomes(result)).toEqual([
			...many(100).map(() => 'succeeded'),
			...many(100).map(() => 'unknown'),
			'succeeded',
		]);
		expect(result.hints.map(({ message }) => message).join()).toContain(
			'The outcome of 100 of 201 log sources is unknown',
		);
	});

	it('says how to find out', async () => {
		service.faults.push({ kind: 'afterEffect' });
		const { outputs } = await add(['A', 'B'], { ...noLookUp, onError: 'continueRegularOutput' });
		expect(outputs[0]?.[0]?.json.issue).toBe(
			'The connection to the service broke before its answer was complete. The request may or may not have been carried out, so it was not sent again. Check with Log Source › Get Many before you send this item again',
		);
	});

	it('tells the code where the service says only that something went wrong', async () => {
		service.faults.push({ kind: 'refusal', code: '07001110', status: 200 });
		const { outputs } = await add(['A'], { ...noLookUp, onError: 'continueRegularOutput' });
		expect(outputs[0]?.[0]?.json.issue).toMatch(
			/^The service refused POST \/log-sources\/windows: Refused \(07001110\)\. The request may or/,
		);
	});

	it('of a bulk request says that it may be sent again', async () => {
		service.faults.push({ kind: 'html' });
		const { outputs } = await run({
			node: 'alert',
			onError: 'continueRegularOutput',
			parameters: {
				operation: 'startBulkRequest',
				start_time: '2026-03-01T11:00:00Z',
				end_time: '2026-03-01T12:00:00Z',
			},
		});
		expect(outputs[0]?.[0]?.json).toMatchObject({
			outcome: 'unknown',
			issue: expect.stringMatching(
				/The request may or may not have been carried out\. Sending it again does no harm$/,
			),
		});
	});

	it('is that of a time-out too', async () => {
		service.faults.push({ kind: 'hang' });
		const credentials = { baseUrl: service.url, accessToken: service.token, timeout: 1 };
		const result = await add(['A'], {
			...noLookUp,
			credentials,
			onError: 'continueRegularOutput',
		});
		expect(outcomes(result)).toEqual(['unknown']);
		expect(service.requests.length).toBe(1);
	});

	it('goes to the error output, with what is known', async () => {
		service.faults.push({ kind: 'afterEffect' });
		const { outputs } = await add(['A'], { onError: 'continueErrorOutput', ...noLookUp });
		expect(outputs[1]?.[0]?.json).toMatchObject({
			error: { log_source: 'A', outcome: 'unknown' },
		});
	});
});

describe('an answer that contradicts itself', () => {
	it.each([
		['allSucceeded', ['unknown', 'failed', 'unknown']],
		['oneMoreFailed', ['unknown', 'failed', 'unknown']],
		['absent', ['unknown', 'failed', 'unknown']],
	] as const)('is not believed where its summary is %s', async (summary, expected) => {
		service.set({ summary });
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue: 'Refused' });
		const result = await add(['A', 'BAD', 'B'], {
			...noLookUp,
			onError: 'continueRegularOutput',
		});
		expect(outcomes(result)).toEqual(expected);
		expect(result.outputs[0]?.[0]?.json.issue).toContain('do not agree');
	});
});

describe('agents, whose refusals name no item', () => {
	beforeEach(() => {
		service.itemRefusals.push({ operation: 'addAgents', item: 'BAD', issue: 'No route' });
	});

	it('are unknown where some of a request were refused', async () => {
		const result = await addAgents(['A', 'BAD', 'B'], {
			...noLookUp,
			onError: 'continueRegularOutput',
		});
		expect(outcomes(result)).toEqual(['unknown', 'unknown', 'unknown']);
		expect(result.outputs[0]?.[0]?.json.issue).toContain('refused 1 of 3 without saying which');
	});

	it('are told apart with one item a request', async () => {
		const result = await addAgents(['A', 'BAD', 'B'], { options: { batchSize: 1 } });
		expect(outcomes(result)).toEqual(['succeeded', 'failed', 'succeeded']);
		expect(service.requests.length).toBe(3);
	});

	it('never show their credentials', async () => {
		const { outputs, logs } = await run({
			node: 'agent',
			parameters: {
				operation: 'add',
				device_name: 'A',
				domain_name: { __rl: true, mode: 'name', value: corp },
				credentials: { user_name: 'canary-user', password: 'canary-password' },
			},
		});
		expect(outputs[0]?.[0]?.json).toEqual({
			device_name: 'A',
			domain_name: corp,
			outcome: 'succeeded',
		});
		expect(service.requests[0]?.text).toContain('canary-password');
		expect(JSON.stringify(service.requests[0]?.query)).not.toContain('canary');
		expect(JSON.stringify(logs)).not.toContain('canary');
	});
});

describe('several requests at once', () => {
	const options = { requestsAtOnce: 3, batchSize: 1, readBack: false };

	it('keep the order of the items', async () => {
		const names = many(30);
		service.latencyMs = 2;
		const result = await add(names, { options });
		expect(result.outputs[0]?.map(({ json }) => json.log_source)).toEqual(names);
		expect(pairs(result.outputs[0])).toEqual(inOrder(30));
		expect(new Set(outcomes(result))).toEqual(new Set(['succeeded']));
	});

	it('are under way together, but never two for the same log source', async () => {
		service.faults.push({ kind: 'hang', match: { nth: 1 } });
		const stop = new AbortController();
		const running = rename(['1001=a', '1001=b', '1002=c', '1003=d', '1004=e'], {
			options,
			cancel: stop.signal,
		});
		await Promise.race([running, requested(4)]);
		const ids = service.requests.map(
			({ body }) =>
				(body as { log_sources: [{ log_source_id: number }] }).log_sources[0].log_source_id,
		);
		stop.abort();
		await running;
		expect(ids).toEqual([1001, 1002, 1003, 1004]);
	});

	it('leave a log source as its last item wants it', async () => {
		service.latencyMs = 2;
		const changes = Array.from({ length: 12 }, (_none, index) => `${1001 + (index % 2)}=v${index}`);
		await rename(changes, { options });
		expect([1001, 1002].map((id) => service.world.logSources.get(id)?.display_name)).toEqual([
			'v10',
			'v11',
		]);
	});

	it('wait for those before them that may name the same thing in another way', async () => {
		service.faults.push({ kind: 'hang', match: { nth: 1 } });
		const result = await run({
			items: [
				{ json: { by: 'id' } },
				{ json: { by: 'nameAndDomain', name: 'SHARED-01' } },
				{ json: { by: 'nameAndDomain', name: 'CORP-PC-01' } },
			],
			parameters: {
				operation: 'delete',
				deleteBy: '={{ $json.by }}',
				log_source_id: { __rl: true, mode: 'id', value: '1009' },
				log_source: { __rl: true, mode: 'name', value: '={{ $json.name }}' },
				domain_name: { __rl: true, mode: 'name', value: corp },
			},
			options,
			credentials: { baseUrl: service.url, accessToken: service.token, timeout: 1 },
		});
		expect(outcomes(result)).toEqual(['unknown', 'succeeded', 'succeeded']);
		const [first = 0, ...others] = service.requests.map(({ at }) => at);
		// The first one is given up after a second.
		expect(others.map((at) => at - first > 900)).toEqual([true, true]);
	});

	it('are one after the other unless asked for', async () => {
		service.faults.push({ kind: 'hang', match: { nth: 1 } });
		const credentials = { baseUrl: service.url, accessToken: service.token, timeout: 1 };
		const result = await add(['A', 'B'], {
			options: { batchSize: 1, readBack: false },
			credentials,
		});
		expect(outcomes(result)).toEqual(['unknown', 'succeeded']);
	});
});

describe('the hint', () => {
	it.each([
		[['BAD', 'A'], '1 of 2 log sources was refused: Refused ('],
		[['BAD', 'A', 'WORSE'], '2 of 3 log sources were refused: Refused ('],
		[
			['BAD', 'A', ''],
			'1 of 3 log sources was not sent, 1 of 3 log sources was refused: Refused; ',
		],
	])('counts %j', async (names, message) => {
		for (const item of ['BAD', 'WORSE']) {
			service.itemRefusals.push({ operation: 'addLogSources', item, issue: 'Refused' });
		}
		const { hints } = await add(names);
		expect(hints).toEqual([
			{ message: expect.stringContaining(message), location: 'outputPane', type: 'warning' },
		]);
	});

	it.each([
		[['A'], '1 of 1 log source succeeded (1 request, '],
		[['A', 'B'], '2 of 2 log sources succeeded (2 requests, '],
	])('is a line of the log where all succeeded quickly: %j', async (names, message) => {
		const { hints, logs } = await add(names);
		expect(hints).toEqual([]);
		expect(logs.map((line) => line.message)).toContainEqual(
			expect.stringContaining(`Add log sources: ${message}`),
		);
	});

	it('tells the time that it took', async () => {
		service.latencyMs = 60;
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue: 'Refused' });
		const { hints } = await add(['A', 'BAD'], noLookUp);
		expect(hints[0]?.message).toMatch(/\(1 request, [0-9]\.[0-9] s\)$/);
		expect(hints[0]?.message).not.toContain(' 0.0 s');
	});

	it('shows markup in the words of the service as text', async () => {
		const issue = '<img src=x onerror="alert(1)"> & more';
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue });
		const { hints, outputs } = await add(['BAD', 'A']);
		expect(hints[0]?.message).toContain('&lt;img src=x onerror="alert(1)"&gt; &amp; more');
		expect(hints[0]?.message).not.toContain('<');
		expect(outputs[0]?.[0]?.json.issue).toBe(issue);
	});

	it('tells refused and unknown items apart, and three reasons at most', async () => {
		for (const item of ['A', 'B', 'C', 'D']) {
			service.itemRefusals.push({ operation: 'addLogSources', item, issue: `No ${item}` });
		}
		service.faults.push({ kind: 'afterEffect', match: { operation: 'addLogSources', nth: 5 } });
		const { hints } = await add(['A', 'B', 'C', 'D', 'E', 'F'], {
			options: { batchSize: 1, readBack: false },
		});
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining(
				'4 of 6 log sources were refused, the outcome of 1 of 6 log sources is unknown: No A; No B; No C (',
			),
		]);
	});
});

describe('the log', () => {
	it('tells after each request how far the write is, bad items counted', async () => {
		service.itemRefusals.push({ operation: 'addLogSources', item: 'BAD', issue: 'Refused' });
		const { logs } = await add(['', 'A', 'BAD', 'B'], { options: { batchSize: 1 } });
		expect(logs.filter(({ level }) => level === 'info').map(({ message }) => message)).toEqual([
			'Add log sources: 2 of 4 sent, 1 refused',
			'Add log sources: 3 of 4 sent, 2 refused',
			'Add log sources: 4 of 4 sent, 2 refused',
			expect.stringMatching(/^Add log sources: 1 of 4 log sources was not sent, .* s\)$/),
		]);
	});
});

describe('Items per Request and Max Concurrent Requests', () => {
	it.each([0, -1, 1.5, 'x'])(
		'take %j as not set, and refuse the item that says so',
		async (bad) => {
			const names = many(4);
			const { outputs } = await run({
				items: names.map((name) => ({ json: { name } })),
				parameters: {
					operation: 'add',
					log_source: '={{ $json.name }}',
					domain_name: { __rl: true, mode: 'name', value: corp },
				},
				options: {
					batchSize: `={{ $itemIndex === 0 ? ${JSON.stringify(bad)} : 1 }}`,
					requestsAtOnce: `={{ $itemIndex === 0 ? ${JSON.stringify(bad)} : 1 }}`,
				},
			});
			expect(outcomes({ outputs })).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded']);
			expect(sentNames()).toEqual([names.slice(1)]);
		},
	);

	it('are those of the first item', async () => {
		await run({
			items: many(3).map((name) => ({ json: { name } })),
			parameters: {
				operation: 'add',
				log_source: '={{ $json.name }}',
				domain_name: { __rl: true, mode: 'name', value: corp },
			},
			options: { batchSize: '={{ $itemIndex === 0 ? 1 : 100 }}' },
		});
		expect(sentNames()).toEqual([['NEW-0'], ['NEW-1'], ['NEW-2']]);
	});
});

describe('Look Up Results', () => {
	const asked = () => service.requests.map(({ method }) => method);
	const loseAnswers = () => {
		service.faults.push({ kind: 'afterEffect', match: { method: 'POST' } });
		service.faults.push({ kind: 'afterEffect', match: { method: 'PUT' } });
		service.faults.push({ kind: 'afterEffect', match: { method: 'DELETE' } });
	};

	it('sends one more request a domain, and none where it is off', async () => {
		await add(['A', 'B', `C@${lab}`]);
		expect(asked()).toEqual(['POST', 'GET', 'GET']);
		await add(['D', 'E'], noLookUp);
		expect(asked()).toEqual(['POST', 'GET', 'GET', 'POST']);
	});

	it('sends nothing where the answers leave nothing open', async () => {
		service.set({ deleteFailureCarriesId: true });
		service.itemRefusals.push({ operation: 'deleteLogSources', item: 1002, issue: 'In use' });
		await remove(['1002', '1003']);
		await add(['A']);
		await rename(['1001=x']);
		expect(asked()).toEqual(['DELETE', 'POST', 'PUT']);
	});

	it('settles writes whose answers were lost, and tells the ids of added log sources', async () => {
		loseAnswers();
		const added = await add(['A', 'B']);
		expect(added.outputs[0]?.map(({ json }) => json)).toEqual(
			['A', 'B'].map((log_source) => ({
				log_source,
				domain_name: corp,
				outcome: 'succeeded',
				log_source_id: service.world.logSourceAt(corp, log_source)?.log_source_id,
			})),
		);
		expect(outcomes(await rename(['1001=New']))).toEqual(['succeeded']);
		const removed = await remove(['1003', '1004']);
		expect(removed.outputs[0]?.map(({ json }) => [json.outcome, json.deleted])).toEqual([
			['succeeded', true],
			['succeeded', true],
		]);
	});

	it('leaves a write unknown that was lost and is not done, since it may be under way', async () => {
		service.faults.push({ kind: 'resetBefore', match: { method: 'POST', nth: 1 } });
		const result = await add(['A', 'B'], { options: { batchSize: 1 } });
		expect(outcomes(result)).toEqual(['unknown', 'succeeded']);
		expect(result.outputs[0]?.[0]?.json.issue).toMatch(
			/may or may not have been carried out.*\. A look-up shows that it is not done so far, but it may still be under way$/,
		);
	});

	it('knows the one refused id of many deletions', async () => {
		const held = [...service.world.logSources.keys()];
		const [refused = 0] = held;
		service.itemRefusals.push({ operation: 'deleteLogSources', item: refused, issue: 'In use' });
		const result = await remove(held.map(String));
		expect(outcomes(result)).toEqual(['failed', ...held.slice(1).map(() => 'succeeded')]);
		expect(result.outputs[0]?.[0]?.json.issue).toBe('In use');
	});

	it('tells agents apart by their names', async () => {
		service.itemRefusals.push({ operation: 'addAgents', item: 'BAD', issue: 'No route' });
		const result = await addAgents(['CORP-PC-01', 'BAD', 'CORP-PC-02']);
		expect(outcomes(result)).toEqual(['succeeded', 'failed', 'succeeded']);
		expect(result.outputs[0]?.[1]?.json.issue).toBe('No route');
	});

	it.each([
		['1001=New', 'succeeded'],
		['999999=New', 'unknown'],
	])('compares an update with the listing: %s', async (change, outcome) => {
		service.set({ summary: 'absent' });
		service.faults.push({ kind: 'dataWrong', match: { method: 'PUT' } });
		const result = await rename([change], { onError: 'continueRegularOutput' });
		expect(outcomes(result)).toEqual([outcome]);
	});

	it('keeps the outcomes where it is refused, and says so once', async () => {
		service.itemRefusals.push({ operation: 'deleteLogSources', item: 1002, issue: 'In use' });
		service.faults.push({ kind: 'status', status: 400, match: { method: 'GET' } });
		const removed = await remove(['1001', '1002'], { onError: 'continueRegularOutput' });
		expect(outcomes(removed)).toEqual(['unknown', 'unknown']);
		const added = await add(['A', 'B', 'C'], { options: { batchSize: 1, requestsAtOnce: 3 } });
		expect(outcomes(added)).toEqual(['succeeded', 'succeeded', 'succeeded']);
		const several = await add(['D', 'E']);
		expect(outcomes(several)).toEqual(['succeeded', 'succeeded']);
		for (const { hints } of [removed, several]) {
			expect(hints[0]).toEqual({
				message: expect.stringMatching(
					/^The results could not be looked up\. The service refused GET \/log-sources: Status 400/,
				),
				location: 'outputPane',
				type: 'warning',
			});
		}
	});
});

/** Resolves once the service has got that many requests. */
async function requested(count: number): Promise<void> {
	while (service.requests.length < count) await sleep(5);
}
