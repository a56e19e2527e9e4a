import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

/** Starts a server on 127.0.0.1 that takes mail and keeps it, without encryption and without users. */
export async function startMailServer() {
	/** What came in, as it was sent: headers and parts. */
	const mails: string[] = [];
	const host = '127.0.0.1';
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData: (stream, _session, done) => {
			text(stream).then((mail) => {
				mails.push(mail);
				done();
			}, done);
		},
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	const address = server.server.address();
	if (address === null || typeof address === 'string') throw new Error('No port to send mail to');
	const stop = async () => await new Promise<void>((resolve) => server.close(resolve));
	return { host, port: address.port, mails, stop };
}
