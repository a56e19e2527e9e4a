import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { add as addLogSource } from '../../nodes/LogSource/operations/add';
import { asText } from '../../nodes/shared/json';
import { id, named } from '../cases/case';
import { accountOf } from '../support/account';
import { rowsOf } from '../support/cases/results';
import { runNode, type NodeRequest, type NodeRun } from '../support/harness/harness';
import type { Fault } from '../support/service/faults';
import { Ids } from '../support/service/ids';
import { documented, someReadings } from '../support/service/switches';
import { useService } from '../support/service/useService';

const corp = 'corp.example.com';
const lab = 'lab.example.com';

const service = useService({ switches: documented.switches });

type Setting = Omit<Partial<NodeRequest>, 'parameters' | 'items'> & {
	options?: INodeParameters;
	parameters?: INodeParameters;
};

const run = async (
	node: string,
	jsons: readonly IDataObject[],
	parameters: INodeParameters,
	{ options = {}, parameters: more, ...setting }: Setting = {},
): Promise<NodeRun> =>
	await runNode({
		node,
		items: jsons.map((json) => ({ json })),
		credentials: accountOf(service),
		...setting,
		parameters: { ...parameters, ...more, options },
	});

const idOfItem = id('={{ $json.id }}');

/** Runs an operation over items that are made of what is given. */
const writing =
	<Given>(node: string, parameters: INodeParameters, itemOf: (given: Given) => IDataObject) =>
	async (given: readonly Given[], setting?: Setting): Promise<NodeRun> =>
		await run(node, given.map(itemOf), parameters, setting);

const ADD: INodeParameters = {
	operation: 'add',
	log_source: '={{ $json.name }}',
	domain_name: named('={{ $json.domain }}'),
};

/** Adds log sources by name, each of an item; `name@domain` where the domain is another. */
const add = writing('logSource', ADD, (place: string) => {
	const [name = '', domain = corp] = place.split('@');
	return { name, domain };
});

/** Sets the display name of log sources, each of an item: `id=name`. */
const rename = writing(
	'logSource',
	{
		operation: 'update',
		log_source_id: idOfItem,
		updateFields: { display_name: '={{ $json.name }}' },
	},
	(change: string) => {
		const [id = '', name = ''] = change.split('=');
		return { id, name };
	},
);

const remove = writing(
	'logSource',
	{ operation: 'delete', log_source_id: idOfItem },
	(id: string) => ({ id }),
);

const setFiles = writing(
	'logSource',
	{
		operation: 'setEventSourceFiles',
		log_source_id: idOfItem,
		source_files: ['={{ $json.file }}'],
	},
	([id, file]: readonly [id: string, file: string]) => ({ id, file }),
);

const addAgents = writing(
	'agent',
	{ operation: 'add', device_name: '={{ $json.name }}', domain_name: named(corp) },
	(name: string) => ({ name }),
);

const withIds: Setting = { options: { returnIds: true } };
const stop: Setting = { options: { ifRefused: 'stop' } };
const goOn: Setting = { onError: 'continueRegularOutput' };

const many = (count: number) => Array.from({ length: count }, (_none, index) => `NEW-${index}`);
const outcomes = (result: NodeRun) =>
	rowsOf(result)
		.map(({ outcome }) => asText(outcome))
		.join(' ');
const detailOf = (result: NodeRun, index = 0) => asText(rowsOf(result)[index]?.detail);

/** Makes the service refuse the listings that would settle what is open. */
const refuseLookUps = () =>
	service.faults.push({ kind: 'status', status: 400, match: { method: 'GET' } });
const hints = (result: NodeRun) => result.hints.map(({ message }) => message);
const pairs = (items: readonly INodeExecutionData[] = []) =>
	items.map(({ pairedItem }) => pairedItem);
const inOrder = (count: number) => Array.from({ length: count }, (_none, item) => ({ item }));

/** Makes the service refuse items of Add log sources. */
const refuse = (item: string, issue = 'Refused') =>
	service.itemRefusals.push({ operation: 'addLogSources', item, issue });
