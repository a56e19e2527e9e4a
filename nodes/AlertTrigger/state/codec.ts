import type { Entry } from '../dedupe/emitted';

const FINGERPRINT_BYTES = 8;
const ENTRY_BYTES = FINGERPRINT_BYTES + 4;

/** Entries as one text: 16 characters each, which state and database hold at a fraction of objects. */
export function pack(entries: readonly Entry[]): string {
	const bytes = Buffer.alloc(entries.length * ENTRY_BYTES);
	entries.forEach(([fingerprint, number], index) => {
		const at = index * ENTRY_BYTES;
		bytes.write(fingerprint, at, FINGERPRINT_BYTES, 'hex');
		bytes.writeUInt32BE(number, at + FINGERPRINT_BYTES);
	});
	return bytes.toString('base64');
}

/** The entries of a text; undefined when it is not one that was packed. */
export function unpack(text: unknown): Entry[] | undefined {
	if (typeof text !== 'string') return undefined;
	const bytes = Buffer.from(text, 'base64');
	// Decoding skips what is not base64 and keeps what is left when a text was cut off.
	if (bytes.length % ENTRY_BYTES !== 0 || text.length !== (bytes.length / 3) * 4) return undefined;
	const entries: Entry[] = [];
	for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
		const end = at + FINGERPRINT_BYTES;
		entries.push([bytes.toString('hex', at, end), bytes.readUInt32BE(end)]);
	}
	return entries;
}
