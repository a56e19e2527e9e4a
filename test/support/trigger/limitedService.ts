import { searchRecord, timeText } from '../service/alertRecord';
import type { Alert } from '../service/alertStore';
import { hash32 } from '../service/hash32';
import { DirectService } from './directService';
import type { DirectAnswer } from './simulatedHost';

/** What a service that never becomes kind does to a client, for as long as it runs. */
export interface Limits {
	pageSize?: number;
	order?: 'oldestFirst' | 'newestFirst';
	/** Equal times come in another order with each request. */
	unstableTies?: boolean;
	/** Every page comes with a cursor, the last one too; the end is an empty page. */
	cursorAlways?: boolean;
	/** One cursor a search, the same text on each page, which moves on whenever it is sent. */
	constantCursor?: boolean;
	totals?: 'true' | 'missing' | { cap: number } | { lateMs: number };
	/** A search serves so many alerts, and counts them all. */
	served?: number;
	/** Searches over more than so many seconds are refused. */
	longestWindow?: { seconds: number; refusal: 'gateway' | 'general' };
	/** Searches that begin more than so many seconds ago are refused. */
	reach?: number;
	/** More requests in a minute are answered 429, and so is each one until the lock is over. */
	rate?: { perMinute: number; lockMs: number; retryAfter?: number };
	/** The service answers so many requests, then refuses so many, and so on; or that part of them. */
	turns?: { answered: number; refused: number; isRandom?: boolean; isThrottled?: boolean };
	/** Every request is refused, with this. */
	refusal?: 'none' | 'general' | 'general200' | 'page404' | 'emptyObject' | 'throttled';
	date?: 'missing' | 'constant' | { aheadMs: number };
	/** When the service's zone goes from one hour ahead to none, in seconds since 1970. */
	clocksBackAt?: number;
	/** Searches of so many seconds and less are answered by a copy of the data that is behind. */
	behind?: { seconds: number; ms: number };
	/** What happens between the pages of a search. */
	onPage?: () => void;
}

interface Cursor {
	body: Body;
	found: number[];
	offset: number;
}

export interface Body {
	start_time: string;
	end_time: string;
	status?: string;
	severity?: string;
	cursor?: string;
}

/** How long a search is, in seconds. */
export const secondsOf = ({ start_time, end_time }: Body): number =>
	(Date.parse(end_time) - Date.parse(start_time)) / 1000;

const json = (statusCode: number, value: unknown): DirectAnswer => ({
	statusCode,
	headers: {},
	body: JSON.stringify(value),
});

const general = {
	error: { code: '07001110', title: 'Bad Request', detail: 'Something went wrong' },
};

/** The alert search of the embedded service behind limits that last. */
export class LimitedService extends DirectService {
	limits: Limits;

	/** Requests that were answered, refused ones included. */
	asked: Array<{ at: number; refused: boolean }> = [];

	private readonly cursors = new Map<string, Cursor>();

	private left: number[] = [];

	private lockedUntil = 0;

	private serial = 0;

	constructor(now: number, limits: Limits) {
		super(now, { trusted: true, searchRequires: 'nothing' });
		this.limits = limits;
	}

	override answer(text: string): DirectAnswer {
		this.requests += 1;
		const now = this.clock.now();
		const body = JSON.parse(text) as Body;
		const refused = this.refused(now, body);
		this.asked.push({ at: now, refused: refused !== undefined });
		const answer = refused ?? this.page(body, now);
		return { ...answer, headers: { ...this.dated(now), ...answer.headers } };
	}

	private dated(now: number): Record<string, string> {
		const { date = { aheadMs: 0 } } = this.limits;
		if (date === 'missing') return {};
		const shown = date === 'constant' ? Date.UTC(2026, 3, 30) : now + date.aheadMs;
		return { date: new Date(shown).toUTCString() };
	}

	private refused(now: number, body: Body): DirectAnswer | undefined {
		const { rate, turns, longestWindow, reach = Infinity, refusal = 'none' } = this.limits;
		if (refusal === 'general') return json(400, general);
		if (refusal === 'general200') return json(200, general);
		if (refusal === 'emptyObject') return json(200, {});
		if (refusal === 'throttled') return json(429, {});
		if (refusal === 'page404') {
			return { statusCode: 404, headers: {}, body: '<html>Not here yet</html>' };
		}
		if (rate !== undefined) {
			const retry: Record<string, string> =
				rate.retryAfter === undefined ? {} : { 'retry-after': String(rate.retryAfter) };
			this.left = this.left.filter((at) => at > now - 60_000);
			if (now < this.lockedUntil) return { ...json(429, {}), headers: retry };
			if (this.left.length >= rate.perMinute) {
				this.lockedUntil = now + rate.lockMs;
				return { ...json(429, {}), headers: retry };
			}
			this.left.push(now);
		}
		if (turns !== undefined) {
			const serial = turns.isRandom === true ? hash32(this.requests) : this.requests - 1;
			const turn = serial % (turns.answered + turns.refused);
			if (turn >= turns.answered) {
				return turns.isThrottled === true ? json(429, {}) : json(400, general);
			}
		}
		if (longestWindow !== undefined && body.cursor === undefined) {
			if (secondsOf(body) > longestWindow.seconds) {
				return longestWindow.refusal === 'general'
					? json(400, general)
					: { statusCode: 504, headers: {}, body: '<html>Gateway Time-out</html>' };
			}
		}
		const isBeyond = now - Date.parse(body.start_time) > reach * 1000;
		return isBeyond ? json(400, general) : undefined;
	}