const refuseDeletionOf = (item: number) =>
	service.itemRefusals.push({ operation: 'deleteLogSources', item, issue: 'In use' });

/** An id as the wire has it. */
const wireId = (id: number) => new Ids().outward(id, service.switches.largeIds);
const wireIdAt = (domain: string, name: string) =>
	wireId(service.world.logSourceAt(domain, name)?.log_source_id ?? 0);

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

/** Runs a write whose first request is never answered; tells what left meanwhile, and cancels it. */
async function sentBeside(
	count: number,
	write: (setting: Setting) => Promise<NodeRun>,
): Promise<unknown[]> {
	for (const method of ['POST', 'PUT', 'DELETE']) {
		service.faults.push({ kind: 'hang', match: { method, nth: 1 } });
	}
	const written = () => service.requests.filter(({ method }) => method !== 'GET');
	const cancelling = new AbortController();
	const running = write({ cancel: cancelling.signal });
	while (written().length < count) await sleep(5);
	// A request too many would leave within this time.
	await sleep(50);
	const bodies = written().map(({ body }) => body);
	cancelling.abort();
	await running;
	return bodies;
}

describe.each(someReadings())('a write of many, to a service with $name', ({ switches }) => {
	beforeEach(() => {
		service.set(switches);
	});

	it('sends a hundred items a request, and gives each its outcome, in order', async () => {
		const names = many(201);
		const refused = [0, 99, 100, 150, 200];
		for (const at of refused) refuse(names[at] ?? '', `Refused ${at}`);
		const result = await add(names);
		expect(result.status).toBe('success');
		expect(sentNames().map(({ length }) => length)).toEqual([100, 100, 1]);
		expect(sentNames().flat()).toEqual(names);
		expect(pairs(result.outputs[0])).toEqual(inOrder(201));
		expect(
			rowsOf(result).map(({ log_source, outcome, detail }) => [log_source, outcome, detail]),
		).toEqual(
			names.map((name, index) =>
				refused.includes(index)
					? [name, 'failed', `Refused ${index}`]
					: [name, 'succeeded', 'Added'],
			),
		);
	});

	it('looks up the ids of several added log sources, and knows that of one', async () => {
		refuse('BAD');
		const added = [
			...rowsOf(await add(['BAD', 'ALONE'])),
			...rowsOf(await add(['C', 'A', `A@${lab}`, 'B'], withIds)),
		];
		expect(added.map(({ log_source_id }) => asText(log_source_id))).toEqual([
			'',
			wireIdAt(corp, 'ALONE'),
			...[wireIdAt(corp, 'C'), wireIdAt(corp, 'A'), wireIdAt(lab, 'A'), wireIdAt(corp, 'B')],
		]);
		// A column that some rows lack has red cells: the request of one item tells no ID beside others.
		const open = rowsOf(await add(['D', 'E', 'F'], { options: { batchSize: 2 } }));
		expect(open.filter((row) => 'log_source_id' in row)).toEqual([]);
		const parameters = { ifExists: 'return' };
		const returned = rowsOf(await add(['A', 'G', 'H'], { parameters }));
		expect(returned.filter((row) => row.log_source_id === '')).toEqual([]);
	});

	it('finds refused updates by their ids', async () => {
		const ids = [1001, 999_999, 1002].map(wireId);
		const result = await rename(ids.map((id, index) => `${id}=name ${index}`));
		expect(rowsOf(result).map((row) => [asText(row.log_source_id), row.outcome])).toEqual([
			[ids[0], 'succeeded'],
			[ids[1], 'failed'],
			[ids[2], 'succeeded'],
		]);
		expect(service.world.logSources.get(1002)?.display_name).toBe('name 2');
	});

	it('finds refused deletions by a look-up where the answer has no id', async () => {
		refuseDeletionOf(1002);
		const ids = [1001, 1002, 1003].map(wireId);
		const result = await remove(ids, goOn);
		const { listMeta, deleteFailureCarriesId } = service.switches;
		// A list that counts more than it serves does not show that something is gone.
		const isKnown = listMeta !== 'tooLarge' || deleteFailureCarriesId;
		expect(rowsOf(result).map((row) => [row.outcome, row.deleted])).toEqual([
			isKnown ? ['succeeded', true] : ['unknown', undefined],
			isKnown ? ['failed', ''] : ['unknown', undefined],
			isKnown ? ['succeeded', true] : ['unknown', undefined],
		]);
		if (isKnown) expect(rowsOf(result)[1]?.detail).toBe('In use');
	});

	it('never claims a deletion that the answer leaves open', async () => {
		refuseDeletionOf(1002);
		const ids = [1001, 1002, 1003].map(wireId);
		refuseLookUps();
		expect(outcomes(await remove(ids, goOn))).toBe(
			service.switches.deleteFailureCarriesId
				? 'succeeded failed succeeded'
				: 'unknown unknown unknown',
		);
	});

	it('sets event source files of log sources that share them in one request', async () => {
		const [one = '', two = '', three = ''] = [1001, 1002, 1003].map(wireId);
		const result = await setFiles([
			[one, 'Security'],
			[two, 'System'],
			[three, 'Security'],
		]);
		expect(service.requests.map(({ text }) => text)).toEqual([
			`{"log_source_ids":[${one},${three}],"source_files":["Security"]}`,
			`{"log_source_ids":[${two}],"source_files":["System"]}`,
		]);
		expect(outcomes(result)).toBe('succeeded succeeded succeeded');
	});

	it('gives the refusal of a whole request to its own items only', async () => {
		const result = await setFiles([
			[wireId(1001), 'Security'],
			[wireId(999_999), 'System'],
			[wireId(1003), 'Security'],
		]);
		expect(outcomes(result)).toBe('succeeded failed succeeded');
	});
});

