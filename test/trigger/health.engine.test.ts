import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { openTrigger, type Poll, type TriggerSetting } from '../support/harness/harness';
import { instant } from '../support/service/logSources';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';

const service = useService({ world: volumeWorld({ logSources: 12 }) });

const open = async (parameters: TriggerSetting['parameters'] = {}, accessToken = service.token) =>
	await openTrigger({
		node: 'healthTrigger',
		credentials: { baseUrl: service.url, accessToken },
		parameters,
	});

const told = ({ data }: Poll): IDataObject[] => (data ?? []).flat().map(({ json }) => json);

/** Lets the last events of the log sources be an hour and more ago. */
const silence = () => {
	for (const source of service.world.logSources.values()) {
		source.last_event_time = instant(service.clock.now() - 4_000_000);
	}
};

test('a test run shows ten things that are wrong now and touches nothing', async () => {
	const trigger = await open();
	silence();
	const shown = await trigger.poll('manual');
	expect(told(shown).map(({ change }) => change)).toEqual(
		Array.from({ length: 10 }, () => 'silent'),
	);
	expect(shown).toMatchObject({ changed: false, staticData: {} });
	expect(told(await trigger.poll())).toEqual([]);
});

test('a test run in which nothing is wrong says how to see an item', async () => {
	const { error } = await (await open()).poll('manual');
	expect(error).toMatchObject({
		level: 'info',
		message: 'Nothing is silent or in a wrong state now',
	});
});

test('a test run says at once why it was refused', async () => {
	const { error } = await (await open({}, 'wrong')).poll('manual');
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'The service refused the access token',
	});
});

test('the engine hands over what changed since the first poll', async () => {
	const trigger = await open({ agentChanges: ['status'], silentAfter: 10 });
	expect((await trigger.poll()).data).toBeNull();
	silence();
	const { size } = service.world.logSources;
	expect(told(await trigger.poll())).toHaveLength(size);
	expect((await trigger.poll()).data).toBeNull();
});

test('a test run whose filters fit nothing says so, as a poll does', async () => {
	const trigger = await open({ filters: { log_source_group: 'No Such Group' } });
	for (const mode of ['manual', 'trigger'] as const) {
		const { error } = await trigger.poll(mode);
		expect(error).toMatchObject({
			message: expect.stringContaining('No log source fits the filters'),
		});
	}
});

test.each([
	['with two times', ['Web', 'web '], /holds web ? more than once/],
	['without a name', [''], /Log Source Group is empty/],
])('a group %s is refused', async (_what, names, message) => {
	const groups = names.map((value, index) => ({
		log_source_group: { __rl: true, mode: 'name', value },
		minutes: 5 + index,
	}));
	const { error } = await (await open({ silentAfterByGroup: { groups } })).poll();
	expect(error).toMatchObject({ message: expect.stringMatching(message) });
});
