import type { IDataObject } from 'n8n-workflow';

import { alertPages } from '../Alert/alertPages';
import { asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest, Service } from '../shared/http/request';
import { fingerprintOf } from './fingerprint';
import type { ServiceClock } from './serviceClock';
import { AHEAD, halved, stepOf, widened, windowAt, type Window } from './windows';

/** How windows are read in one poll. */
export interface Reading {
	service: Pick<Service, 'send'>;
	clock: ServiceClock;
	/** The search of a window. */
	request: (window: Window) => ApiRequest;
	/** Alerts that a poll emits, and a window has, at most, unless it is one of a second. */
	mostAlerts: number;
	/** When the poll must end, in ms since 1970 on the host's clock. */
	deadline: number;
	log: Log;
}

export interface Log {
	info: (message: string) => void;
	warn: (message: string) => void;
}

/** A window that was read to its end and can be believed. */
export interface WholeWindow {
	window: Window;
	records: IDataObject[];
	/** How long the next one may be. */
	step: number;
	/** Whether what was served is as much as the service counts; otherwise it was twice the same. */
	agrees: boolean;
}

/** The poll's time is up; `step` is what the next poll had better begin with. */
export interface OutOfTime {
	step: number;
}

/** A window is read so often before its disagreement with itself is thrown. */
const MOST_READINGS = 4;

/**
 * Reads the time from `position` to the service's now, the oldest first, in windows that each fit:
 * a window with too many alerts is halved until it fits, or is one of a second.
 * A window is yielded only when it was read to its end. At least one is read, so that the clock is
 * known.
 *
 * @param until the end, where that is before the service's now
 * @throws ApiError when the service refuses, or keeps contradicting itself
 */
export async function* readWindows(
	reading: Reading,
	position: number,
	step: number,
	until = Infinity,
): AsyncGenerator<WholeWindow, OutOfTime | undefined, undefined> {
	const { clock, log, mostAlerts, deadline } = reading;
	let at = position;
	let finished = 0;
	let ahead = AHEAD;
	let before: Pick<WholeWindow, 'window' | 'records'> | undefined;
	let readings = 0;
	while (finished === 0 || at < Math.min(until, clock.now())) {
		const window = windowAt(at, step, Math.min(until, clock.now() + ahead));
		const mustFinish = finished === 0 && stepOf(window) <= 1;
		const isLate = (): boolean => !mustFinish && clock.hostNow() > deadline;
		if (isLate()) return { step: finished === 0 ? halved(window) : step };
		const read = await readOnce(reading, window, isLate);
		if (read.kind === 'late') return { step: halved(window) };
		if (read.kind === 'tooMany') {
			step = halved(window);
			continue;
		}
		const { records, agrees, total } = read;
		if (!agrees && !(before && isSame(before, { window, records }))) {
			readings += 1;
			if (readings >= MOST_READINGS && stepOf(window) <= 1) {
				throw unexpectedAnswer(
					reading.request(window),
					'the same search was answered differently each time',
				);
			}
			// While alerts come in, the part of the window that is past is the quieter one.
			if (ahead > 0 && window.to > clock.now()) ahead = 0;
			else if (readings % 2 === 0) step = halved(window);
			before = { window, records };
			continue;
		}
		if (!agrees) {
			log.info(
				`The service counts ${total ?? 'no'} alerts in a window and served ${records.length}, twice the same`,
			);
		}
		if (records.length > mostAlerts) {
			log.warn(
				`There are ${records.length} alerts in one second: they are read at once, beyond Max Alerts per Poll`,
			);
		}
		step = widened(step, records.length, mostAlerts);
		yield { window, records, step, agrees };
		at = window.to;
		finished += 1;
		readings = 0;
		before = undefined;
	}
	return undefined;
}

type Read =
	| { kind: 'whole'; records: IDataObject[]; agrees: boolean; total: number | undefined }
	| { kind: 'tooMany' }
	| { kind: 'late' };

/** Reads the pages of a window; where its cursor is refused, once more from the start. */
async function readOnce(reading: Reading, window: Window, isLate: () => boolean): Promise<Read> {
	for (let attempt = 1; ; attempt++) {
		let pages = 0;
		try {
			return await readPages(reading, window, isLate, () => {
				pages += 1;
			});
		} catch (fault) {
			const refusal = asApiErrorOrThrow(fault);
			if (pages === 0 || attempt === 2) throw refusal;
			reading.log.info(`${refusal.message}; the window is read again from its start`);
		}
	}
}

async function readPages(
	{ service, clock, request, mostAlerts }: Reading,
	window: Window,
	isLate: () => boolean,
	onPage: () => void,
): Promise<Read> {
	const records: IDataObject[] = [];
	const totals = new Set<number | undefined>();
	const canBeHalved = stepOf(window) > 1;
	let total: number | undefined;
	let isCutShort = false;
	const dated: Pick<Service, 'send'> = {
		send: async (page) => {
			const answer = await service.send(page);
			clock.observe(answer.date);
			return answer;
		},
	};
	for await (const page of alertPages(dated, request(window))) {
		onPage();
		total = page.total;
		totals.add(total);
		for (const record of page.records) records.push(record);
		isCutShort = page.cursor !== undefined && page.records.length === 0;
		const goesOn = page.cursor !== undefined && page.records.length > 0;
		if (canBeHalved) {
			if (records.length > mostAlerts) return { kind: 'tooMany' };
			if (goesOn && total !== undefined && total > mostAlerts) return { kind: 'tooMany' };
		}
		if (goesOn && isLate()) return { kind: 'late' };
	}
	const agrees = totals.size === 1 && total === records.length && !isCutShort;
	return { kind: 'whole', records, agrees, total };
}

/** Whether one and the same window was read twice with the same alerts, in whatever order. */
function isSame(
	before: Pick<WholeWindow, 'window' | 'records'>,
	{ window, records }: Pick<WholeWindow, 'window' | 'records'>,
): boolean {
	if (before.window.from !== window.from || before.window.to !== window.to) return false;
	return contentsOf(before.records) === contentsOf(records);
}

/** The same text for the same alerts in whatever order. */
const contentsOf = (records: readonly IDataObject[]): string =>
	records.map(fingerprintOf).sort().join('');
