import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { LogManagementApi } from '../../credentials/LogManagementApi.credentials';
import { FIELDS as ALERT_FIELDS } from '../../nodes/AlertTrigger/fields';
import { FIELDS as HEALTH_FIELDS } from '../../nodes/HealthTrigger/fields';
import { fieldPaths } from '../support/rules/fieldTree';

const FIRST_POLL = 'trigger/engine.test.ts: emits what Output and Simplify ask for';
const SEARCH = 'trigger/engine.test.ts: searches with the filters %j';
const HEALTH = 'trigger/health.test.ts';
const CONNECTION = 'unit/shared/http/connection.test.ts';

/** The test that shows the difference of each field that no operation has. */
const SHOWN: ReadonlyArray<[string, readonly INodeProperties[], Record<string, string>]> = [
	[
		'the alert trigger',
		ALERT_FIELDS,
		{
			output: FIRST_POLL,
			simplify: FIRST_POLL,
			'filters.conditions.field': SEARCH,
			'filters.conditions.value': SEARCH,
			'filters.profile_ids': SEARCH,
			'filters.query': SEARCH,
			'filters.severity': SEARCH,
			'filters.status': SEARCH,
			'options.firstFetch': 'trigger/engine.test.ts: looks as far back as First Fetch',
			'options.lookBack': 'trigger/polls.test.ts: finds what came late within it',
			'options.maxAlerts': 'trigger/polls.test.ts: Max Alerts per Poll',
			'options.reactivation': 'trigger/polls.test.ts: From Now emits none, and says so',
		},
	],
	[
		'the health trigger',
		HEALTH_FIELDS,
		{
			logSourceChanges: `${HEALTH}: changed({ logSourceChanges: [change] })`,
			agentChanges: `${HEALTH}: changed({ agentChanges: [change] })`,
			silentAfter: `${HEALTH}: [{ silentAfter: 10 }, 10]`,
			'filters.domain_name': `${HEALTH}: [{ domain_name: 'corp.example.com' }, `,
			'filters.log_source_group': `${HEALTH}: [{ log_source_group: 'NetworkGroup' }, `,
			'filters.types': `${HEALTH}: [{ types: ['Unix', 'Cisco Device'] }, `,
			'options.outOfTouchAfter': `${HEALTH}: [{ outOfTouchAfter: 10 }, 10]`,
			'options.firstPoll': `${HEALTH}: First Poll %s tells what is wrong`,
		},
	],
	[
		'the credential',
		new LogManagementApi().properties,
		{
			baseUrl: `${CONNECTION}: apiUrl finds the interface at %j`,
			accessToken: `${CONNECTION}: takes what the credential says`,
			ignoreSslIssues: `${CONNECTION}: checks certificates unless the credential says otherwise`,
			setOptions: 'unit/credentials/LogManagementApi.test.ts: two switches and no more',
			requestsPerMinute: `${CONNECTION}: takes %j requests per minute as %d`,
			timeout: `${CONNECTION}: takes a timeout of %j seconds`,
			timeZone: `${CONNECTION}: takes the time zone %j as %j`,
		},
	],
];

it.each(SHOWN)('each field of %s has a test', (_name, fields, shown) => {
	const paths = new Set(fieldPaths(fields).map(({ path }) => path));
	expect(Object.keys(shown).sort()).toEqual([...paths].sort());
	for (const place of Object.values(shown)) {
		const [file = '', ...words] = place.split(': ');
		expect(readFileSync(join(__dirname, '..', file), 'utf8')).toContain(words.join(': '));
	}
});
