import { expect, test } from '@jest/globals';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Settings } from '../../nodes/AlertTrigger/fields';
import { pollSettingsOf } from '../../nodes/AlertTrigger/polling/load';
import { nodeWith } from '../support/unit/node';

const host = { getNode: () => nodeWith({ pollTimes: {} }) } as unknown as IPollFunctions;

/** What stands for filters: a state of others is not gone on with. */
const filtersOf = (filters: IDataObject): string =>
	pollSettingsOf(host, { filters, options: {} } as Settings, 0, 'http://127.0.0.1/api/v2').filters;

test('each value of each filter makes other filters', () => {
	const all = ['severity', 'status', 'profile_ids'].flatMap((name) =>
		[['1'], ['2'], ['1', '2'], ['1', '3']].map((values) => ({ [name]: values })),
	);
	const different = [{}, ...all, { query: '(A = "1")' }, { query: '(A = "2")' }].map(filtersOf);
	expect(new Set(different).size).toBe(different.length);
});

test('the same values in another order or spelling are the same filters', () => {
	const one = filtersOf({ severity: ['Critical', 'Trouble'], query: 'A = "1"' });
	expect(filtersOf({ severity: ['trouble', 'critical', 'trouble'], query: ' A = "1" ' })).toBe(one);
});
