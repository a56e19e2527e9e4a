/** Matches an id field of a JSON text with its id, as a number or a text, or with its list of ids. */
const FIELD = /"(?:\w+_ids?|added_log_sources)":\s*(?:"\d+"|\d+|\[[\d,\s]*\])/g;

const mapIds = (json: string, map: (digits: string) => string): string =>
	json.replace(FIELD, (field) => field.replace(/\d+/g, map));

const largeBase = 1_700_000_000_000_000_000n;
const largeTop = largeBase + 2n * 1_000_000_000_000n;
const firstStandIn = 2 ** 52;

/**
 * Maps small ids inside the service to ids on the wire. Large ids on the wire are odd numbers of 19 digits,
 * so a rounded id never matches. An id of nothing (too small, rounded, too large) gets a stand-in, so a
 * response repeats the id unchanged.
 */
export class Ids {
	private readonly standIns = new Map<string, number>();
	private readonly originals = new Map<number, string>();

	constructor(private readonly switches: { readonly largeIds: boolean }) {}

	outward(id: number): string {
		const digits = this.switches.largeIds ? String(largeBase + 2n * BigInt(id) + 1n) : String(id);
		return this.originals.get(id) ?? digits;
	}

	readBody(json: string): string {
		return mapIds(json, (digits) => String(this.inward(digits)));
	}

	writeBody(json: string): string {
		return mapIds(json, (digits) => this.outward(Number(digits)));
	}

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
