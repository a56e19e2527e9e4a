/** A minute, and a second for what takes longer on its way: the service counts what arrives. */
const WINDOW_MS = 61_000;

/** A waiting request. */
export type Ticket = object;

/** The requests of an access token that wait, and the turns that it took, beginning with those of the others. */
interface Queue {
	tickets: Set<Ticket>;
	turns: number;
}

/**
 * The pace of the requests to one server under one limit: a sliding window of a minute. Access tokens
 * take turns; the requests of one leave in the order in which they first ask. Times are ms of the
 * host's clock; if that clock is set back, everything remembered moves back with it.
 */
export class Pace {
	/** When requests left, ascending; those before `first` are older than the window. */
	private departures: number[] = [];
	private first = 0;
	/** What waits, by access token. */
	private readonly queues = new Map<string, Queue>();
	private lastNow = 0;

	/** @param limit requests per minute at most; 0 for no limit */
	constructor(private readonly limit: number) {}

	/**
	 * Lets a request leave, or says how long it waits: a timer is late, and a lock may come meanwhile, so
	 * nothing counts as left before it leaves.
	 * @returns 0 if it leaves now, else the ms after which it asks again
	 */
	ask(token: string, ticket: Ticket, now: number): number {
		if (this.limit <= 0) return 0;
		this.update(now);
		const queue = this.queues.get(token) ?? { tickets: new Set(), turns: this.turnsOf(token) };
		this.queues.set(token, queue);
		const index = indexIn(queue.tickets.add(ticket), ticket);
		const wait = this.turnOf(this.placeOf(token, index), now) - now;
		if (wait > 0) return wait;
		queue.turns += 1;
		this.leave(token, ticket);
		this.departures.push(now);
		return 0;
	}

	/** Forgets a request that waits no longer. */
	leave(token: string, ticket: Ticket): void {
		const tickets = this.queues.get(token)?.tickets;
		tickets?.delete(ticket);
		if (tickets?.size === 0) this.queues.delete(token);
	}

	/** Ms until the last of the next `count` requests of an access token can leave. */
	expectedWait(token: string, count: number, now: number): number {
		if (this.limit <= 0) return 0;
		this.update(now);
		const index = (this.queues.get(token)?.tickets.size ?? 0) + count - 1;
		return Math.max(0, this.turnOf(this.placeOf(token, index), now) - now);
	}

	/** Requests that can leave at once. */
	available(now: number): number {
		if (this.limit <= 0) return Infinity;
		this.update(now);
		let booked = this.departures.length - this.first;
		for (const { tickets } of this.queues.values()) booked += tickets.size;
		return Math.max(0, this.limit - booked);
	}

	/** Whether nothing is remembered: no request waits, and none left in the last minute. */
	isIdle(now: number): boolean {
		this.update(now);
		return this.queues.size === 0 && this.first === this.departures.length;
	}

	/** The turns of an access token; one that begins to wait has no more to come than the others. */
	private turnsOf(token: string): number {
		const turns = [...this.queues.values()].map((queue) => queue.turns);
		return this.queues.get(token)?.turns ?? Math.min(...(turns.length > 0 ? turns : [0]));
	}

	/** Requests that leave before the one at that place in the queue of its access token. */
	private placeOf(token: string, index: number): number {
		const turn = this.turnsOf(token) + index;
		let place = index;
		let isBefore = 1;
		for (const [other, { tickets, turns }] of this.queues) {
			if (other === token) isBefore = 0;
			else place += Math.max(0, Math.min(tickets.size, turn - turns + isBefore));
		}
		return place;
	}

	/** When the request at that place of all can leave. */
	private turnOf(place: number, now: number): number {
		const minutes = Math.floor(place / this.limit) + 1;
		const before = this.departures.length + place - minutes * this.limit;
		const departure = before < this.first ? undefined : this.departures[before];
		return (departure ?? now - WINDOW_MS) + minutes * WINDOW_MS;
	}

	private update(now: number): void {
		const back = this.lastNow - now;
		this.lastNow = now;
		if (back > 0) this.departures = this.departures.map((departure) => departure - back);
		const { departures } = this;
		while ((departures[this.first] ?? now) <= now - WINDOW_MS) this.first += 1;
		// Cut off in large pieces: a cut moves all that stays.
		if (this.first > departures.length / 2) {
			departures.splice(0, this.first);
			this.first = 0;
		}
	}
}

function indexIn(queue: ReadonlySet<Ticket>, ticket: Ticket): number {
	let index = 0;
	for (const other of queue) {
		if (other === ticket) break;
		index += 1;
	}
	return index;
}
