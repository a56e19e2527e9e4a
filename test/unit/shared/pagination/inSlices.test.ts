import { expect, it, jest } from '@jest/globals';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { alertRowsOf } from '../../../../nodes/Alert/alertRowMaker';
import { writeRowFiles } from '../../../../nodes/shared/files/writeFiles';
import { resultWith } from '../../../../nodes/shared/pagination/pages';

const ROWS: IDataObject[] = Array.from({ length: 1000 }, (_none, number) => ({ number }));

/** Returns how often other work of this process runs during a job, if each look at the clock shows a later time. */
async function turnsDuring(job: () => Promise<unknown>): Promise<number> {
	let now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => (now += 60));
	let turns = 0;
	const timer = setInterval(() => (turns += 1), 0);
	await job();
	clearInterval(timer);
	return turns;
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
	'making the rows of alerts': () => alertRowsOf({}, (row) => row)(ROWS),
	'writing a file': () => {
		const format = {
			extension: 'x',
			mimeType: 'x/x',
			row: (row: IDataObject) => JSON.stringify(row),
		};
		const file = { format, name: 'x', columns: [], maxBytes: Infinity };
		return writeRowFiles({ helpers } as unknown as IExecuteFunctions, onePage(), file, new Set());
	},
};

it.each(Object.entries(JOBS))('%s lets other work run after each piece', async (_name, job) => {
	expect(await turnsDuring(job)).toBeGreaterThan(4);
});
