import type { INodeParameters } from 'n8n-workflow';

import { FIELDS, FIRST_FETCH } from '../../../nodes/AlertTrigger/fields';
import { poll } from '../../../nodes/AlertTrigger/poll';
import { asText } from '../../../nodes/shared/json';
import { timeText } from '../service/alertRecord';
import type { Fault } from '../service/faults';
import { Oracle } from './oracle';
import type { TickSetting } from './simulatedHost';
import { openStage, type StageSetting } from './stage';

/** The second of the first poll; none that is round. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;

/** Alerts reach the service in the course of a second. */
const WITHIN_SECOND_MS = 137;

const ALERT_TRIGGER = { poller: poll, fields: FIELDS, start: START };

export interface AlertSetting extends Omit<StageSetting, 'parameters'> {
	/** The node's Options. */
	options?: { firstFetch?: number } & INodeParameters;
	filters?: INodeParameters;
	/** What goes wrong from the first poll on. */
	faults?: readonly Fault[];
}

export type AlertStage = ReturnType<typeof alertStage>;

/** What a poll did. */
export type AlertPoll = Awaited<ReturnType<AlertStage['poll']>>;

/** An alert trigger and the embedded service's alert search, with an oracle; times are in seconds. */
export const alertStage = ({
	options = {},
	filters = {},
	faults = [],
	latency = 0.04,
	...setting
}: AlertSetting = {}) => {
	const stage = openStage(ALERT_TRIGGER, { parameters: { options, filters }, latency, ...setting });
	const { service } = stage;
	service.faults.push(...faults);
	const { firstFetch = FIRST_FETCH } = options;
	const oracle = new Oracle();
	const polls: Array<Awaited<ReturnType<typeof stage.poll>> & { contents: number[] }> = [];
	const pollOnce = async (after = 0, how: TickSetting = {}) => {
		stage.wait(after);
		const now = service.clock.now();
		// A trigger begins with the first poll of which n8n stores the state.
		if (Object.keys(stage.host.stored).length === 0) {
			oracle.floor = now / 1000 - Math.max(firstFetch * 60, 120);
		}
		const done = await stage.poll(0, how);
		oracle.emit(done.items, now);
		const contents = done.items.map(({ Message }) => Number(asText(Message).split(' ')[1]));
		polls.push({ ...done, contents });
		return { ...done, contents };
	};
	return {
		...stage,
		oracle,
		polls,
		/** An alert of that second after the start, which reaches the service so much later. Returns its index. */
		raise: (at: number, content: number, late = 0): number => {
			const event = START + at;
			const arrivedAt = (event + late) * 1000 + WITHIN_SECOND_MS;
			const alert = alertOf(content, event, arrivedAt);
			const time = timeText(event, service.switches.recordZone);
			oracle.raise(`${alert.message} at ${time}`, { event, arrivedAt });
			return service.world.alerts.add(alert);
		},
		poll: pollOnce,
		/** As many polls, each so many seconds after the one before. */
		run: async (count: number, every = 60) => {
			for (let index = 0; index < count; index += 1) await pollOnce(every);
		},
		verdict: () => oracle.judge(service.clock.now()),
	};
};

/** An alert: its content is all that tells it from others of its second. */
const alertOf = (content: number, eventTime: number, arrivedAt: number) => {
	const severities = ['critical', 'trouble', 'attention'] as const;
	return {
		eventTime,
		arrivedAt,
		status: 'open',
		severity: severities[content % 3] ?? 'critical',
		profileId: 901,
		// Not the same for the same alert for ever: a log source may be renamed.
		displayName: { [String(arrivedAt % 7)]: `name ${arrivedAt % 5}` },
		category: 'Logon',
		message: `content ${content}`,
		userName: '',
		eventSeverity: 'error',
		eventId: '4625',
		source: 'Security',
		logSourceType: 'Windows',
		type: 'Windows',
		profileName: 'Brute force',
		logSource: 'PC-1',
	} as const;
};

export const refusal: Fault & { kind: 'refusal' } = {
	kind: 'refusal',
	code: '07001110',
	status: 400,
	detail: 'No',
};
