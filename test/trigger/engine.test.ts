import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TRIGGER_FILTERS } from '../../nodes/alerts/filters';
import { accountOf } from '../support/account';
import { openTrigger, type Poll } from '../support/harness/harness';
import { instant } from '../support/service/records';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import { spanOf } from '../support/trigger/alertTrigger';

const service = useService({ world: volumeWorld({ logSources: 12 }) });

const open = async (
	parameters: INodeParameters = {},
	node = 'alertTrigger',
	accessToken = service.token,
) => await openTrigger({ node, credentials: { ...accountOf(service), accessToken }, parameters });

const itemsOf = ({ data }: Poll): IDataObject[] => (data ?? []).flat().map(({ json }) => json);

const messages = (done: Poll) => itemsOf(done).map((item) => item.Message);

const secondsAgo = (seconds: number) => Math.floor(service.clock.now() / 1000) - seconds;

const SENT = /^Search sent: \S+ to \S+, query \(EVENTID = "4625"\)$/;

const query = { filters: { conditions: { condition: [{ field: 'EVENTID', value: '4625' }] } } };

describe('the first poll of the alert trigger', () => {
	test('emits what First Fetch finds, and the second nothing of it again', async () => {
		service.arrive([
			{ eventTime: secondsAgo(900), message: 'before First Fetch' },
			{ eventTime: secondsAgo(300), message: 'within' },
			{ eventTime: secondsAgo(300), message: 'within' },
			{ eventTime: secondsAgo(10), message: 'now' },
		]);
		const trigger = await open();
		expect(messages(await trigger.poll())).toEqual(['within', 'within', 'now']);
		expect((await trigger.poll()).data).toBeNull();
		service.arrive([{ eventTime: secondsAgo(10), message: 'later' }]);
		expect(messages(await trigger.poll())).toEqual(['later']);
	});

	test.each<[string, INodeParameters[], number]>([
		['90 minutes', [], 5401],
		['1 minute', [{ mode: 'everyX', value: 2, unit: 'hours' }], 14_401],
		['1 minute', [{ mode: 'custom', cronExpression: '0 6 * * *' }], 61],
	])('looks back %s, or two poll intervals of %j: %i s', async (time, item, span) => {
		const options = { firstFetch: parseInt(time, 10) };
		await (await open({ pollTimes: { item }, options })).poll();
		const [, ...searches] = service.requests.map(({ body }) => spanOf(body));
		expect(searches.reduce((sum, seconds) => sum + seconds - 1, 1)).toBe(span);
	});

	test('emits the fields that All Fields selects, the oldest alert first', async () => {
		const ages = [10, 30, 20];
		service.set({ alertOrder: 'newestFirst' });
		service.arrive(
			ages.map((age) => ({ eventTime: secondsAgo(age), message: `${age} seconds ago` })),
		);
		const sorted = [30, 20, 10].map((age) => ({ Message: `${age} seconds ago` }));
		const again = await open();
		expect(itemsOf(await again.poll())).toMatchObject(sorted);
		expect(itemsOf(await again.poll())).toEqual([]);
		service.arrive([{ eventTime: secondsAgo(5), message: '10 seconds ago' }]);
		expect(itemsOf(await again.poll())).toMatchObject([{ ...sorted[2] }]);
		const [raw = {}] = itemsOf(await (await open({ options: { allFields: true } })).poll());
		const names = ['Display Name', 'Log Source Type', 'alert_key'];
		expect(Object.keys(raw)).toEqual(expect.arrayContaining(names));
	});

	const filterRows: Array<[filters: IDataObject, body: IDataObject]> = [
		[{}, { query: '*' }],
		[
			{ ...query.filters, severity: ['critical', 'trouble'] },
			{ query: '(EVENTID = "4625")', severity: 'critical,trouble' },
		],
		[
			{ query: 'SEVERITY = "error"', status: ['open', 'closed'], profile_ids: ['7'] },
			{ query: 'SEVERITY = "error"', status: 'open,closed', profile_ids: [7] },
		],
	];

	test('is tested with each filter', () => {
		const names = TRIGGER_FILTERS.flatMap(({ options }) => options.map(({ name }) => name));
		expect(new Set(filterRows.flatMap(([filters]) => Object.keys(filters)))).toEqual(
			new Set(names),
		);
	});

	test.each(filterRows)('searches with the filters %j', async (filters, body) => {
		const trigger = await open({ filters: filters as INodeParameters });
		expect((await trigger.poll()).error).toBeUndefined();
		const times = { start_time: expect.any(String), end_time: expect.any(String) };
		for (const request of service.requests) expect(request.body).toEqual({ ...body, ...times });
	});

	test('logs the query that is sent, once, even after a test run', async () => {
		const trigger = await open(query);
		const polls = [await trigger.poll('manual'), await trigger.poll(), await trigger.poll()];
		const counts = polls.map(({ logs }) => logs.filter(({ message }) => SENT.test(message)).length);
		expect(counts).toEqual([1, 1, 0]);
	});
});

