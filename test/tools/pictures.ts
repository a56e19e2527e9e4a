import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { exampleFiles } from './demo/exampleFiles';
import { credentialType, nodeType, runOperation } from '../support/harness/harness';
import { startService } from '../support/service/service';

/** The file beside the pictures that holds the hash of what each one shows, by its name. */
const HASHES = 'hashes.json';

type Hashes = Readonly<Record<string, string>>;

export const ONBOARDING = {
	computer: { operation: 'getAll', returnAll: true, filters: { configured: 'notConfigured' } },
	logSource: {
		operation: 'add',
		log_source: '={{ $json.name }}',
		domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
	},
} satisfies Record<string, INodeParameters>;

/** Returns the fields and the output of the nodes of the picture of onboarding. */
async function onboarding(): Promise<unknown[]> {
	const service = await startService();
	try {
		const found = await runOperation(service, 'computer.getAll', ONBOARDING.computer);
		const [computers = []] = found.outputs;
		const { outputs } = await runOperation(service, 'logSource.add', ONBOARDING.logSource, {
			items: computers.map(({ json }) => json),
			onError: 'continueErrorOutput',
		});
		const { properties } = (await nodeType('logSource')).description;
		return [properties, computers, outputs].map((shown) => JSON.stringify(shown));
	} finally {
		await service.stop();
	}
}

/** Returns the hash of what each picture of the guide would show now, by its name. */
export async function currentHashes(): Promise<Hashes> {
	const { displayName, properties } = await credentialType('logManagementApi');
	const shown: Record<string, unknown> = {
		credential: { displayName, properties },
		'onboarding-result': await onboarding(),
	};
	for (const { file, workflow } of exampleFiles()) shown[basename(file, '.json')] = workflow;
	return Object.fromEntries(
		Object.entries(shown).map(([name, what]) => [name, hash('sha256', JSON.stringify(what))]),
	);
}

/** Reads the hashes of what the pictures in a folder show; none if the folder has no hashes. */
export function storedHashes(folder: string): Hashes {
	const path = join(folder, HASHES);
	return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Hashes) : {};
}

/** Stores the present hashes of the pictures that were taken, beside those of the other pictures. */
export async function storeHashes(folder: string, taken: ReadonlySet<string>): Promise<void> {
	const stored = storedHashes(folder);
	const hashes = Object.entries(await currentHashes()).map(([name, current]) => [
		name,
		taken.has(name) ? current : stored[name],
	]);
	const sorted: unknown = Object.fromEntries(hashes.sort());
	// A picture that was never taken has no hash, and JSON leaves it out.
	writeFileSync(join(folder, HASHES), `${JSON.stringify(sorted, null, '\t')}\n`);
}
