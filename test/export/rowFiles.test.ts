import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { writeRowFiles, type RowPage } from '../../nodes/shared/rowFiles';
import { ROW_FORMATS } from '../../nodes/shared/rowFormat';
import { readBinary, runNode, useBinaryStore } from '../engine/harness';
import { startService, type Service } from '../service/service';
import { volumeWorld } from '../service/volumeWorld';
import { exportAlerts, numbersIn, rowsIn, texts, upTo } from './exported';

// A busy machine is no reason to fail.
jest.setTimeout(120_000);

let service: Service | undefined;

afterEach(async () => {
	await service?.stop();
	service = undefined;
});

describe('where n8n keeps files in memory', () => {
	it('writes the same files', async () => {
		await useBinaryStore('memory');
		service = await startService({ world: volumeWorld({ alerts: 12_000, alertsPerSecond: 50 }) });
		const run = await exportAlerts(service);
		const [text] = await texts(run);
		expect(numbersIn(rowsIn(text))).toEqual(upTo(12_000));
	});

	it('divides what would be too large to hold', async () => {
		await useBinaryStore('memory');
		service = await startService({ world: volumeWorld({ alerts: 100_000, alertsPerSecond: 50 }) });
		service.set({ trusted: true });
		const run = await exportAlerts(service);
		const items = run.outputs[0] ?? [];
		const sizes = items.map(({ json }) => Number(json['bytes']));
		const parts = await texts(run);

		expect(items.length).toBeGreaterThan(1);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(32_000_000);
		expect(parts.flatMap((part) => numbersIn(rowsIn(part)))).toEqual(upTo(100_000));
	});
});

describe('lists as files', () => {
	it.each([
		['logSource', 2500],
		['computer', 2500],
	])('%s writes all rows into a file', async (node, count) => {
		await useBinaryStore('files');
		service = await startService({ world: volumeWorld({ computers: 0, logSources: count }) });
		const run = await runNode({
			node,
			parameters: { operation: 'getAll', returnAll: true, options: { output: 'ndjson' } },
			credentials: { baseUrl: service.url, accessToken: service.token },
		});
		const [text] = await texts(run);
		const names = rowsIn(text).map((row) => row['name'] ?? row['log_source']);

		expect(run.outputs[0]).toMatchObject([{ json: { records: count, parts: 1 } }]);
		expect(new Set(names).size).toBe(count);
		expect(run.hints).toMatchObject([
			{ message: expect.stringMatching(/^2500 records read \(\d+ requests, /), type: 'info' },
		]);
	});

	it('stops at the limit', async () => {
		service = await startService({ world: volumeWorld({ logSources: 1500 }) });
		const run = await runNode({
			node: 'logSource',
			parameters: { operation: 'getAll', limit: 1200, options: { output: 'csv', fileName: 'x' } },
			credentials: { baseUrl: service.url, accessToken: service.token },
		});
		expect(run.outputs[0]).toMatchObject([{ json: { records: 1200, file_name: 'x.csv' } }]);
		expect((await texts(run))[0]?.split('\r\n').length).toBe(1202);
		expect(run.logs.map(({ message }) => message)).toContain(
			'Get many log sources: 1200 of 1200 records read',
		);
	});

	it('writes alerts of a search, and agents', async () => {
		service = await startService();
		const credentials = { baseUrl: service.url, accessToken: service.token };
		const alerts = await runNode({
			node: 'alert',
			parameters: { operation: 'getAll', returnAll: true, options: { output: 'json' } },
			credentials,
		});
		expect(JSON.parse((await texts(alerts))[0] ?? '')).toHaveLength(60);
		const agents = await runNode({
			node: 'agent',
			parameters: { operation: 'getAll', options: { output: 'csv' } },
			credentials,
		});
		expect(agents.outputs[0]).toMatchObject([
			{
				json: { records: service.world.agents.size },
				binary: { data: { fileName: 'agents.csv' } },
			},
		]);
	});
});

describe('rows of several shapes', () => {
	const pages = async function* (...lists: IDataObject[][]): AsyncGenerator<RowPage> {
		await Promise.resolve();
		for (const [index, rows] of lists.entries()) yield { rows, number: index + 1 };
	};
	const written: Buffer[] = [];
	const context = {
		helpers: {
			prepareBinaryData: (body: Buffer): Promise<IBinaryData> => {
				written.push(body);
				return Promise.resolve({ data: '', mimeType: '' });
			},
		},
	} as unknown as IExecuteFunctions;
	const csv = async (...lists: IDataObject[][]) => {
		written.length = 0;
		const settings = { format: ROW_FORMATS.csv, name: 'x', mostBytes: Infinity };
		const { leftOut } = await writeRowFiles(context, pages(...lists), settings);
		return { text: Buffer.concat(written).toString(), leftOut };
	};

	it('have the columns of all rows of the first page, and later ones are told', async () => {
		expect(await csv([{ a: 1 }, { b: true }], [{ a: null, c: 'x' }])).toEqual({
			text: 'a,b\r\n1,\r\n,true\r\n,\r\n',
			leftOut: ['c'],
		});
	});

	it.each([
		['=1+1', "'=1+1"],
		['+1+1', "'+1+1"],
		['@SUM(A1)', "'@SUM(A1)"],
		['-2+3', "'-2+3"],
		[' =1', "' =1"],
		['\t=1', "'\t=1"],
		['\r=1', '"\'\r=1"'],
		['-5', '-5'],
		['+49', '+49'],
		['a=1', 'a=1'],
		['a,b', '"a,b"'],
		['"', '""""'],
		['é ü 中', 'é ü 中'],
	])('show %j as %j', async (value, expected) => {
		expect((await csv([{ v: value, w: 1 }])).text).toBe(`v,w\r\n${expected},1\r\n`);
	});
});

describe('reading back', () => {
	it('gives the bytes that were counted', async () => {
		await useBinaryStore('files');
		service = await startService();
		const run = await exportAlerts(service);
		const [item] = run.outputs[0] ?? [];
		const file = item?.binary?.['data'];
		expect(file && (await readBinary(file)).length).toBe(item?.json['bytes']);
	});
});