	private page(body: Body, now: number): DirectAnswer {
		const { limits } = this;
		const { pageSize = 100, cursorAlways = false, constantCursor = false, served } = limits;
		let held: Cursor;
		let name = body.cursor;
		if (name === undefined) {
			this.serial += 1;
			name = `cursor ${this.serial}`;
			held = { body, found: this.find(body), offset: 0 };
		} else {
			const known = this.cursors.get(name);
			if (known === undefined) return json(400, general);
			held = known;
			limits.onPage?.();
			if (limits.unstableTies === true) held.found = this.find(held.body);
		}
		const servable = held.found.slice(0, served);
		const page = servable.slice(held.offset, held.offset + pageSize);
		const end = held.offset + page.length;
		const goesOn = cursorAlways || constantCursor ? page.length > 0 : end < servable.length;
		let cursor: string | undefined;
		if (goesOn) {
			if (!constantCursor) {
				this.serial += 1;
				cursor = `cursor ${this.serial}`;
			} else cursor = name;
			this.cursors.set(cursor, { ...held, offset: end });
		}
		const { state } = this;
		const data = page.map((index) => {
			const alert = state.world.alerts.at(index);
			const record = searchRecord(alert, 0);
			return { ...record, Time: timeText(alert.eventTime, this.zoneMinutes(alert.eventTime)) };
		});
		return json(200, {
			data,
			meta: {
				...(cursor === undefined ? {} : { cursor }),
				...this.total(held, now),
				items_in_current_page: page.length,
			},
		});
	}

	private total({ found }: Cursor, now: number): { total_items?: number } {
		const { totals = 'true' } = this.limits;
		if (totals === 'missing') return {};
		if (totals === 'true') return { total_items: found.length };
		if ('cap' in totals) return { total_items: Math.min(totals.cap, found.length) };
		const { alerts } = this.state.world;
		const counted = found.filter((index) => alerts.at(index).arrivedAt <= now - totals.lateMs);
		return { total_items: counted.length };
	}

	private zoneMinutes(second: number): number {
		const { clocksBackAt } = this.limits;
		return clocksBackAt !== undefined && second < clocksBackAt ? 60 : 0;
	}

	/** The alerts by the minute that they happened in, so that long runs are searched fast. */
	private readonly minutes = new Map<number, number[]>();

	private firstMinute = Infinity;

	private lastMinute = -Infinity;

	override add(alert: Alert): number {
		const index = super.add(alert);
		const minute = Math.floor(alert.eventTime / 60);
		this.firstMinute = Math.min(this.firstMinute, minute);
		this.lastMinute = Math.max(this.lastMinute, minute);
		const indices = this.minutes.get(minute);
		if (indices === undefined) this.minutes.set(minute, [index]);
		else indices.push(index);
		return index;
	}

	/** The alerts that a search finds now; both its times are inclusive. */
	private find({ start_time, end_time, status, severity }: Body): number[] {
		const { order = 'oldestFirst', unstableTies = false, behind } = this.limits;
		const { alerts } = this.state.world;
		const start = Date.parse(start_time) / 1000;
		const end = Date.parse(end_time) / 1000;
		const isBehind = behind !== undefined && end - start <= behind.seconds;
		const now = this.clock.now() - (isBehind ? behind.ms : 0);
		const salt = unstableTies ? this.requests * 7919 : 0;
		const found: Array<{ index: number; time: number; tie: number }> = [];
		const last = Math.min(end / 60, this.lastMinute);
		for (
			let minute = Math.max(Math.floor(start / 60), this.firstMinute);
			minute <= last;
			minute += 1
		) {
			for (const index of this.minutes.get(minute) ?? []) {
				const facts = alerts.at(index);
				const { eventTime: time } = facts;
				if (time < start || time > end || facts.arrivedAt > now) continue;
				if (status?.split(',').includes(facts.status) === false) continue;
				if (severity?.split(',').includes(facts.severity) === false) continue;
				found.push({ index, time, tie: unstableTies ? hash32(index + salt) : index });
			}
		}
		found.sort((one, other) => one.time - other.time || one.tie - other.tie);
		if (order === 'newestFirst') found.reverse();
		return found.map(({ index }) => index);
	}
}
