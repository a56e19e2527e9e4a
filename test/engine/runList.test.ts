import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/texts';
import { CORP, id, LAB, named } from '../cases/case';
import { rowsOf } from '../support/cases/results';
import { runOperation, type NodeRun } from '../support/harness/harness';
import { demoWorld } from '../support/service/demoWorld';
import { newLogSource } from '../support/service/records';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({
	switches: documented,
	world: (now) => {
		const world = demoWorld(now);
		for (let index = 0; index < 1200; index += 1) {
			world.putLogSource(newLogSource(2000 + index, `SRC-${index}`, { domain_name: LAB }, now));
		}
		return world;
	},
});

const list = async (
	node: string,
	{ operation = 'getAll', ...parameters }: INodeParameters = {},
	setting: Parameters<typeof runOperation>[3] = {},
): Promise<NodeRun> =>
	await runOperation(service, `${node}.${asText(operation)}`, parameters, setting);

const hints = (run: NodeRun) => run.hints.map(({ message }) => message).join('\n');

describe('a list', () => {
	it.each([
		[{}, 50, 1],
		[{ limit: 3 }, 3, 1],
		[{ limit: 1000 }, 1000, 1],
		[{ limit: 1001 }, 1001, 2],
		[{ returnAll: true }, 1220, 2],
		// If Return All is an expression, the editor also shows Limit.
		[{ returnAll: '={{ true }}', limit: 3 }, 1220, 2],
		[{ returnAll: '={{ false }}', limit: 3 }, 3, 1],
	])('with %j holds %i rows after %i requests', async (parameters, rows, requests) => {
		expect(rowsOf(await list('logSource', parameters)).length).toBe(rows);
		expect(service.requests.length).toBe(requests);
	});

	const infoLines = ({ logs }: NodeRun) =>
		logs.filter(({ level }) => level === 'info').map(({ message }) => message);

	it('logs its progress after each page, and its requests and time at the end', async () => {
		const run = await list('logSource', { returnAll: true });
		expect(infoLines(run)).toEqual([
			'Get many log sources: 1000 of 1220 records read',
			'Get many log sources: 1220 of 1220 records read',
			expect.stringMatching(
				/^Get many log sources: 1220 records read \(took 2 requests, [0-9]\.[0-9] s\)$/,
			),
		]);
		expect(run.hints).toEqual([]);
	});

	it('logs the number of records of all items, and no count of one list as the count of all', async () => {
		const filters = { log_source: '={{ $json.name }}' };
		const items = ['SRC-7', 'SRC-8'].map((name) => ({ name }));
		const two = infoLines(await list('logSource', { limit: 1, filters }, { items }));
		expect(two).toEqual([
			...[1, 1].map((count) => `Get many log sources: ${count} of 1 records read`),
			expect.stringMatching(/: 2 records read \(took 2 requests, /),
		]);
		const lines = infoLines(await list('computer', { returnAll: true }));
		expect(lines.map((line) => line.replace(/ \(took.*/, ''))).toEqual(
			[21, 35, 43, 43].map((count) => `Get many computers: ${count} records read`),
		);
	});

	it.each([{ page: 2 }, { from: 4 }])(
		'that is a single page says so if it may not be all: %j',
		async (options) => {
			const run = await list('logSource', { returnAll: true, options });
			expect(service.requests.length).toBe(1);
			expect(hints(run)).toMatch(/^Page or From selects one page/);
			expect(hints(await list('logSource', { options, limit: 1001 }))).toBe(hints(run));
			expect(hints(await list('logSource', { options, limit: 1000 }))).toBe('');
		},
	);

	it.each<[filters: INodeParameters, options: INodeParameters]>([
		[{}, { page: 2 }],
		[{ configured: 'notConfigured' }, { from: 2 }],
		[{ configured: 'notConfigured', domain_name: named(CORP) }, { page: 2 }],
	])('that the node combines from several lists has no pages to select: %j', async (...given) => {
		const [filters, options] = given;
		const { error } = await list('computer', { filters, options });
		expect(error?.message).toBe(
			'Page and From need a domain, and cannot be combined with Not Configured Only',
		);
		expect(service.requests).toEqual([]);
	});

	it('stops at the item that is refused, and names it', async () => {
		const log_type_id = id('={{ $json.it }}');
		const { error } = await list(
			'parserRule',
			{ log_type_id },
			{ items: [{ it: 502 }, { it: 999 }] },
		);
		const message = expect.stringMatching(/ \[Item 1\]$/);
		expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
	});

	it('sends nothing more after a refused token, whose error concerns all items', async () => {
		const credentials = { baseUrl: service.url, accessToken: 'wrong' };
		const setting = { items: [{ id: 1 }, { id: 2 }], credentials };
		const run = await list('domain', {}, { ...setting, onError: 'continueRegularOutput' });
		expect(service.requests.length).toBe(1);
		const error = { message: expect.stringContaining('The service refused the access token') };
		expect(rowsOf(run)).toEqual([{ error }, { error }]);
		expect((await list('domain', {}, setting)).error?.message).toMatch(/ access token$/);
	});

	it('gives each item its error if the credential cannot be used', async () => {
		const credentials = { baseUrl: 'ftp://logs', accessToken: 'a' };
		const setting = { items: [{ id: 1 }, { id: 2 }], credentials };
		const { outputs } = await list('domain', {}, { ...setting, onError: 'continueErrorOutput' });
		const message = expect.stringMatching(/^The base URL must be .* Open the credential/);
		expect(outputs.map((all) => all.map(({ json }) => json))).toMatchObject([
			[],
			[{ error: { message } }, { error: { message } }],
		]);
	});
});

describe('alerts', () => {
	it.each(['count', 'startBulkRequest'])(
		'show the search of all items once in %s',
		async (operation) => {
			const filters = { severity: ['critical', 'trouble'], status: ['open'], profile_ids: [7, 8] };
			const run = await list('alert', { operation, filters }, { items: [{}, {}] });
			expect(hints(run)).toMatch(
				/^Search sent: \S+ to \S+, severity critical,trouble, status open, profile_ids 7,8$/,
			);
		},
	);

	it('of a profile that is not listed are not searched', async () => {
		const { error } = await list('alert', { filters: { profile_ids: [901, 'No such profile'] } });
		expect(error?.message).toMatch(/^Not found: .* no alert profile named "No such profile"/);
		expect(service.requests.map(({ path }) => path)).toEqual(['/api/v2/alerts/profile']);
	});

	it('of a profile without an ID are not searched', async () => {
		service.faults.push({ kind: 'raw', text: '{"data":[{"profile_name":"Odd"}]}' });
		const { error } = await list('alert', { filters: { profile_ids: ['Odd'] } });
		expect(error?.message).toMatch(/ is unexpected: it lists alert profiles without an ID$/);
	});

	it('show at most twenty notes of one type, then that there are more, and a warning as well', async () => {
		service.set({ alertTotals: 'tooLarge' });
		const filters = { query: '={{ $json.query }}' };
		const queries = Array.from({ length: 22 }, (_none, at) => ({ query: `(EVENTID = "${at}")` }));
		const { hints: notes } = await list('alert', { filters }, { items: queries });
		const infos = notes.filter(({ type }) => type === 'info').map(({ message }) => message);
		expect(infos).toHaveLength(21);
		expect(infos[20]).toMatch(/^There are more notes like these\./);
		expect(notes.map(({ type }) => type)).toContain('warning');
	});
});

it('an unknown operation is refused', async () => {
	const { error } = await list('logType', { operation: 'getOne' });
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'There is no operation "getOne"',
	});
});
