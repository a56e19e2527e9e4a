import { describe, expect, it } from '@jest/globals';

import { accountOf } from '../support/account';
import { pageAt, pagePathOf, samplesIn } from '../support/docs/pages';
import { nodeType, openTrigger } from '../support/harness/harness';
import { allFields } from '../support/rules/fieldTree';
import { useService } from '../support/service/useService';

const service = useService();

const shapeOf = (record: object): string[] =>
	Object.entries(record).map(([name, value]) => `${name}: ${typeof value}`);

describe.each(['alertTrigger', 'healthTrigger'])('the page of %s', (node) => {
	const { text } = pageAt(pagePathOf(node));

	it('has a sample with the columns of a test run', async () => {
		const trigger = await openTrigger({ node, parameters: {}, credentials: accountOf(service) });
		// The IDs of the samples are small, as in the specification.
		service.set({ largeIds: false });
		const { data } = await trigger.poll('manual');
		const [item] = data?.flat() ?? [];
		expect(samplesIn(text).map(shapeOf)).toEqual([shapeOf(item?.json ?? {})]);
	});

	it('gives the defaults of the fields', async () => {
		const { properties } = (await nodeType(node)).description;
		const fields = allFields(properties).map(({ displayName, default: preset }) => [
			displayName,
			preset,
		]);
		const given = [...text.matchAll(/\*\*([^*\n]+)\*\*, (\d+) by default/g)];
		expect(given).not.toEqual([]);
		expect(fields).toEqual(
			expect.arrayContaining(given.map(([, label, value]) => [label, Number(value)])),
		);
	});
});
