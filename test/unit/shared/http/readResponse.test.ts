import { Readable } from 'node:stream';

import { expect, it } from '@jest/globals';

import { readResponse } from '../../../../nodes/shared/http/exchange';

const read = async (parts: Iterable<Uint8Array>, statusCode = 200) =>
	await readResponse(
		Promise.resolve({ statusCode, headers: {}, body: Readable.from(parts) }),
		new AbortController().signal,
	);

it('the parts of a body are joined', async () => {
	const parts = Array.from(Buffer.from('a€ß'), (byte) => Buffer.of(byte));
	expect(await read(parts)).toEqual({ status: 200, headers: {}, bytes: Buffer.from('a€ß') });
});

it('a body that breaks off is a network error', async () => {
	const broken = function* () {
		yield Buffer.from('{');
		throw new Error('reset');
	};
	await expect(read(broken())).rejects.toThrow('reset');
});

it('a response after the deadline is closed, even if its body stalls', async () => {
	const body = new Readable({ read: () => undefined });
	const response = Promise.resolve({ statusCode: 200, headers: {}, body });
	await expect(readResponse(response, AbortSignal.abort())).rejects.toThrow('in time');
	expect(body.destroyed).toBe(true);
});

it.each([
	[200, 50],
	[500, 1],
])(
	'the body of HTTP %i may have %i MB; a larger one is not read to its end',
	async (status, max) => {
		const megabyte = Buffer.alloc(1_000_000, ' ');
		let sent = 0;
		const endless = function* () {
			for (;;) {
				sent += 1;
				yield megabyte;
			}
		};
		const { bytes } = await read(Array<Buffer>(max).fill(megabyte), status);
		expect(bytes?.length).toBe(max * 1_000_000);
		expect(await read(endless(), status)).toMatchObject({ bytes: undefined });
		expect(sent).toBeLessThan(max + 20);
	},
);
