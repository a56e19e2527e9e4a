import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { readBinary, runOperation, storeBinaryInFiles } from '../support/harness/harness';
import type { NodeRun } from '../support/harness/harness';
import type { Service } from '../support/service/service';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import { ALWAYS } from '../support/work';

/** These alerts take three pages; the 60 alerts of the demo take one. */
const COUNT = 10_005;

beforeAll(async () => await storeBinaryInFiles());
const large = useService({ world: volumeWorld({ alerts: COUNT }) });
const small = useService();
beforeEach(() => [large, small].forEach((service) => service.set({ bulkFetchesBeforeReady: 0 })));

const run = async (
	service: Service,
	parameters: INodeParameters = {},
	setting: Parameters<typeof runOperation>[3] = {},
): Promise<NodeRun> =>
	await runOperation(
		service,
		'alert.exportAlerts',
		{ format: 'ndjson', timeRange: 'between', ...ALWAYS, ...parameters },
		setting,
	);

const textsOf = async ({ outputs }: NodeRun, field = 'data'): Promise<string[]> =>
	await Promise.all(
		outputs.flat().map(async ({ binary }) => {
			const file = binary?.[field];
			return file === undefined ? '' : (await readBinary(file)).toString();
		}),
	);

/** The numbers that alerts carry in their messages, in order; alerts of the same second come in any order. */
const numbersIn = (texts: readonly string[]): number[] =>
	[...texts.join('').matchAll(/no\. (\d+)"/g)]
		.map(([, number]) => Number(number))
		.sort((a, b) => a - b);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const json = ({ outputs }: Pick<NodeRun, 'outputs'>) => outputs.flat().map((item) => item.json);

it('an export sends one request, then one for each page, and writes a file and a summary of it', async () => {
	const result = await run(large);
	expect(large.requests.map(({ method, query }) => [method, query.page_no])).toEqual([
		['POST', undefined],
		...['1', '2', '3'].map((page) => ['GET', page]),
	]);
	expect(numbersIn(await textsOf(result))).toEqual(upTo(COUNT));
	expect(json(result)).toMatchObject([
		{
			file_name: expect.stringMatching(/^alerts-[\d-]+\.ndjson$/),
			records: COUNT,
			complete: true,
			missing: '',
			details: { parts: 1 },
		},
	]);
	const log = result.logs.map(({ message }) => message).join();
	expect(log).toContain(`Export alerts: 5000 of ${COUNT} alerts read`);
	expect(log).toContain(`Export alerts: ${COUNT} alerts read (took 4 requests, `);
});

it('an export whose first response is lost is requested again', async () => {
	small.faults.push({ kind: 'afterEffect', match: { method: 'POST', nth: 1 } });
	expect((await run(small)).error).toBeUndefined();
	expect(small.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

it('the files of a run have different names, even if the user gives them the same one', async () => {
	const setting = { items: [{}, {}, {}] };
	const names = json(await run(small, { options: { fileName: 'week' } }, setting)).map(
		({ file_name }) => file_name,
	);
	expect(names).toEqual(['week.ndjson', 'week-2.ndjson', 'week-3.ndjson']);
});

it('an export that stops throws an error that names the page if On Error is Stop', async () => {
	const match = { method: 'GET', nth: 3 };
	large.faults.push({ kind: 'refusal', code: '07001113', status: 401, match });
	expect((await run(large)).error?.message).toMatch(/page 3 of the export/);
});