describe('an input item', () => {
	it('is not changed', async () => {
		const items = [
			{ name: 'A', domain: corp, deep: { list: [1] } },
			{ name: '', domain: corp },
		];
		expect(outcomes(await run('logSource', items.map(frozen), ADD))).toBe('succeeded failed');
	});

	it('with an invalid parameter fails before anything is sent, and the others are sent', async () => {
		const result = await add(['A', '', 'B']);
		expect(sentNames()).toEqual([['A', 'B']]);
		expect(rowsOf(result)[1]).toEqual({
			outcome: 'failed',
			log_source: '',
			domain_name: corp,
			detail:
				'Log Source Name is empty. Set it, or check that its expression gives a value for this item.',
		});
	});
});

it('a bug in an operation stops the run: it is no outcome of an item', async () => {
	const spied = jest.spyOn(addLogSource, 'payload').mockImplementationOnce(() => {
		throw new TypeError('a bug');
	});
	try {
		expect((await add(['A', 'B'])).error?.message).toBe('a bug');
	} finally {
		spied.mockRestore();
	}
});

describe('On Error', () => {
	beforeEach(() => {
		refuse('BAD');
	});

	it.each<[NonNullable<NodeRequest['onError']>, string[], string]>([
		['stopWorkflow', ['A', 'BAD', 'B'], 'succeeded failed succeeded'],
		['stopWorkflow', ['', 'A', 'BAD'], 'failed succeeded failed'],
		['continueRegularOutput', ['A', 'BAD', ''], 'succeeded failed failed'],
		['continueRegularOutput', ['', ''], 'failed failed'],
	])('%s lets the items %j go on with their outcomes %j', async (onError, names, expected) => {
		const result = await add(names, { onError });
		expect(result.status).toBe('success');
		expect(outcomes(result)).toBe(expected);
		expect(pairs(result.outputs[0])).toEqual(inOrder(names.length));
	});

	it('continueErrorOutput sends the items that failed there, with their input', async () => {
		const { outputs } = await add(['A', 'BAD', 'B', ''], { onError: 'continueErrorOutput' });
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.log_source, pairedItem])).toEqual([
			['A', { item: 0 }],
			['B', { item: 2 }],
		]);
		// n8n shows a cell without a value in red.
		expect(outputs[0]?.map(({ json }) => json['detail'])).toEqual(['Added', 'Added']);
		const failed = { outcome: 'failed' };
		expect(outputs[1]).toEqual([
			{
				json: {
					...{ name: 'BAD', domain: corp },
					error: { message: 'Refused', log_source: 'BAD', domain_name: corp, ...failed },
				},
				pairedItem: { item: 1 },
			},
			{
				json: {
					...{ name: '', domain: corp },
					error: {
						message: expect.stringContaining('Log Source Name is empty'),
						...{ log_source: '', domain_name: corp, ...failed },
					},
				},
				pairedItem: { item: 3 },
			},
		]);
	});

	it('stopWorkflow stops with the cause that all items have in common', async () => {
		expect((await add(['', ''])).error).toMatchObject({
			name: 'NodeOperationError',
			message: 'Log Source Name is empty',
			context: { itemIndex: 0 },
		});
		expect(service.requests).toEqual([]);
		// What the request filter refuses was not carried out, so there is nothing to look up.
		service.faults.push({ kind: 'refusal', code: 'XSS_DETECTED', status: 400 });
		const { error } = await add(['A', 'B'], { options: { batchSize: 1 } });
		expect(service.requests.length).toBe(2);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	});

	it.each([
		[
			'are invalid in different ways',
			['', 'A@ '],
			/^2 of 2 log sources were not sent: Log Source Name is empty.* \(1\), Domain is empty.* \(1\)$/,
			'corp.example.com, A.',
		],
		[
			'are invalid or refused',
			['', 'BAD', 'WORSE'],
			/^1 of 3 log sources was not sent, 2 of 3 log sources were refused: Refused \(2\), Log Source Name is empty/,
			'corp.example.com, BAD, WORSE.',
		],
		[
			'were refused by name',
			['BAD', 'WORSE'],
			/^2 of 2 log sources were refused: Refused$/,
			'BAD, WORSE.',
		],
		['were refused, one alone', ['BAD'], /^BAD: Refused$/, undefined],
	])('stopWorkflow stops where all items %s', async (_name, names, message, description) => {
		refuse('WORSE');
		const { error } = await add(names);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
		});
		expect(error?.description).toBe(description);
	});

	it('stopWorkflow keeps text in angle brackets readable in what n8n shows as HTML', async () => {
		refuse('ONE', 'No <source_ip>');
		refuse('TWO', 'No <user>');
		expect((await add(['ONE', 'TWO'])).error?.message).toBe(
			'2 of 2 log sources were refused: No ‹source_ip› (1), No ‹user› (1)',
		);
	});

	it('stopWorkflow stops where all outcomes are unknown', async () => {
		service.faults.push({ kind: 'afterEffect', match: { method: 'POST' } });
		refuseLookUps();
		const { error } = await add(['A', 'B']);
		expect(error?.message).toMatch(/^The outcome of 2 of 2 log sources is unknown: The connection/);
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s sends nothing more after a refused token',
		async (onError) => {
			const credentials = { baseUrl: service.url, accessToken: 'wrong' };
			const result = await add(many(201), { onError, credentials });
			expect(service.requests.length).toBe(1);
			if (onError === 'stopWorkflow') {
				expect(result.error).toMatchObject({ message: 'The service refused the access token' });
				return;
			}
			expect(hints(result)).toEqual([
				expect.stringContaining(
					'101 of 201 log sources were not sent, 100 of 201 log sources were refused: ',
				),
			]);
			const items = result.outputs[onError === 'continueErrorOutput' ? 1 : 0] ?? [];
			expect(items.length).toBe(201);
			expect(JSON.stringify(items[200]?.json)).toContain('07001113');
		},
	);

	it('continueRegularOutput gives items that were not sent no unknown outcome', async () => {
		const credentials = { ...accountOf(service), baseUrl: service.url.replace('http:', 'https:') };
		const options = { batchSize: 1 };
		const result = await add(['A', 'B', 'C'], { ...goOn, credentials, options });
		expect(outcomes(result)).toBe('failed failed failed');
		expect(detailOf(result, 2)).toMatch(
			/^It was not sent: The port of the base URL does not speak https\. .*Write http:/,
		);
	});
});

