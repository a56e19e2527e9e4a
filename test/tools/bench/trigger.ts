import type { INodeParameters } from 'n8n-workflow';

import { FIELDS } from '../../../nodes/AlertTrigger/fields';
import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { demoAlert } from '../../support/service/demoWorld';
import { SimulatedHost, type Asked } from '../../support/trigger/simulatedHost';
import { quietService } from '../../support/trigger/stage';
import { withSimulatedTime } from '../../support/trigger/simulatedTime';
import type { Figure } from './results';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);
const DAY = 24 * 60;

/** A service with that many alerts, spread evenly over the last day, and a trigger that follows it. */
function setting(alerts: number, options: INodeParameters, setNow: (ms: number) => void) {
	const seconds = DAY * 60;
	const switches = { alertPageSize: 1000, searchRequires: 'nothing', trusted: true } as const;
	const service = quietService(NOW, switches);
	const start = NOW / 1000 - seconds;
	for (let index = 0; index < alerts; index += 1) {
		const second = start + Math.floor((index * (seconds - 20)) / alerts);
		service.world.alerts.add(demoAlert(index, second));
	}
	let now = NOW;
	const moveTo = (ms: number) => {
		now = ms;
		service.clock.set(ms);
		setNow(ms);
	};
	moveTo(NOW);
	let ofService = 0;
	const answer = ({ method, url, body }: Asked) => {
		const before = cpuSeconds();
		const answered = service.answer(method, url, body);
		ofService += cpuSeconds() - before;
		return answered;
	};
	const host = new SimulatedHost(poll, answer, 'each poll', FIELDS, { options });
	return {
		...{ service, host, advance: (ms: number) => moveTo(now + ms) },
		/** CPU seconds that the service took. */
		ofService: () => ofService,
	};
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
	const { service, host, advance, ofService } = setting(alerts, options, setNow);
	for (let count = 0, quiet = 0; quiet < SETTLING; count += 1) {
		const { handedOver, thrown } = await host.tick();
		if (thrown !== undefined || count > 50) throw new Error('The trigger does not come to rest');
		quiet = count > 0 && handedOver.length === 0 ? quiet + 1 : 0;
		advance(60_000);
	}
	const sent = service.requests.length;
	const servedBefore = ofService();
	const before = cpuSeconds();
	const started = process.hrtime.bigint();
	await host.tick();
	const micros = Number(process.hrtime.bigint() - started) / 1000;
	const ofPoll = cpuSeconds() - before - (ofService() - servedBefore);
	const of = `with ${alerts.toLocaleString('en')} alerts in the look-back`;
	return [
		{
			name: `Requests of an idle poll ${of}`,
			unit: 'requests',
			ours: service.requests.length - sent,
		},
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
