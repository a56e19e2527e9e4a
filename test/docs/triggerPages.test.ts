import { expect, it } from '@jest/globals';

import { accountOf } from '../support/account';
import { pageAt, pagePathOf, samplesIn } from '../support/docs/pages';
import { openTrigger } from '../support/harness/harness';
import { useService } from '../support/service/useService';

const service = useService();

/** The names and types of the members of a record, in order. */
const shapeOf = (record: object): string[] =>
	Object.entries(record).map(([name, value]) => `${name}: ${typeof value}`);

it.each(['alertTrigger', 'healthTrigger'])(
	'the sample on the page of %s has the columns of a test run',
	async (node) => {
		const samples = samplesIn(pageAt(pagePathOf(node)).text);
		const trigger = await openTrigger({ node, parameters: {}, credentials: accountOf(service) });
		// The IDs of the samples are small, as in the specification.
		service.set({ largeIds: false });
		const { data } = await trigger.poll('manual');
		const [item] = data?.flat() ?? [];
		expect(samples.map(shapeOf)).toEqual([shapeOf(item?.json ?? {})]);
	},
);
