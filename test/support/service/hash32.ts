export const hash32 = (number: number): number => {
	const mixed = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
	return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
};
