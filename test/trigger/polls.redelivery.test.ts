import { afterEach, describe, expect, test } from '@jest/globals';

import { asText } from '../../nodes/shared/json';
import {
	alertStage,
	refusal,
	sixBefore,
	START,
	type AlertPoll,
} from '../support/trigger/alertStage';
import { endExecutions } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

describe('Redeliver After Restart', () => {
	const options = { redeliver: true };
	const keys = ({ items }: AlertPoll) => items.map(({ alert_key }) => alert_key);
	const again = ({ items }: AlertPoll) => items.map(({ redelivered }) => redelivered);

	test('emits nothing again that runs or has finished, and what was lost', async () => {
		const stage = alertStage({ options });
		sixBefore(stage);
		const { poll, raise, host } = stage;
		const first = await poll();
		expect((await poll(60)).contents).toEqual([]);
		await endExecutions(first.handedOver, 'finished');
		raise(90, 7);
		const second = await poll(60);
		expect(second.contents).toEqual([7]);
		await endExecutions(second.handedOver, 'lost');
		const third = await poll(60);
		expect([third.contents, again(third)]).toEqual([[7], [true]]);
		await endExecutions(third.handedOver, 'finished');
		expect((await poll(60)).contents).toEqual([]);
		expect(host.state.handedOver).toBe('[]');
	});

	test.each([
		['is off by default', {}],
		['emits nothing again once it is turned off', options],
	])('%s: nothing is kept', async (_what, atFirst) => {
		const stage = alertStage({ options: atFirst });
		sixBefore(stage);
		const { handedOver } = await stage.poll();
		expect(handedOver.map(({ end }) => end !== undefined)).toEqual([atFirst === options]);
		stage.restart();
		stage.host.parameters = { ...stage.host.parameters, options: {} };
		expect((await stage.poll(60)).contents).toEqual([]);
		expect(stage.host.state.handedOver).toBe('[]');
	});

	test('gives up what the service no longer finds, with a warning', async () => {
		const { poll, raise, service, restart, host } = alertStage({
			options,
			filters: { status: ['open'] },
		});
		raise(-60, 1);
		raise(-50, 2);
		await poll();
		service.world.alerts.setStatus(0, 'closed');
		restart();
		const seen = await poll(60);
		expect(seen.contents).toEqual([2]);
		expect(seen.log).toEqual([
			'Not redelivered: 1 alert whose execution did not finish before n8n stopped, since the service no longer finds them with these filters',
		]);
		await endExecutions(seen.handedOver, 'finished');
		expect(await poll(60)).toMatchObject({ contents: [], log: [] });
		restart(host.state);
		expect(await poll(60)).toMatchObject({ contents: [], log: [] });
	});

	test('comes after what is new, and is emitted with the key that it had', async () => {
		const stage = alertStage({ options });
		sixBefore(stage);
		const first = await stage.poll();
		stage.restart();
		stage.raise(30, 7);
		const second = await stage.poll(60);
		expect(second.contents).toEqual([0, 1, 2, 3, 4, 5, 7]);
		expect(keys(second).slice(0, 6)).toEqual(keys(first));
		expect(again(second)).toEqual([...Array<boolean>(6).fill(true), undefined]);
	});

	test('holds where the stored state is ahead of the clock of the service', async () => {
		const stage = alertStage({ options });
		sixBefore(stage);
		await stage.poll();
		const { stored } = stage.host;
		const ahead = START + 7200;
		stage.restart({ ...stored, verified: ahead, position: ahead });
		expect((await stage.poll(60)).contents).toEqual([]);
		const second = await stage.poll(60);
		expect([second.contents, again(second)]).toEqual([[0, 1, 2, 3, 4, 5], Array(6).fill(true)]);
	});

	test('never blocks what is new: a batch that cannot be read is given up after five tries', async () => {
		const stage = alertStage({ options });
		stage.raise(-500, 0);
		await stage.poll();
		stage.restart();
		const seen: AlertPoll[] = [];
		for (let count = 1; count <= 7; count += 1) {
			stage.raise(count * 60 - 30, count);
			const { service } = stage;
			// The clock at the first poll of the process, what is new, and then nothing but refusals.
			const answered = count === 1 ? 2 : 1;
			service.clearFaults();
			service.faults.push({ ...refusal, match: { turns: { pass: answered, meet: 100 } } });
			const poll = await stage.poll(60);
			await endExecutions(poll.handedOver, 'finished');
			seen.push(poll);
		}
		expect(seen.map(({ contents }) => contents)).toEqual([[1], [2], [3], [4], [5], [6], [7]]);
		const given = seen.flatMap(({ log }) => log.filter((line) => line.includes('5 tries')));
		expect(given).toHaveLength(1);
		// What refuses the batch teaches nothing of how new alerts are searched.
		stage.service.clearFaults();
		expect((await stage.poll(60)).requests).toBeLessThanOrEqual(2);
	});

	test('counts no try where the service says to wait', async () => {
		const stage = alertStage({ options });
		stage.raise(-500, 0);
		await stage.poll();
		stage.restart();
		for (let count = 1; count <= 7; count += 1) {
			const turns = { pass: count === 1 ? 2 : 1, meet: 100 };
			stage.service.clearFaults();
			stage.service.faults.push({ kind: 'status', status: 429, match: { turns } });
			await stage.poll(60);
		}
		stage.service.clearFaults();
		expect((await stage.poll(300)).contents).toEqual([0]);
	});

	test('gives alerts that share an execution with a broken batch tries of their own', async () => {
		const stage = alertStage({ options, storedWith: 'each poll' });
		stage.raise(-60, 0);
		await stage.poll();
		const seen: AlertPoll[] = [];
		for (let count = 1; count <= 6; count += 1) {
			stage.restart();
			if (count === 5) stage.raise(count * 60 - 30, count);
			seen.push(await stage.poll(60));
		}
		expect(seen.map(({ contents }) => contents)).toEqual([[0], [0], [0], [0], [0, 5], []]);
		expect((await stage.poll(60)).contents).toEqual([5]);
	});

	test('is bounded in the state, however many executions do not end', async () => {
		const stage = alertStage({ options });
		let said = 0;
		for (let count = 1; count <= 110; count += 1) {
			stage.raise(count * 60 - 30, count);
			const { log, contents } = await stage.poll(60);
			expect(contents).toEqual([count]);
			said += log.filter((line) => line.startsWith('Too many executions')).length;
		}
		expect(JSON.parse(asText(stage.host.state.handedOver))).toHaveLength(100);
		expect(said).toBe(10);
	});

	test('is off, and says so once, where several main processes poll', async () => {
		const stage = alertStage({ options, storedWith: 'each poll' });
		stage.raise(-60, 1);
		await endExecutions((await stage.poll()).handedOver, 'finished');
		const { host } = stage;
		const foreign = { id: 'another.1', from: START, to: START + 50, tries: 0, alerts: '' };
		host.stored = { ...host.stored, handedOver: JSON.stringify([foreign]) };
		stage.raise(30, 2);
		const polls = [await stage.poll(60), await stage.poll(60)];
		expect(polls.map(({ contents }) => contents)).toEqual([[2], []]);
		const said = polls.flatMap(({ log }) => log.filter((line) => line.includes('Several main')));
		expect(said).toHaveLength(1);
		expect(host.state.handedOver).toBe('[]');
	});
});