describe('If Some Items Are Refused: Stop', () => {
	beforeEach(() => {
		refuse('BAD');
	});

	it('names the items that were refused or are unknown, and no others', async () => {
		service.faults.push({ kind: 'afterEffect', match: { operation: 'addLogSources', nth: 3 } });
		refuseLookUps();
		const result = await add(['BAD', 'A', 'B'], { options: { ...stop.options, batchSize: 1 } });
		expect(sentNames()).toEqual([['BAD'], ['A'], ['B']]);
		expect(result.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(
				/^1 of 3 log sources was refused, the outcome of 1 of 3 log sources is unknown: Refused \(1\), The connection/,
			),
			description: expect.stringMatching(
				/^BAD, B\. The others were sent, and those that succeeded are not undone\. <a href="https:[^"]*#the-connection/,
			),
		});
	});

	it('points to the first item that did not succeed', async () => {
		const { error } = await add(['A', 'BAD', 'B'], stop);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it.each([
		[10, 'NEW-9.'],
		[11, 'NEW-9, … and 1 more.'],
		[13, 'NEW-9, … and 3 more.'],
	])('names the first ten of %i items, and three reasons', async (count, end) => {
		const names = many(count);
		names.forEach((name, at) => refuse(name, `No ${at % 4}`));
		const { error } = await add(names, stop);
		expect(error?.message).toMatch(
			new RegExp(`^${count} of ${count} log sources were refused: No 0 .*, … and 1 more reasons$`),
		);
		expect(error?.description?.startsWith('NEW-0, NEW-1, ')).toBe(true);
		expect(error?.description?.endsWith(end)).toBe(true);
	});

	it.each([
		['stopWorkflow', ['A', 'B']],
		['continueRegularOutput', ['BAD', 'A']],
		['continueErrorOutput', ['BAD', 'A']],
	] as const)('does not stop with On Error %s and the items %j', async (onError, names) => {
		const result = await add(names, { onError, ...stop });
		expect(result.status).toBe('success');
		expect(result.outputs.flat().length).toBe(2);
	});
});

