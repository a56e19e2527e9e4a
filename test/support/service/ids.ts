const FIELDS = [
	...['log_source_id', 'log_source_ids', 'log_source_group_id', 'added_log_sources', 'agent_id'],
	...['domain_id', 'log_type_id', 'rule_id', 'profile_id', 'profile_ids'],
];

/** Pages of alerts have none of these fields, which this finds out at once. */
const anyField = new RegExp(FIELDS.map((field) => `"${field}"`).join('|'));

const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Rewrites every whole number under an id field of a JSON text, also if it is a string. */
const mapIds = (json: string, map: (digits: string) => string): string => {
	if (!anyField.test(json)) return json;
	let field = '';
	return json.replace(token, (whole, text?: string, colon?: string) => {
		if (colon !== undefined) field = text ?? '';
		else if (FIELDS.includes(field)) return whole.replace(/^("?)(\d+)\1$/, rewritten);
		return whole;
	});
	function rewritten(_whole: string, quote: string, digits: string): string {
		return quote + map(digits) + quote;
	}
};

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

	/** The id inside for one on the wire. */
	inward(digits: string, large: boolean): number {
		const value = BigInt(digits);
		if (!large) return value < firstStandIn ? Number(value) : this.standIn(digits);
		const inRange = value > largeBase && value < largeTop && value % 2n === 1n;
		return inRange ? Number((value - largeBase - 1n) / 2n) : this.standIn(digits);
	}

	/** The digits on the wire for an id inside. */
	outward(id: number, large: boolean): string {
		const own = large ? String(largeBase + 2n * BigInt(id) + 1n) : String(id);
		return this.originals.get(id) ?? own;
	}

	/** A JSON text of a request with the ids inside. */
	readBody(json: string, large: boolean): string {
		if (!large && !/\d{16}/.test(json)) return json;
		return mapIds(json, (digits) => String(this.inward(digits, large)));
	}

	/** A JSON text of an answer with the ids of the wire. */
	writeBody(json: string, large: boolean): string {
		if (!large && this.originals.size === 0) return json;
		return mapIds(json, (digits) => this.outward(Number(digits), large));
	}

	private standIn(digits: string): number {
		const id = this.standIns.get(digits) ?? firstStandIn + this.standIns.size;
		this.standIns.set(digits, id);
		this.originals.set(id, digits);
		return id;
	}
}
