import { jsonParse, type IDataObject } from 'n8n-workflow';

import type { Outgoing } from '../service/outgoing';
import { alertTrigger, type AlertSetting, type SimulatedAlertTrigger } from './alertTrigger';

/** Makes the count of a page from the right count and the page's alerts; undefined for no count. */
type Count = (total: number, alertsOfPage: number) => unknown;

export const COUNTS = {
	right: (total) => total,
	absent: () => undefined,
	negative: () => -5,
	'a text': (total) => String(total),
	'50,000 whatever is asked': () => 50_000,
	'10^15 whatever is asked': () => 1e15,
	'too small': (_total, alertsOfPage) => Math.min(3, alertsOfPage),
	capped: (total) => Math.min(total, 1000),
} satisfies Record<string, Count>;

export const changeSearch =
	(change: (body: { data: unknown[]; meta: IDataObject }) => object) =>
	(answer: Outgoing): Outgoing => ({
		...answer,
		text: JSON.stringify(change(jsonParse(answer.text))),
	});

export function countingTrigger(count: keyof typeof COUNTS, setting: AlertSetting = {}) {
	const countOf: Count = COUNTS[count];
	const trigger = alertTrigger({ credential: { requestsPerMinute: 60 }, latency: 0.2, ...setting });
	trigger.hooks.rewrite = changeSearch(({ data, meta }) => ({
		data,
		meta: { ...meta, total_items: countOf(Number(meta.total_items), data.length) },
	}));
	return trigger;
}

/** Runs `count` polls, one at each full minute since the start. */
export async function runEachMinute(trigger: SimulatedAlertTrigger, count: number): Promise<void> {
	const { clock } = trigger.service;
	const start = clock.now();
	for (let index = 0; index < count; index += 1) {
		const elapsedMs = clock.now() - start;
		await trigger.poll(60 - ((elapsedMs / 1000) % 60));
	}
}
