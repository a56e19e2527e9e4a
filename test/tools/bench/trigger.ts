import type { INodeParameters } from 'n8n-workflow';

import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { demoAlert } from '../../support/service/demoWorld';
import { DirectService } from '../../support/trigger/directService';
import { SimulatedHost } from '../../support/trigger/simulatedHost';
import { withSimulatedTime } from '../../support/trigger/simulatedTime';
import type { Figure } from './results';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);
const DAY = 24 * 60;

/** A service with that many alerts, spread evenly over the last day, and a trigger that follows it. */
function setting(alerts: number, options: INodeParameters, setNow: (ms: number) => void) {
	const seconds = DAY * 60;
	const service = new DirectService(NOW, { alertPageSize: 1000, searchRequires: 'nothing' });
	const start = NOW / 1000 - seconds;
	for (let index = 0; index < alerts; index += 1) {
		const second = start + Math.floor((index * (seconds - 20)) / alerts);
		service.add({ ...demoAlert(index, second), arrivedAt: second * 1000 });
	}
	let now = NOW;
	const moveTo = (ms: number) => {
		now = ms;
		service.clock.set(ms);
		setNow(ms);
	};
	moveTo(NOW);
	const host = new SimulatedHost(poll, service, 'each poll', { options }, () => true);
	return { service, host, advance: (ms: number) => moveTo(now + ms) };
}

const cpuSeconds = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
};

/** Quiet polls until the trigger knows the counts of the look-back. */
const SETTLING = 10;

/** An idle poll, a minute after the last, with that many alerts in a look-back of a day. */
async function idle(alerts: number, setNow: (ms: number) => void): Promise<Figure[]> {
	const options = { maxAlerts: 50_000, lookBack: DAY, firstFetch: DAY };
	const { service, host, advance } = setting(alerts, options, setNow);
	for (let count = 0, quiet = 0; quiet < SETTLING; count += 1) {
		const { handedOver, thrown } = await host.tick();
		if (thrown !== undefined || count > 50) throw new Error('The trigger does not come to rest');
		quiet = count > 0 && handedOver.length === 0 ? quiet + 1 : 0;
		advance(60_000);
	}
	service.requests = 0;
	const answer = service.answer.bind(service);
	let ofService = 0;
	service.answer = (text, address) => {
		const before = cpuSeconds();
		const answered = answer(text, address);
		ofService += cpuSeconds() - before;
		return answered;
	};
	const before = cpuSeconds();
	const started = process.hrtime.bigint();
	await host.tick();
	const micros = Number(process.hrtime.bigint() - started) / 1000;
	const ofPoll = cpuSeconds() - before - ofService;
	const of = `with ${alerts.toLocaleString('en')} alerts in the look-back`;
	return [
		{ name: `Requests of an idle poll ${of}`, unit: 'requests', ours: service.requests },
		{ name: `CPU of an idle poll ${of}, the service left out`, unit: 'CPU s', ours: ofPoll },
		{ name: `Time an alert of an idle poll ${of}`, unit: 'µs', ours: micros / alerts },
		{
			name: `State an alert ${of}`,
			unit: 'bytes',
			ours: JSON.stringify(host.stored).length / alerts,
		},
	];
}

/** What the trigger costs, in this process and without a network: no other node of the field does what it does. */
export const measureTrigger = async (): Promise<Figure[]> =>
	await withSimulatedTime(async ({ setNow }) => [
		...(await idle(0, setNow)).slice(0, 1),
		...(await idle(1000, setNow)),
		...(await idle(10_000, setNow)),
		...(await idle(100_000, setNow)),
	]);
