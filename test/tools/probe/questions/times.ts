import type { ProbedService } from '../client';
import { ask } from '../question';
import {
	between,
	everything,
	finds,
	firstRows,
	month,
	naiveTime,
	narrow,
	pageOf,
	search,
	type Body,
} from './alerts';
import { nowOf } from './hello';

const DAY = 86_400_000;

async function zone(service: ProbedService): Promise<string | undefined> {
	const [row] = await firstRows(service);
	if (row === undefined) return undefined;
	if (naiveTime(row) === undefined) return 'another format';
	const stretch = await narrow(service);
	return stretch && `minutes from UTC: ${stretch.zone}`;
}

/** Whether a search finds an alert at one of its bounds, in seconds from the alert. */
const bound =
	(from: number, to: number) =>
	async (service: ProbedService): Promise<string | undefined> => {
		const found = await narrow(service);
		if (found === undefined) return undefined;
		const times = between(found.instant + from * 1000, found.instant + to * 1000);
		const isFound = await finds(service, times, found);
		return isFound === undefined ? undefined : isFound ? 'included' : 'excluded';
	};

/** Whether a search that begins half a second after an alert finds it: then fractions are cut. */
async function fractions(service: ProbedService): Promise<string | undefined> {
	const found = await narrow(service);
	if (found === undefined) return undefined;
	const start_time = new Date(found.instant + 500).toISOString();
	const times = { ...between(found.instant, found.instant + 2000), start_time };
	const rows = pageOf(await search(service, times));
	if (rows === undefined) return 'refused';
	return rows.some((row) => row['Time'] === found.row['Time']) ? 'cut' : 'accepted';
}

/** Whether a search takes a time of another kind. */
const takes =
	(change: (times: Body, now: number) => Body) =>
	async (service: ProbedService): Promise<string | undefined> => {
		if (pageOf((await everything(service)).first) === undefined) return undefined;
		const changed = change(await month(service), await nowOf(service));
		return pageOf(await search(service, changed)) === undefined ? 'refused' : 'accepted';
	};

export const timeQuestions = [
	ask('Time of an alert', 'minutes from UTC', zone, 'Alerts cannot show their time in UTC.'),
	ask('Alert at start_time itself', 'included / excluded', bound(0, 2)),
	ask('Alert at end_time itself', 'included / excluded', bound(-2, 0)),
	ask('Fractions of a second', 'accepted / cut / refused', fractions),
	ask(
		'Time with an offset',
		'accepted / refused',
		takes(({ start_time = '', ...rest }) => ({
			...rest,
			start_time: start_time.replace('Z', '+00:00'),
		})),
	),
	ask(
		'An end_time in the future',
		'accepted / refused',
		takes(({ start_time = '' }, now) => ({ ...between(now, now + DAY), start_time })),
	),
];
