import { expect, it } from '@jest/globals';

import { keeping, type Service } from '../../../../nodes/shared/pagination/paginate';
import { scriptedService } from '../../../support/unit/scriptedService';

const MEGABYTE = 1_000_000;

/** Sends a request for each answer of so many bytes, through one service that keeps all of them. */
async function sendAll(sizes: ReadonlyArray<number | undefined>): Promise<void> {
	const left = [...sizes];
	const service: Service = {
		...scriptedService(() => ({})).service,
		send: () => {
			const size = left.shift();
			return Promise.resolve({ body: {}, date: undefined, ...(size !== undefined && { size }) });
		},
	};
	const { send } = keeping(service);
	for (const _size of sizes) await send({ method: 'GET', path: '/things' });
}

it('answers that are kept have 500 MB together at most', async () => {
	await sendAll([200 * MEGABYTE, undefined, 300 * MEGABYTE]);
	await expect(sendAll([200 * MEGABYTE, 300 * MEGABYTE, 1])).rejects.toMatchObject({
		kind: 'tooLarge',
		message: 'The answers to GET /things have more than 500 MB together',
	});
});
