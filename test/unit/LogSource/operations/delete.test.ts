import { expect, it } from '@jest/globals';

import { deleteLogSources } from '../../../../nodes/LogSource/operations/delete';
import { resolve, type Named } from '../../../../nodes/LogSource/named';
import { settleByListing } from '../../../../nodes/shared/operation/listedThing';
import { item, listing } from '../../../support/unit/lookUps';

const row = (log_source_id: number, log_source: string, domain_name: string) => ({
	...{ log_source_id, log_source, domain_name },
});

it('deletions whose answers were lost are told apart by their domains', async () => {
	const { listed } = deleteLogSources;
	if (listed === undefined) throw new TypeError('It lists nothing');
	const { service } = listing('log_sources', [row(5, 'WEB', 'lab'), row(6, 'web', 'old')]);
	const items = ['corp', 'LAB'].map((domain_name) =>
		item<Named>({ log_source: 'web', domain_name }, 'refusal'),
	);
	const settled = await settleByListing(listed, items, service);
	expect([...settled.values()].map(({ outcome }) => outcome)).toEqual(['unknown', 'failed']);
});

it('log sources by name get the id of the one of that name, and namesakes are all named', async () => {
	const rows = [
		row(5, 'web', 'lab'),
		row(6, 'WEB', 'corp'),
		row(7, 'DB', 'corp'),
		row(8, 'DB', 'lab'),
	];
	const payloads: Named[] = [
		...['web', 'db', 'none'].map((log_source) => ({ log_source })),
		{ log_source: 'web', domain_name: 'old' },
	];
	const found = await resolve(payloads, listing('log_sources', rows).service);
	expect(payloads.map((payload) => found.get(payload))).toEqual([
		{ send: { log_source_id: 5, log_source: 'web', domain_name: 'lab' } },
		{
			error: expect.objectContaining({
				message: 'Ambiguous: 2 log sources are named "db": DB (corp, ID 7), DB (lab, ID 8)',
			}),
		},
		{
			error: expect.objectContaining({
				message: 'Not found: the service lists no log source named "none"',
			}),
		},
		{
			error: expect.objectContaining({
				message: 'Not found: the service lists no log source named "web" in "old"',
			}),
		},
	]);
});