describe('a test run of the alert trigger', () => {
	test('shows the newest ten, the newest first, and touches nothing', async () => {
		service.set({ alertPageSize: 7, alertTotals: 'tooLarge' });
		const all = Array.from({ length: 25 }, (_none, index) => String(index));
		service.arrive(all.map((message, index) => ({ eventTime: secondsAgo(120 - index), message })));
		const trigger = await open();
		const shown = await trigger.poll('manual');
		expect(messages(shown)).toEqual(all.slice(-10).reverse());
		expect(JSON.stringify(shown.logs)).toMatch(/The service counts \d+ alerts and served 25/);
		expect(shown.staticData).toEqual({});
		expect(messages(await trigger.poll())).toEqual(all);
	});

	test('shows the newest of the last 30 days, however old', async () => {
		const month = 30 * 24 * 3600;
		service.arrive([
			{ eventTime: secondsAgo(20 * 24 * 3600), message: 'weeks ago' },
			{ eventTime: secondsAgo(month + 60), message: 'too long ago' },
			{ eventTime: secondsAgo(1200), message: 'some time ago' },
		]);
		const items = itemsOf(await (await open()).poll('manual'));
		expect(items).toMatchObject([{ Message: 'some time ago' }, { Message: 'weeks ago' }]);
	});

	test('logs the query that is sent, and says it and how to get an alert where there is none', async () => {
		const { error, logs } = await (await open(query)).poll('manual');
		expect(logs.map(({ message }) => message)).toContainEqual(expect.stringMatching(SENT));
		expect(error).toMatchObject({
			level: 'info',
			message: 'No alert of the last 30 days fits the filters',
			description: expect.stringMatching(
				/Raise an alert.*Search sent: .* query \(EVENTID = "4625"\)$/,
			),
		});
		expect(service.requests.map(({ body }) => body)).toContainEqual(
			expect.objectContaining({ query: '(EVENTID = "4625")' }),
		);
	});
});

describe('a test run of the health trigger', () => {
	const silence = () => {
		for (const source of service.world.logSources.values()) {
			source.last_event_time = instant(service.clock.now() - 4_000_000);
		}
	};

	test('shows ten things that are wrong now, and touches nothing', async () => {
		const trigger = await open({}, 'healthTrigger');
		silence();
		const shown = await trigger.poll('manual');
		expect(itemsOf(shown)).toHaveLength(10);
		expect(itemsOf(shown)[0]).toMatchObject({
			...{ change: 'silent', before: 'receiving', after: 'silent' },
		});
		expect(shown.staticData).toEqual({});
		expect((await trigger.poll()).data).toBeNull();
	});

	test('shows what is listed if nothing is wrong, and says if filters leave nothing', async () => {
		service.world.agents.clear();
		const trigger = await open({ agentChanges: ['status'] }, 'healthTrigger');
		const shown = itemsOf(await trigger.poll('manual'));
		expect(shown).toHaveLength(10);
		expect(shown[0]).toMatchObject({ change: 'appeared', before: 'absent', after: 'active' });
		const filters = { log_source_group: 'No Such Group' };
		expect((await (await open({ filters }, 'healthTrigger')).poll('manual')).error).toMatchObject({
			message: 'No log source fits the filters',
		});
	});
});

test.each(['alertTrigger', 'healthTrigger'])(
	'a test run of the %s says at once why it was refused',
	async (node) => {
		expect((await (await open({}, node, 'wrong')).poll('manual')).error).toMatchObject({
			name: 'NodeApiError',
			message: 'The service refused the access token',
			description: expect.stringContaining('Create an access token with the scope'),
		});
	},
);
