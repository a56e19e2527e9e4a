import { describe, expect, test } from '@jest/globals';

import { hash64 } from '../../../nodes/Alert/hash64';

describe('the hash', () => {
	test('stays what it is, since states hold it', () => {
		expect([hash64(''), hash64('a'), hash64('ab'), hash64('Zürich €')]).toMatchInlineSnapshot(`
		[
		  "e3a7e16e322a2060",
		  "1f1ad331170c32cc",
		  "05dff5735bb8e99a",
		  "fb9a9a29e277ae50",
		]
	`);
	});

	test('has no collision in 100,000 texts that differ little, and either half as few as chance has', () => {
		const texts = Array.from({ length: 100_000 }, (_none, index) => `event 4625, no. ${index}`);
		const hashes = texts.map(hash64);
		expect(new Set(hashes).size).toBe(texts.length);
		// By chance n² / 2^33 pairs share a half: 1.2 here; more than 12 come once in 10^9 times.
		for (const half of [0, 8]) {
			const halves = new Set(hashes.map((hash) => hash.slice(half, half + 8)));
			expect(texts.length - halves.size).toBeLessThan(13);
		}
	});

	test('turns about half of its bits with any bit of the text', () => {
		const base = 'x'.repeat(40);
		const distances = Array.from({ length: 40 * 16 }, (_none, bit) => {
			const at = bit >> 4;
			const unit = base.charCodeAt(at) ^ (1 << (bit & 15));
			const changed = base.slice(0, at) + String.fromCharCode(unit) + base.slice(at + 1);
			const turned = BigInt(`0x${hash64(base)}`) ^ BigInt(`0x${hash64(changed)}`);
			return turned.toString(2).replaceAll('0', '').length;
		});
		const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length;
		expect(mean).toBeGreaterThan(31);
		expect(mean).toBeLessThan(33);
		expect(Math.min(...distances)).toBeGreaterThan(12);
	});
});
