import { describe, expect, it } from '@jest/globals';

import { lookUpAdded } from '../../../nodes/LogSource/lookUpAdded';
import { item, listing, outcomesOf } from '../../support/unit/lookUps';

describe('added log sources', () => {
	const added = (log_source: string) => ({
		...{ log_source, domain_name: 'corp', ifExists: 'refuse' as const, settings: {} },
	});
	const row = (log_source: string, log_source_id: number) => ({ log_source, log_source_id });

	it('were there before where their ids are not among those of the answers', async () => {
		const { service } = listing('log_sources', [row('OLD', 3), row('NEW', 9)]);
		const items = [item(added('OLD')), item(added('NEW')), item(added('NONE'))];
		const answers = [{ data: { added_log_sources: [9] } }];
		expect([...(await lookUpAdded(items, answers, service)).values()]).toEqual([
			{ outcome: 'failed', issue: 'Reason' },
			{ outcome: 'succeeded', extra: { log_source_id: 9 } },
			{ outcome: 'failed', issue: 'Reason' },
		]);
	});

	it('whose request was refused may have been there before where they are listed', async () => {
		const { service } = listing('log_sources', [row('HELD', 8), row('NEW', 9)]);
		const items = [item(added('HELD'), 'refusal'), item(added('NONE'), 'refusal')];
		const answers = [{ data: { added_log_sources: [9] } }];
		expect(outcomesOf(await lookUpAdded(items, answers, service))).toEqual(['unknown', 'failed']);
	});

	it('are done where their own answer was lost', async () => {
		const { service } = listing('log_sources', [row('LOST', 8), row('NEW', 9)]);
		const items = [item(added('LOST'), 'none'), item(added('NEW'))];
		const answers = [{ data: { added_log_sources: [9] } }];
		expect(outcomesOf(await lookUpAdded(items, answers, service))).toEqual([
			'succeeded',
			'succeeded',
		]);
	});
});
