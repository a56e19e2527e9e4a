import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { useBinaryStore } from '../support/harness/harness';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import {
	asked,
	exportAlerts,
	numbersIn,
	requestId,
	rowsIn,
	texts,
	upTo,
} from '../support/export/exported';

/** Alerts of three pages; the demo's are of one. */
const COUNT = 10_005;

beforeAll(async () => await useBinaryStore('files'));
const large = useService({ world: volumeWorld({ alerts: COUNT, alertsPerSecond: 100 }) });
const small = useService();
beforeEach(() => [large, small].forEach((service) => service.set({ bulkFetchesBeforeReady: 0 })));

/** Alerts of one second come in any order. */
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

it('sends one request, and one for each page in turn', async () => {
	await exportAlerts(large);
	expect(asked(large)).toEqual(['POST', '1', '2', '3']);
});

describe('what a user sees', () => {
	it('is a log line for each page, with counts, and a hint with requests and time', async () => {
		const run = await exportAlerts(large);
		const lines = run.logs.map(({ message }) => message);

		expect(lines).toContain(`Export alerts: 5000 of ${COUNT} alerts read`);
		expect(lines).toContain(`Export alerts: ${COUNT} of ${COUNT} alerts read`);
		expect(run.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^10005 alerts in 1 file \(4 requests, \d+\.\d s\)$/),
		]);
	});

	it('is one item with counts, pages and the request id', async () => {
		const run = await exportAlerts(small);
		expect(run.outputs[0]).toMatchObject([
			{
				json: {
					file_name: expect.stringMatching(/^alerts-[\d-]+\.ndjson$/),
					records: 60,
					missing: 'nothing',
					details: {
						...{ complete: true, issues: [], part: 1, parts: 1, pages: 1, next_page: null },
						request_id: expect.stringMatching(/^bulk-\d+$/),
					},
				},
				binary: {
					data: {
						fileName: expect.stringMatching(/^alerts-[\d-]+\.ndjson$/),
						mimeType: 'application/x-ndjson',
					},
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('the output', () => {
	it('is a table with a head, whose formulas do nothing', async () => {
		small.arrive([
			{ userName: '=HYPERLINK("http://x")', message: 'a "b", c\nno. 1', source: '-1' },
		]);
		const run = await exportAlerts(small, { format: 'csv' });
		const [text = ''] = await texts(run);
		const [head, first] = text.split('\r\n');

		expect(head).toBe(
			'Time,AlertSeverity,ProfileName,LogSource,Message,EventID,EventSeverity,UserName,Source,Type,Category,LogSourceType,DisplayName,alert_key',
		);
		expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,(?:critical|trouble|attention),/);
		expect(text).toContain('"\'=HYPERLINK(""http://x"")"');
		expect(text).toContain('"a ""b"", c\nno. 1"');
		expect(text).toMatch(/,-1,/);
		expect(text.endsWith('\r\n')).toBe(true);
	});

	it('is divided where the user bounds the size', async () => {
		const run = await exportAlerts(large, {
			options: { maxFileSize: 1, fileName: 'week', binaryPropertyName: 'file' },
		});
		const parts = (await texts(run, 'file')).map((text) => numbersIn(rowsIn(text)));
		const items = run.outputs[0]?.map(({ json }) => json) ?? [];

		expect(sorted(parts.flat())).toEqual(upTo(COUNT));
		expect(items).toMatchObject([
			{ file_name: 'week.ndjson', records: 5000, details: { part: 1, parts: 3, pages: 1 } },
			{ file_name: 'week-2.ndjson', records: 5000, details: { part: 2, parts: 3, pages: 1 } },
			{ file_name: 'week-3.ndjson', records: 5, details: { part: 3, parts: 3, pages: 1 } },
		]);
	});

	it('is named by its item for each item that comes in', async () => {
		const run = await exportAlerts(
			small,
			{ options: { fileName: '={{ $json.name }}' } },
			{ items: [{ json: { name: 'a' } }, { json: { name: 'b' } }] },
		);
		expect(run.outputs[0]).toMatchObject([
			{ json: { file_name: 'a.ndjson', records: 60 }, pairedItem: { item: 0 } },
			{ json: { file_name: 'b.ndjson', records: 60 }, pairedItem: { item: 1 } },
		]);
	});
});

describe('an export that does not go well', () => {
	const pageFault = (nth: number) => ({ operation: 'getAlertBulkPage' as const, nth });

	it('stops where a page is refused, and says how to go on', async () => {
		large.faults.push({ kind: 'refusal', code: '07001113', status: 401, match: pageFault(3) });
		const run = await exportAlerts(large);
		expect(run.error?.message).toMatch(/page 3 of the export/);
		expect(run.error?.description).toMatch(
			/bulk-\d+ in Continue From Request ID and 3 in First Page/,
		);
	});

	it('keeps what was read where On Error is Continue, and the rest can be had', async () => {
		large.faults.push({ kind: 'html', status: 404, match: pageFault(3) });
		const begun = await exportAlerts(large, {}, { onError: 'continueRegularOutput' });
		const [first] = await texts(begun);
		expect(begun.outputs[0]?.[0]?.json).toMatchObject({
			records: 10_000,
			missing: expect.stringMatching(/10000.*404/),
			details: {
				...{ complete: false, next_page: 3, request_id: expect.stringMatching(/^bulk-/) },
				issues: [expect.stringMatching(/10000/), expect.stringMatching(/404/)],
			},
		});

		const rest = await exportAlerts(large, {
			options: { request_id: requestId(large), page_no: 3 },
		});
		const [second] = await texts(rest);
		expect(rest.outputs[0]?.[0]?.json).toMatchObject({ records: 5, missing: 'nothing' });
		expect(sorted([first, second].flatMap((text) => numbersIn(rowsIn(text))))).toEqual(upTo(COUNT));
	});

	it('gives as items what was read of each input item, and why the rest is missing', async () => {
		large.faults.push({ kind: 'refusal', code: '07001113', status: 401, match: pageFault(6) });
		const items = [{ json: {} }, { json: {} }];
		const setting = { items, onError: 'continueRegularOutput' } as const;
		const { outputs } = await exportAlerts(large, { format: 'items' }, setting);
		expect(outputs[0]?.at(-1)).toMatchObject({
			json: { error: { message: expect.stringContaining('of the export') } },
			pairedItem: { item: 1 },
		});
	});

	it('sends an incomplete file to the error output', async () => {
		large.faults.push({ kind: 'html', status: 404, match: pageFault(3) });
		const run = await exportAlerts(large, {}, { onError: 'continueErrorOutput' });
		expect(run.outputs.map((items) => items.length)).toEqual([0, 1]);
		expect(run.outputs[1]?.[0]).toMatchObject({
			json: {
				error: {
					message: expect.stringMatching(/page 3 of the export/),
					details: { complete: false },
				},
			},
			binary: { data: expect.anything() },
		});
	});

	it('tells of a page that is short in the middle', async () => {
		large.faults.push({ kind: 'shortPage', match: pageFault(2) });
		const run = await exportAlerts(large);
		const issues = [`The service counts ${COUNT} alerts and served ${COUNT - 1}`];
		expect(run.outputs[0]?.[0]?.json).toMatchObject({ details: { complete: false, issues } });
		expect(run.hints[0]).toMatchObject({ type: 'warning' });
		expect(run.hints[0]?.message).toContain(issues[0]);
	});

	it('names the members for which a table has no column', async () => {
		large.faults.push({ kind: 'unknownFields', match: pageFault(3) });
		const run = await exportAlerts(large, { format: 'csv' });
		expect(run.outputs[0]?.[0]?.json).toMatchObject({
			missing: expect.stringMatching(/no column for them: \w+[^…]*\. Choose NDJSON/),
			details: { complete: false },
		});
	});

	it('gives up waiting, and says how to fetch later', async () => {
		small.set({ bulkFetchesBeforeReady: 50 });
		const run = await exportAlerts(small, { options: { maxWait: 1 } });
		expect(run.error?.message).toMatch(/not ready within 1 seconds \(page 1 of the export\)$/);
		expect(run.error?.description).toMatch(
			/Raise Max Wait.* run Export with bulk-\d+ in Continue From Request ID/,
		);

		small.set({ bulkFetchesBeforeReady: 0 });
		const later = await exportAlerts(small, { options: { request_id: requestId(small) } });
		expect(later.outputs[0]?.[0]?.json).toMatchObject({ records: 60, missing: 'nothing' });
	});
});
