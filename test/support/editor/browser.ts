import { chromium, selectors, type Browser } from 'playwright-core';
import { requireCommands } from '../host/debianPackages';

/** Chromium without a screen, without calls to anyone, and with a new profile. */
const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts Debian's Chromium, which is installed first where it is missing. */
export async function startBrowser(): Promise<Browser> {
	await requireCommands('chromium');
	// n8n's editor names its elements by this attribute.
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({ executablePath: '/usr/bin/chromium', args });
}
