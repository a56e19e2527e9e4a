import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../json';
import type { Values } from '../operation/operation';
import { ParameterReader } from '../parameters/reader';

/**
 * The validated parameters of a trigger; a poll has no items to read them for.
 * @throws InvalidParameterError
 */
export function pollParameters<const F extends readonly INodeProperties[]>(
	host: IPollFunctions,
	fields: F,
): Values<F> {
	const reader = new ParameterReader(
		{
			getNode: () => host.getNode(),
			getTimezone: () => host.getTimezone(),
			getNodeParameter: (path) => host.getNodeParameter(path),
		},
		fields,
	);
	const { values, error } = reader.read(0);
	if (error !== undefined) throw error;
	return values as Values<F>;
}

const SECONDS: Readonly<Record<string, number>> = {
	everyMinute: 60,
	everyHour: 3600,
	everyDay: 86_400,
	everyWeek: 604_800,
	everyMonth: 2_678_400,
};

/**
 * The longest of the node's poll intervals in seconds, as n8n's Poll Times hold them; a minute if they
 * hold none. A custom cron expression is not read: those polls count as a minute apart.
 */
export function pollInterval(pollTimes: unknown): number {
	const items = isObject(pollTimes) && Array.isArray(pollTimes.item) ? pollTimes.item : [];
	return Math.max(60, ...items.map(secondsOf));
}

function secondsOf(item: unknown): number {
	if (!isObject(item)) return 0;
	const { mode, value, unit } = item;
	if (mode !== 'everyX') return SECONDS[String(mode)] ?? 0;
	return (Number(value) || 0) * (unit === 'hours' ? 3600 : 60);
}
