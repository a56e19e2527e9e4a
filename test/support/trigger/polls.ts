import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FIELDS } from '../../../nodes/AlertTrigger/fields';
import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { asText } from '../../../nodes/shared/json';
import type { Fault } from '../service/faults';
import type { Switches } from '../service/switches';
import { DirectService } from './directService';
import { alertOf, type Arrival } from './history';
import { openStage, type StageSetting } from './stage';

/** The second of the first poll; none that is round. */
export const START = Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;

export const ALERT_TRIGGER = { poller: poll, fields: FIELDS };

export interface AlertSetting extends Omit<StageSetting, 'parameters'> {
	/** The node's Options. */
	options?: INodeParameters;
	filters?: INodeParameters;
}

export type AlertStage = ReturnType<typeof alertStage>;

/** What a poll did. */
export type AlertPoll = Awaited<ReturnType<AlertStage['poll']>>;

const contentOf = ({ Message }: IDataObject): number => Number(asText(Message).split(' ')[1]);

/** An alert trigger and the embedded service's alert search; times are in seconds. */
export const alertStage = ({
	options = {},
	filters = {},
	switches = {},
	...setting
}: AlertSetting & { switches?: Partial<Switches> } = {}) => {
	const service = new DirectService(START * 1000, { searchRequires: 'nothing', ...switches });
	const parameters = { options, filters };
	const stage = openStage(service, ALERT_TRIGGER, { parameters, ...setting });
	return {
		...stage,
		/** An alert that reaches the service that many seconds after the start. */
		arrive: (at: number, content: number, rest: Partial<Arrival> = {}) => {
			const arrival = { at, late: 0, content, twins: 1, ...rest };
			const alert = alertOf(arrival, START + at - arrival.late, (START + at) * 1000);
			for (let twin = 0; twin < arrival.twins; twin += 1) service.add(alert);
		},
		poll: async (after = 0, overlapping = 1) => {
			const done = await stage.poll(after, overlapping);
			return { ...done, contents: done.items.map(contentOf) };
		},
	};
};

export const refusal: Fault = { kind: 'refusal', code: '07001111', status: 400, detail: 'No' };

/** Lets six alerts come in before the first poll, three in each half of First Fetch. */
export const sixBefore = ({ arrive }: AlertStage) => {
	[-580, -490, -400, -200, -110, -20].forEach((at, content) => {
		arrive(at, content);
	});
};
