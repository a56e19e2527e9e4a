import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { probeClient } from './client';
import { probe, reportOf } from './probe';

const { values } = parseArgs({
	options: {
		url: { type: 'string' },
		'token-file': { type: 'string' },
		'ignore-ssl-issues': { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	const { url, 'token-file': tokenFile } = values;
	if (url === undefined || tokenFile === undefined) {
		throw new Error('Usage: npm run probe -- --url http://logs.example.com:8400 --token-file FILE');
	}
	const token = (await readFile(tokenFile, 'utf8')).trim();
	const client = probeClient(url, token, values['ignore-ssl-issues']);
	const findings = await probe(client);
	process.stdout.write(`${reportOf(findings, client.requests)}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
