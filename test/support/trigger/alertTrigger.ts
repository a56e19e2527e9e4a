import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FIELDS } from '../../../nodes/AlertTrigger/fields';
import { runAlertTrigger } from '../../../nodes/AlertTrigger/poll';
import { asText } from '../../../nodes/shared/texts';
import { timeText } from '../service/alertRecord';
import { demoAlert, type Alert } from '../service/demoWorld';
import type { Fault } from '../service/faults';
import type { PollSetting } from './host';
import { simulate, type Setting } from './simulation';

/** The second of the first poll, which is not a round number. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;

/** Alerts reach the service so long after the start of a second. */
const WITHIN_SECOND_MS = 137;

/** Seconds around the start of First Fetch in which the trigger may emit or skip an alert. */
const EDGE = 4;

export interface AlertSetting extends Omit<Setting, 'parameters'> {
	options?: { firstFetch?: number } & INodeParameters;
	filters?: INodeParameters;
	faults?: readonly Fault[];
}

export type SimulatedAlertTrigger = ReturnType<typeof alertTrigger>;

/** An alert trigger and the embedded service's alert search; times are in seconds. */
export const alertTrigger = ({
	options = {},
	filters = {},
	faults = [],
	latency = 0.04,
	...setting
}: AlertSetting = {}) => {
	const simulation = simulate(
		{ poller: runAlertTrigger, fields: FIELDS, start: START, unit: 1 },
		{ parameters: { options, filters }, latency, ...setting },
	);
	const { service, host, wait } = simulation;
	service.faults.push(...faults);
	const { firstFetch = 10 } = options;
	/** Alerts before this second since 1970 need not be emitted. */
	let floor = 0;
	/** Alerts by name; identical alerts share a name. */
	const raisedAlerts = new Map<string, Alert[]>();
	/** The time in ms at which each key was emitted, by name. */
	const emissions = new Map<string, Map<string, number>>();
	const duplicates: string[] = [];
	const polls: Array<Awaited<ReturnType<typeof simulation.poll>> & { contents: number[] }> = [];

	const noteEmitted = ({ Message, Time, alert_key }: IDataObject, now: number) => {
		const name = `${asText(Message)} at ${asText(Time)}`;
		const key = asText(alert_key);
		const keys = emissions.get(name) ?? new Map<string, number>();
		if (keys.has(key)) duplicates.push(`twice: ${name} (${key})`);
		else emissions.set(name, keys.set(key, now));
	};
	const pollOnce = async (after = 0, setting: PollSetting = {}) => {
		wait(after);
		const now = service.clock.now();
		// A trigger begins with the first poll whose state n8n stores.
		if (Object.keys(host.stored).length === 0) {
			floor = now / 1000 - Math.max(firstFetch * 60, 120);
		}
		const result = await simulation.poll(0, setting);
		for (const item of result.items) noteEmitted(item, now);
		const contents = result.items.map(({ Message }) => Number(asText(Message).split(' ')[1]));
		polls.push({ ...result, contents });
		return { ...result, contents };
	};
	/** Compares emitted with arrived alerts. @returns mistakes in words, lost alerts, and the most seconds to an emission */
	const check = () => {
		const mistakes = [...duplicates];
		let lost = 0;
		let worstDelay = 0;
		for (const name of new Set([...raisedAlerts.keys(), ...emissions.keys()])) {
			const alerts = raisedAlerts.get(name) ?? [];
			const times = [...(emissions.get(name)?.values() ?? [])];
			const isDue = ({ eventTime, arrivedAt }: Alert) =>
				eventTime >= floor + EDGE && arrivedAt <= service.clock.now();
			const dueCount = alerts.filter(isDue).length;
			lost += Math.max(0, dueCount - times.length);
			if (times.length < dueCount) mistakes.push(`lost: ${name}, ${times.length} of ${dueCount}`);
			if (times.length > alerts.length) {
				mistakes.push(`made up: ${name}, ${times.length} of ${alerts.length}`);
			}
			const arrivals = alerts.map(({ arrivedAt }) => arrivedAt).sort((a, b) => a - b);
			const delays = times.map((at, index) => (at - (arrivals[index] ?? at)) / 1000);
			worstDelay = Math.max(worstDelay, ...delays);
		}
		return { mistakes, lost, worstDelay };
	};
	return {
		...simulation,
		polls,
		/** Raises an alert `at` seconds after the start, which reaches the service `late` seconds later. */
		raise: (at: number, content: number, late = 0): Alert => {
			const event = START + at;
			const arrivedAt = (event + late) * 1000 + WITHIN_SECOND_MS;
			const alert = alertOf(content, event, arrivedAt);
			const name = `${alert.message} at ${timeText(event, service.switches.recordZone)}`;
			raisedAlerts.set(name, [...(raisedAlerts.get(name) ?? []), alert]);
			service.world.alerts.push(alert);
			return alert;
		},
		poll: pollOnce,
		run: async (count: number, every = 60) => {
			for (let index = 0; index < count; index += 1) await pollOnce(every);
		},
		check,
	};
};

/** Makes an alert; only its content distinguishes it from others of its second. */
const alertOf = (content: number, eventTime: number, arrivedAt: number): Alert => ({
	...demoAlert(0, eventTime),
	arrivedAt,
	// The display name of one alert changes over time, since users rename log sources.
	displayName: { [String(arrivedAt % 7)]: `name ${arrivedAt % 5}` },
	message: `content ${content}`,
});

export const refusal = { kind: 'refusal', code: '07001110', status: 400 } as const;

export const spanOf = (body: unknown): number => {
	const { start_time, end_time } = body as Record<string, string>;
	return (Date.parse(end_time ?? '') - Date.parse(start_time ?? '')) / 1000;
};
