const { imul } = Math;

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;

/**
 * 64 bits of texts as hexadecimal digits: two lanes of MurmurHash3 (x86, 128 bits). The first block of
 * a text is its length, so that no two lists of texts join to the same; the others are two of its
 * UTF-16 code units each. Among n alerts the odds that any two share a value by chance are
 * n² / 2^65: 1 in 3.7 billion for 100,000. Not for secrets.
 */
export class Hash64 {
	private first = 0x9e3779b9 | 0;
	private second = 0x85ebca6b | 0;
	private length = 0;

	add(text: string): void {
		const { length } = text;
		let { first, second } = this;
		for (let index = -2; index < length; index += 2) {
			const next = index + 1 < length ? text.charCodeAt(index + 1) : 0;
			const block = index < 0 ? length : text.charCodeAt(index) | (next << 16);
			first ^= imul(rotl32(imul(block, C1), 15), C2);
			first = (imul((rotl32(first, 19) + second) | 0, 5) + 0x561ccd1b) | 0;
			second ^= imul(rotl32(imul(block, C2), 16), C3);
			second = (imul((rotl32(second, 17) + first) | 0, 5) + 0x0bcaa747) | 0;
		}
		this.first = first;
		this.second = second;
		this.length += length;
	}

	digits(): string {
		let first = this.first ^ this.length;
		let second = this.second ^ this.length;
		first = (first + second) | 0;
		second = (second + first) | 0;
		first = fmix32(first);
		second = fmix32(second);
		first = (first + second) | 0;
		second = (second + first) | 0;
		return digitsOf(first) + digitsOf(second);
	}
}

/** 64 bits of a text as hexadecimal digits. */
export function hash64(text: string): string {
	const hash = new Hash64();
	hash.add(text);
	return hash.digits();
}

const rotl32 = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** Spreads each bit of a lane over all of it. */
const fmix32 = (value: number): number => {
	const half = imul(value ^ (value >>> 16), 0x85ebca6b);
	const whole = imul(half ^ (half >>> 13), 0xc2b2ae35);
	return whole ^ (whole >>> 16);
};

/** Number.toString takes longer than all of the hash. */
const digitsOf = (lane: number): string =>
	String.fromCharCode(
		digit(lane >>> 28),
		digit(lane >>> 24),
		digit(lane >>> 20),
		digit(lane >>> 16),
		digit(lane >>> 12),
		digit(lane >>> 8),
		digit(lane >>> 4),
		digit(lane),
	);

const digit = (bits: number): number => '0123456789abcdef'.charCodeAt(bits & 15);
