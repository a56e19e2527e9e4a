/** An id field of a JSON text with its id, as a number or a text, or its list of ids. */
const FIELD = /"(?:\w+_ids?|added_log_sources)":\s*(?:"\d+"|\d+|\[[\d,\s]*\])/g;

const mapIds = (json: string, map: (digits: string) => string): string =>
	json.replace(FIELD, (field) => field.replace(/\d+/g, map));

const largeBase = 1_700_000_000_000_000_000n;
const largeTop = largeBase + 2n * 1_000_000_000_000n;
const firstStandIn = 2 ** 52;

/**
 * Ids on the wire and inside. Inside they are small numbers. On the wire they may have 19 digits and
 * are odd: no id that a client rounds is one of them. An id of nothing (too small, rounded, too large)
 * gets a stand-in, so that an answer repeats it as it came.
 */
export class Ids {
	private readonly standIns = new Map<string, number>();
	private readonly originals = new Map<number, string>();

	constructor(private readonly switches: { readonly largeIds: boolean }) {}

	/** The digits on the wire for an id inside. */
	outward(id: number): string {
		const digits = this.switches.largeIds ? String(largeBase + 2n * BigInt(id) + 1n) : String(id);
		return this.originals.get(id) ?? digits;
	}

	/** A JSON text of a request with the ids inside. */
	readBody(json: string): string {
		return mapIds(json, (digits) => String(this.inward(digits)));
	}

	/** A JSON text of an answer with the ids of the wire. */
	writeBody(json: string): string {
		return mapIds(json, (digits) => this.outward(Number(digits)));
	}

	/** The id inside for one on the wire. */
	private inward(digits: string): number {
		const { largeIds } = this.switches;
		const value = BigInt(digits);
		if (!largeIds && value < firstStandIn) return Number(value);
		const isOwn = largeIds && value > largeBase && value < largeTop && value % 2n === 1n;
		if (isOwn) return Number((value - largeBase - 1n) / 2n);
		const id = this.standIns.get(digits) ?? firstStandIn + this.standIns.size;
		this.standIns.set(digits, id);
		this.originals.set(id, digits);
		return id;
	}
}
