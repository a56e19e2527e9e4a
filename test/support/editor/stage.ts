import type { Browser } from 'playwright-core';
import { accountOf } from '../account';
import type { Credential } from '../host/client';
import { installN8n } from '../host/install';
import { startN8n, type N8n } from '../host/process';
import { packTarball } from '../host/tarball';
import { startService, type Service } from '../service/service';
import { startBrowser } from './browser';
import { Editor } from './editor';

/** A real n8n with the package installed, its service, and a browser in front of it. */
export interface Stage {
	n8n: N8n;
	service: Service;
	/** A stored credential for the service. */
	credential: Credential;
	/** The editor in a browser window, signed in as the owner. */
	editor: Editor;
	stop(): Promise<void>;
}

/** Brings everything up; what was started is stopped again when a later step does not succeed. */
export async function startStage(): Promise<Stage> {
	const [install, tarball] = await Promise.all([installN8n(), packTarball()]);
	const started: Array<() => Promise<void>> = [];
	const stop = async () => {
		await Promise.all(started.splice(0).map(async (end) => await end()));
	};
	try {
		const service = await startService();
		started.push(async () => await service.stop());
		const n8n = await startN8n({ install, tarball });
		started.push(async () => await n8n.stop());
		const browser: Browser = await startBrowser();
		started.push(async () => await browser.close());
		const credential = await n8n.client.createCredential(
			'logManagementApi',
			accountOf(service),
			'Log Management Demo',
		);
		return {
			n8n,
			service,
			credential,
			editor: await Editor.open(browser, n8n),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
