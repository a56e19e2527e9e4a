import { Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { readAnswer } from '../../../../nodes/shared/http/readAnswer';

const read = async (parts: Iterable<Uint8Array>, statusCode = 200) =>
	await readAnswer(
		{ statusCode, headers: {}, body: Readable.from(parts) },
		new AbortController().signal,
	);

describe('the body of an answer', () => {
	it('is one text, wherever a part ends', async () => {
		const bytes = Buffer.from('a€ß');
		const parts = Array.from(bytes, (byte) => Buffer.of(byte));
		expect(await read(parts)).toEqual({
			status: 200,
			headers: {},
			text: 'a€ß',
			size: 6,
		});
	});

	it('that breaks off is none where the head says enough: a lock', async () => {
		const broken = function* () {
			yield Buffer.from('{');
			throw new Error('reset');
		};
		expect(await read(broken(), 429)).toEqual({ status: 429, headers: {}, text: '' });
		await expect(read(broken(), 400)).rejects.toThrow('reset');
	});

	it.each([
		['commas', ',{}', 400_000, '1,500,000 values'],
		['lists', '[[{}]]', 100_000, '1,500,000 values'],
		['bytes', 'a', 4_000_000, '100 MB'],
		['levels', ' "[\\"[" [{"a":', 34, '100 levels'],
	])('is not read with too many %s, and says how many there may be', async (...row) => {
		const [, piece, times, most] = row;
		const part = Buffer.from(piece.repeat(times));
		let sent = 0;
		const endless = function* () {
			for (;;) {
				sent += 1;
				yield part;
			}
		};
		expect(await read(endless())).toMatchObject({ text: undefined, most });
		expect(sent).toBeLessThan(60);
	});
});