describe('a lost answer', () => {
	it.each<[Fault, string]>([
		[{ kind: 'afterEffect' }, 'The connection to the service broke before its answer was complete'],
	])('after %j is explained, with the way to find out', async (fault, what) => {
		service.faults.push({ ...fault, match: { method: 'POST' } });
		refuseLookUps();
		expect(detailOf(await add(['A', 'B'], goOn))).toBe(
			`${what}. The request may or may not have been carried out, so it was not sent again. Check with Log Source › Get Many before you send this item again`,
		);
	});
});

describe('agents, whose refusals name no item', () => {
	beforeEach(() => {
		service.itemRefusals.push({ operation: 'addAgents', item: 'BAD', issue: 'No route' });
	});

	it.each([
		['one item a request', { batchSize: 1 }, 4],
		['a look-up by their names', {}, 6],
	])('are told apart by %s', async (_how, options, requests) => {
		const result = await addAgents(['CORP-PC-01', 'BAD', 'CORP-PC-02'], { options });
		expect(outcomes(result)).toBe('succeeded failed succeeded');
		expect(detailOf(result, 1)).toBe('No route');
		expect(service.requests.length).toBe(requests);
	});
});

it('a refusal that quotes the request shows the password of none of its agents', async () => {
	service.faults.push({ kind: 'echo', match: { operation: 'addAgents' } });
	const result = await addAgents(['first', 'second'], {
		...goOn,
		parameters: { credentials: { user_name: 'setup', password: '={{ $json.name }}+Pass-1' } },
	});
	expect(outcomes(result)).toBe('failed failed');
	expect(detailOf(result)).toMatch(/"first".*"\[hidden\]".*"second".*"\[hidden\]"/);
	const { outputs, hints: shown, logs } = result;
	expect(JSON.stringify([outputs, shown, logs])).not.toContain('+Pass-1');
});

