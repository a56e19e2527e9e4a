import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Opens a port that leads to another one of this machine as if that were far away: it passes all bytes
 * on unread, so late that a round trip takes that many ms; opening a connection takes one too.
 */
export async function startDistance(target: number, roundTripMs: number) {
	// A timer takes whole ms, so 1 ms cannot be halved.
	const back = Math.floor(roundTripMs / 2);
	const sockets = new Set<Socket>();
	const server = createServer({ allowHalfOpen: true }, (near) => {
		const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
		// The system accepts a connection at once; only after a round trip would the client know.
		const opened = Date.now() + roundTripMs;
		passOn(near, far, () => Math.max(0, opened - Date.now()) + roundTripMs - back);
		passOn(far, near, () => back);
		for (const socket of [near, far]) {
			sockets.add(socket.setNoDelay());
			socket.once('close', () => sockets.delete(socket));
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return {
		port: address.port,
		stop: async () => {
			server.close();
			for (const socket of sockets) socket.destroy();
			await once(server, 'close');
		},
	};
}

function passOn(from: Socket, to: Socket, delayMs: () => number): void {
	let last: Promise<unknown> = Promise.resolve();
	const later = (work: () => void): void => {
		last = Promise.all([last, sleep(delayMs())]).then(work);
	};
	from.on('data', (bytes) => {
		later(() => to.write(bytes));
	});
	from.on('end', () => {
		later(() => to.end());
	});
	// An error is followed by the close.
	from.on('error', () => undefined);
	from.on('close', () => {
		later(() => to.destroy());
	});
}
