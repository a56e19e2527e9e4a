import { afterEach, describe, expect, test } from '@jest/globals';

import { asText } from '../../nodes/shared/json';
import { watchedStage, type HealthPoll, type HealthStage } from '../support/trigger/healthStage';
import { endExecutions, type StoredWith } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const parameters = { silentAfter: 20, options: { mustLast: 0, redeliver: true } };

const WAYS: StoredWith[] = ['each poll', 'an execution'];

/** Lets WEB1 go silent, and polls. */
const silenced = async ({ poll }: HealthStage) => {
	const reported = await poll(25);
	expect(reported.told).toEqual(['silent WEB1']);
	return reported;
};

const keys = ({ items }: HealthPoll) => items.map(({ change_key }) => change_key);

const again = ({ items }: HealthPoll) => items.map(({ redelivered }) => redelivered);

const giving = ({ log }: HealthPoll) => log.filter((line) => line.includes('redeliver'));

describe.each(WAYS)('the state stored with %s', (storedWith) => {
	test('changes of an execution that n8n was killed in are reported again, with their keys', async () => {
		const stage = await watchedStage({ parameters, storedWith });
		const first = await silenced(stage);
		stage.restart();
		stage.source('WEB2');
		const second = await stage.poll(1);
		expect(second.told).toEqual(['silent WEB1', 'appeared WEB2']);
		expect(again(second)).toEqual([true, undefined]);
		expect(keys(second)[0]).toBe(keys(first)[0]);
		expect((await stage.poll(1)).told).toEqual([]);
		await endExecutions(second.handedOver, 'finished');
		expect((await stage.poll(1)).told).toEqual([]);
		expect(stage.host.state.handedOver).toBe('[]');
	});

	test('changes whose execution could not be created are reported again, until one finishes', async () => {
		const stage = await watchedStage({ parameters, storedWith });
		await endExecutions((await silenced(stage)).handedOver, 'lost');
		const second = await stage.poll(1);
		expect(second.told).toEqual(['silent WEB1']);
		await endExecutions(second.handedOver, 'finished');
		expect((await stage.poll(1)).told).toEqual([]);
	});

	test('a change that no longer holds is reported all the same, before what undid it', async () => {
		const stage = await watchedStage({ parameters, storedWith });
		await silenced(stage);
		stage.restart();
		stage.event();
		expect((await stage.poll()).told).toEqual(['silent WEB1', 'back WEB1']);
	});

	test('without the option nothing is kept, and nothing reported again', async () => {
		const { redeliver: _redeliver, ...options } = parameters.options;
		const stage = await watchedStage({ parameters: { ...parameters, options }, storedWith });
		await silenced(stage);
		stage.restart();
		expect((await stage.poll(1)).told).toEqual([]);
		expect(stage.host.state.handedOver).toBe('[]');
	});
});

test('a batch whose executions end early is given up after five tries, and what shares one has its own', async () => {
	const stage = await watchedStage({ parameters, storedWith: 'each poll' });
	await silenced(stage);
	const polls: HealthPoll[] = [];
	for (let tries = 1; tries <= 6; tries += 1) {
		stage.restart();
		if (tries === 5) stage.source('WEB2');
		polls.push(await stage.poll(1));
	}
	expect(polls.map(({ told }) => told)).toEqual([
		...Array<string[]>(4).fill(['silent WEB1']),
		['silent WEB1', 'appeared WEB2'],
		['appeared WEB2'],
	]);
	expect(polls.flatMap(giving)).toEqual([
		'Not redelivered: 1 change whose execution did not finish before n8n stopped, since 5 tries ended early',
	]);
});

test('a workflow that is activated anew while the trigger polls is told nothing twice', async () => {
	const stage = await watchedStage({ parameters });
	const { host, hooks, source, poll } = stage;
	source('WEB2');
	hooks.onRequest = () => {
		hooks.onRequest = () => undefined;
		host.load(host.stored, 'activate');
	};
	expect((await poll(1)).told).toEqual(['appeared WEB2']);
	expect((await poll(1)).told).toEqual([]);
});

test('a first poll after Reactivation forgets what was remembered, and not what was on its way', async () => {
	const options = { ...parameters.options, reactivation: 'first' };
	const stage = await watchedStage({ parameters: { ...parameters, options } });
	await silenced(stage);
	stage.restart();
	expect((await stage.poll(300)).told).toEqual(['silent WEB1']);
});

test('a stored batch that cannot be read is named in the log, and the rest of the state is used', async () => {
	const stage = await watchedStage({ parameters });
	await silenced(stage);
	for (const handedOver of ['{', '[{"id":"a.1","tries":0}]', '["a"]']) {
		stage.restart({ ...stage.host.stored, handedOver });
		const { told, log } = await stage.poll(1);
		expect(told).toEqual([]);
		expect(log).toContain(
			'The stored deliveries cannot be read: their changes are not redelivered',
		);
		expect(log.join()).not.toContain('Baseline');
		expect(asText(stage.host.state.log_source)).not.toBe('');
	}
});