describe('Max Concurrent Requests', () => {
	const options = { maxConcurrentRequests: 3, batchSize: 1 };

	it('sends requests side by side, but never two for the same log source', async () => {
		const sent = await sentBeside(
			4,
			async (setting) =>
				await rename(['1001=a', '1001=b', '1002=c', '1003=d', '1004=e'], { ...setting, options }),
		);
		expect(sent).toMatchObject(
			[1001, 1002, 1003, 1004].map((log_source_id) => ({ log_sources: [{ log_source_id }] })),
		);
	});

	it('holds a request back while one before it may name the same log source in another way', async () => {
		const items = [
			{ by: 'id', it: '1009' },
			{ by: 'name', it: 'SHARED-01' },
			{ by: 'name', it: 'CORP-PC-01' },
		];
		const parameters = {
			operation: 'delete',
			log_source_id: { ...named('={{ $json.it }}'), mode: '={{ $json.by }}' },
		};
		const inDomain = { ...options, domain_name: named(corp) };
		const sent = await sentBeside(
			1,
			async (setting) =>
				await run('logSource', items, parameters, { ...setting, options: inDomain }),
		);
		expect(sent).toEqual([{ log_sources: [{ log_source_id: 1009 }] }]);
	});

	it('is one where it is not set', async () => {
		const { maxConcurrentRequests: _unset, ...rest } = options;
		const sent = await sentBeside(
			1,
			async (setting) => await add(['A', 'B'], { ...setting, options: rest }),
		);
		expect(sent).toHaveLength(1);
	});
});

describe('the hint', () => {
	it.each([
		[['BAD', 'A'], '1 of 2 log sources was refused: Refused ('],
		[['BAD', 'A', 'WORSE'], '2 of 3 log sources were refused: Refused ('],
		[['BAD', 'A', ''], '1 of 3 log sources was not sent, 1 of 3 log sources was refused: '],
	])('counts what did not succeed of %j', async (names, message) => {
		refuse('BAD');
		refuse('WORSE');
		expect((await add(names)).hints).toEqual([
			{ message: expect.stringContaining(message), location: 'outputPane', type: 'warning' },
		]);
	});

	it.each([
		[['A'], '1 of 1 log source succeeded (1 request, '],
		[['A', 'B'], '2 of 2 log sources succeeded (1 request, '],
	])('is only logged where all of %j succeeded quickly', async (names, message) => {
		const result = await add(names);
		expect(result.hints).toEqual([]);
		expect(result.logs.map((line) => line.message)).toContainEqual(
			expect.stringContaining(`Add log sources: ${message}`),
		);
	});

	it('ends with the time that the write took', async () => {
		service.latencyMs = 60;
		refuse('BAD');
		const [hint] = hints(await add(['A', 'BAD']));
		expect(hint).toMatch(/\(1 request, [0-9]\.[0-9] s\)$/);
		expect(hint).not.toContain(' 0.0 s');
	});

	it('shows markup in the words of the service as text', async () => {
		const said = '<img src=x onerror="alert(1)"> & more';
		refuse('BAD', said);
		const result = await add(['BAD', 'A']);
		expect(hints(result)[0]).toContain('&lt;img src=x onerror="alert(1)"&gt; &amp; more');
		expect(hints(result)[0]).not.toContain('<');
		expect(detailOf(result)).toBe(said);
	});

	it('counts refused and unknown items apart, and gives three reasons at most', async () => {
		for (const name of ['A', 'B', 'C', 'D']) refuse(name, `No ${name}`);
		service.faults.push({ kind: 'afterEffect', match: { operation: 'addLogSources', nth: 5 } });
		refuseLookUps();
		const options = { batchSize: 1 };
		expect(hints(await add(['A', 'B', 'C', 'D', 'E', 'F'], { options }))).toContainEqual(
			expect.stringContaining(
				'4 of 6 log sources were refused, the outcome of 1 of 6 log sources is unknown: No A (1), No B (1), No C (1), … and 2 more reasons (',
			),
		);
	});
});

