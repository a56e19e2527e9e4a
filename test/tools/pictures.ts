import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { exampleFiles } from './demo/exampleFiles';
import { accountOf } from '../support/account';
import { credentialType, nodeType, runNode } from '../support/harness/harness';
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
		const credentials = accountOf(service);
		const run = { node: 'computer', parameters: ONBOARDING.computer, credentials };
		const computers = (await runNode({ ...run, items: [{ json: {} }] })).outputs[0] ?? [];
		const { outputs } = await runNode({
			...{ node: 'logSource', parameters: ONBOARDING.logSource, credentials },
			items: computers.map(({ json }) => ({ json })),
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
	const hashes = Object.entries(await currentHashes()).flatMap(([name, current]) => {
		const value = taken.has(name) ? current : stored[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	const sorted = Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
	writeFileSync(join(folder, HASHES), `${JSON.stringify(sorted, null, '\t')}\n`);
}
