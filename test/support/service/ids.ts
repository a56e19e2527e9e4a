/** The fields that hold ids, in requests and in answers. */
const idFields = new Set([
	'log_source_id',
	'log_source_ids',
	'log_source_group_id',
	'added_log_sources',
	'agent_id',
	'domain_id',
	'log_type_id',
	'rule_id',
	'profile_id',
	'profile_ids',
]);

/** Pages of alerts have none of these fields, which is soon told. */
const anyIdField = new RegExp([...idFields].map((field) => `"${field}"`).join('|'));

const scan = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Rewrites every whole number under an id field of a JSON text, also where it is a string. */
const mapIds = (json: string, map: (digits: string) => string): string => {
	if (!anyIdField.test(json)) return json;
	let field = '';
	return json.replace(scan, (whole, text: string | undefined, colon: string | undefined) => {
		if (colon !== undefined) {
			field = text ?? '';
			return whole;
		}
		if (!idFields.has(field)) return whole;
		if (text === undefined) return /^\d+$/.test(whole) ? map(whole) : whole;
		return /^\d+$/.test(text) ? `"${map(text)}"` : whole;
	});
};

const largeBase = 1_700_000_000_000_000_000n;
const largeTop = largeBase + 2n * 1_000_000_000_000n;
const firstStandIn = 2 ** 52;

/**
 * Ids on the wire and inside. Inside they are small numbers; on the wire they may have 19 digits, are
 * odd, and so are never met by an id that a client has rounded. An id of no use (too small, rounded,
 * or too large for a number) gets a stand-in, so that an answer can give it back as it came.
 */
export class Ids {
	private readonly standIns = new Map<string, number>();

	private readonly originals = new Map<number, string>();

	/** The id inside for one on the wire. */
	inward(digits: string, large: boolean): number {
		const value = BigInt(digits);
		if (large) {
			const inRange = value > largeBase && value < largeTop && value % 2n === 1n;
			return inRange ? Number((value - largeBase - 1n) / 2n) : this.standIn(digits);
		}
		return value < firstStandIn ? Number(value) : this.standIn(digits);
	}

	/** The digits on the wire for an id inside. */
	outward(id: number, large: boolean): string {
		const original = this.originals.get(id);
		if (original !== undefined) return original;
		return large ? String(largeBase + 2n * BigInt(id) + 1n) : String(id);
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
		const known = this.standIns.get(digits);
		if (known !== undefined) return known;
		const id = firstStandIn + this.standIns.size;
		this.standIns.set(digits, id);
		this.originals.set(id, digits);
		return id;
	}
}