it('the log tells after each request how far the write is, invalid items counted', async () => {
	refuse('BAD');
	const { logs } = await add(['', 'A', 'BAD', 'B'], { options: { batchSize: 1 } });
	expect(logs.filter(({ level }) => level === 'info').map(({ message }) => message)).toEqual([
		'Add log sources: 2 of 4 done, 1 failed',
		'Add log sources: 3 of 4 done, 2 failed',
		'Add log sources: 4 of 4 done, 2 failed',
		expect.stringMatching(/^Add log sources: 1 of 4 log sources was not sent, .* s\)$/),
	]);
});

describe('Items per Request and Max Concurrent Requests', () => {
	it.each([0, -1, 1.5, 'x'])(
		'take no notice of %j, and the item that gives it fails',
		async (bad) => {
			const value = `={{ $itemIndex === 0 ? ${JSON.stringify(bad)} : 1 }}`;
			const names = many(4);
			const result = await add(names, {
				options: { batchSize: value, maxConcurrentRequests: value },
			});
			expect(outcomes(result)).toBe('failed succeeded succeeded succeeded');
			expect(sentNames()).toEqual(names.slice(1).map((name) => [name]));
		},
	);

	it('are the least that any item asks for', async () => {
		await add(many(3), { options: { batchSize: '={{ $itemIndex === 2 ? 1 : 100 }}' } });
		expect(sentNames()).toEqual([['NEW-0'], ['NEW-1'], ['NEW-2']]);
	});
});

describe('the look-up of what the answers leave open', () => {
	const methods = () => service.requests.map(({ method }) => method);

	it('sends nothing where the answers leave nothing open', async () => {
		service.set({ deleteFailureCarriesId: true });
		refuseDeletionOf(1002);
		await remove(['1002', '1003']);
		expect(methods()).toEqual(['DELETE']);
	});

	it('shows of an item that is not sent what was set of it, in whatever collection', async () => {
		const updateFields = { monitoring_interval: 5 };
		const parameters = { operation: 'update', log_source_id: named('WEB01'), updateFields };
		const options = { domain_name: named(corp) };
		expect(rowsOf(await run('logSource', [{}], parameters, { ...goOn, options }))).toMatchObject([
			{ outcome: 'failed', log_source: 'WEB01', domain_name: corp },
		]);
	});

	it('leaves items unknown where the list shows more of them not done than were refused', async () => {
		service.itemRefusals.push({ operation: 'deleteLogSources', item: 1002, issue: 'In use' });
		const log_sources = [1001, 1002, 1003].map((log_source_id) => ({ log_source_id }));
		const match = { method: 'GET' };
		service.faults.push({ kind: 'dataWrong', data: { log_sources }, match, times: 9 });
		const result = await remove(['1001', '1002', '1003'], { onError: 'continueRegularOutput' });
		expect(outcomes(result)).toBe('unknown unknown unknown');
		expect(detailOf(result)).toBe(
			'The service refused 1 of 3 without saying which: In use. A look-up shows 3 that are not done: the list may lag behind',
		);
	});

	it.each([
		['idText', 'succeeded failed'],
		['empty', 'unknown unknown'],
	] as const)(
		'tells one that was not there from one that is gone only by a refusal with its ID: %s',
		async (deleteFailureName, expected) => {
			service.set({ deleteFailureName });
			expect(outcomes(await remove(['1003', '9999'], goOn))).toBe(expected);
		},
	);

	it('keeps the outcomes where it is refused, and says so once', async () => {
		refuseDeletionOf(1002);
		service.faults.push({ kind: 'status', status: 400, match: { method: 'GET' } });
		const removed = await remove(['1001', '1002'], goOn);
		expect(outcomes(removed)).toBe('unknown unknown');
		const alone = await add(['A', 'B', 'C'], {
			options: { batchSize: 1, maxConcurrentRequests: 3 },
		});
		expect(outcomes(alone)).toBe('succeeded succeeded succeeded');
		const several = await add(['D', 'E'], withIds);
		expect(outcomes(several)).toBe('succeeded succeeded');
		for (const result of [removed, several]) {
			expect(result.hints[0]).toEqual({
				message: expect.stringMatching(
					/^The results could not be looked up\. The service refused GET \/log-sources: Status 400/,
				),
				location: 'outputPane',
				type: 'warning',
			});
		}
	});
});
