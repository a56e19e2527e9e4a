import { Readable } from 'node:stream';

import { expect, it } from '@jest/globals';

import { readAnswer } from '../../../../nodes/shared/http/exchange';

const read = async (parts: Iterable<Uint8Array>, statusCode = 200) =>
	await readAnswer(
		{ statusCode, headers: {}, body: Readable.from(parts) },
		new AbortController().signal,
	);

it('the body of an answer is one text, wherever a part ends', async () => {
	const parts = Array.from(Buffer.from('a€ß'), (byte) => Buffer.of(byte));
	expect(await read(parts)).toEqual({ status: 200, headers: {}, text: 'a€ß', size: 6 });
});

it('the body of an answer that breaks off is the error of the network', async () => {
	const broken = function* () {
		yield Buffer.from('{');
		throw new Error('reset');
	};
	await expect(read(broken())).rejects.toThrow('reset');
});

it.each([
	[200, 50],
	[302, 1],
	[400, 1],
	[500, 1],
])('the body of HTTP %i may have %i MB; a larger one is not read on', async (status, most) => {
	const megabyte = Buffer.alloc(1_000_000, ' ');
	let sent = 0;
	const endless = function* () {
		for (;;) {
			sent += 1;
			yield megabyte;
		}
	};
	expect(await read(Array<Buffer>(most).fill(megabyte), status)).toMatchObject({
		size: most * 1_000_000,
		text: expect.any(String),
	});
	expect(await read(endless(), status)).toMatchObject({ text: undefined });
	expect(sent).toBeLessThan(most + 20);
});

it.each([undefined, { headers: {} }, { statusCode: 200, headers: {}, body: {} }])(
	'a result of n8n that is no full response is a TypeError: %j',
	(result) => {
		expect(() => readAnswer(result, new AbortController().signal)).toThrow(
			new TypeError('n8n returned no full response'),
		);
	},
);
