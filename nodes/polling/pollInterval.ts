import { isObject } from '../shared/json';

const SECONDS_BY_MODE: Readonly<Record<string, number>> = {
	everyMinute: 60,
	everyHour: 3600,
	everyDay: 86_400,
	everyWeek: 604_800,
	everyMonth: 2_678_400,
};

/** Returns the longest interval of n8n's Poll Times in seconds, 60 by default; a cron expression counts as 0. */
export function maxPollIntervalSeconds(pollTimes: unknown): number {
	const items = isObject(pollTimes) && Array.isArray(pollTimes.item) ? pollTimes.item : [];
	return items.length === 0 ? 60 : Math.max(...items.map(intervalSecondsOf));
}

/** Returns the interval of an entry of Poll Times in seconds; 0 for a cron expression or an unknown mode. */
function intervalSecondsOf(item: unknown): number {
	if (!isObject(item)) return 0;
	const { mode, value, unit } = item;
	if (mode !== 'everyX') return SECONDS_BY_MODE[String(mode)] ?? 0;
	return (Number(value) || 0) * (unit === 'hours' ? 3600 : 60);
}
