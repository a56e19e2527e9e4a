import { expect, it } from '@jest/globals';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { alertRowsOf } from '../../../../nodes/Alert/alertRowMaker';
import { writeRowFiles } from '../../../../nodes/shared/files/writeFiles';
import { inSlices } from '../../../../nodes/shared/pagination/inSlices';
import { resultWith } from '../../../../nodes/shared/pagination/pages';

const ROWS: IDataObject[] = Array.from({ length: 1000 }, (_none, number) => ({ number }));

/** Keeps the thread busy for 100 ms with every 250th row. */
function work({ number }: IDataObject): IDataObject {
	const end = performance.now() + (Number(number) % 250 === 0 ? 100 : 0);
	while (performance.now() < end);
	return { number };
}

/** Returns the longest time in ms for which `job` lets nothing else run. */
async function longestStall(job: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	const ticker = setInterval(() => {
		longest = Math.max(longest, performance.now() - last);
		last = performance.now();
	}, 1);
	await job();
	clearInterval(ticker);
	return Math.max(longest, performance.now() - last);
}

const helpers = {
	prepareBinaryData: async (body: Buffer | AsyncIterable<Buffer>) => {
		if (!Buffer.isBuffer(body)) for await (const part of body) expect(part).toBeInstanceOf(Buffer);
		return { id: 'filesystem:file' };
	},
};

async function* onePage() {
	yield await Promise.resolve(ROWS);
	return resultWith();
}

const JOBS = {
	'making the rows of alerts': () => alertRowsOf({}, work)(ROWS),
	'writing a file': () => {
		const format = {
			extension: 'x',
			mimeType: 'x/x',
			row: (row: IDataObject) => JSON.stringify(work(row)),
		};
		const file = { format, name: 'x', columns: [], maxBytes: Infinity };
		return writeRowFiles({ helpers } as unknown as IExecuteFunctions, onePage(), file, new Set());
	},
};

it.each(Object.entries(JOBS))('%s lets other work run after each piece', async (_name, job) => {
	expect(await longestStall(job)).toBeLessThan(300);
});

it('slices are all rows in their order', async () => {
	const rows: IDataObject[] = [];
	for await (const slice of inSlices(ROWS)) rows.push(...slice);
	expect(rows).toEqual(ROWS);
});
