import { expect, it } from '@jest/globals';

import { asText } from '../../../nodes/shared/json';
import { runNode } from '../../support/harness/harness';
import { READINGS } from '../../support/service/switches';
import { useService } from '../../support/service/useService';

const service = useService();
/** The times of the search, which do not move on. */
const window = { start_time: '2020-01-01T00:00:00Z', end_time: '2030-01-01T00:00:00Z' };

const page = async (options: { cursor?: string }) => {
	const {
		error,
		outputs: [[item] = []],
	} = await runNode({
		node: 'alert',
		credentials: { baseUrl: service.url, accessToken: service.token, requestsPerMinute: 0 },
		parameters: {
			operation: 'getAll',
			...window,
			advancedOptions: { asOneItem: true, ...options },
		},
	});
	expect(error).toBeUndefined();
	return item?.json ?? {};
};

it.each(READINGS.cursorCompanions)(
	'a cursor as an option reads the next page where the other fields of a search are %s',
	async (cursorCompanions) => {
		service.set({ cursorCompanions, alertPageSize: 20 });
		const { cursor } = await page({});
		const before = service.requests.length;
		expect(await page({ cursor: asText(cursor) })).toMatchObject({ items_in_current_page: 20 });
		const [first, ...others] = service.requests.slice(before).map(({ body }) => body);
		expect(first).toEqual({ cursor });
		expect(others).toEqual(cursorCompanions === 'required' ? [{ cursor, ...window }] : []);
	},
);
