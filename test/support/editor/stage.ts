import { accountOf } from '../account';
import { startParts } from '../host/daemon';
import { installN8n } from '../host/install';
import { startN8n } from '../host/process';
import { packTarball } from '../host/tarball';
import { startService } from '../service/service';
import { startBrowser } from './browser';
import { Editor } from './editor';

/** A real n8n with the package installed, its service, and a browser in front of it. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Brings everything up; what was started is stopped again when a later step does not succeed. */
export async function startStage() {
	const [install, tarball] = await Promise.all([installN8n(), packTarball()]);
	return await startParts(async (keep) => {
		const service = keep(await startService());
		const n8n = keep(await startN8n({ install, tarball }));
		const browser = await startBrowser();
		keep({ stop: async () => await browser.close() });
		return {
			n8n,
			service,
			/** A stored credential for the service. */
			credential: await n8n.client.createCredential(
				'logManagementApi',
				accountOf(service),
				'Log Management Demo',
			),
			/** The editor in a browser window, signed in as the owner. */
			editor: await Editor.open(browser, n8n),
		};
	});
}
