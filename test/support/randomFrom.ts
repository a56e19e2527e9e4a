/** Makes a source of random whole numbers from 0 to below a bound; a seed repeats its sequence. */
export const randomFrom = (seed: number) => {
	let value = seed >>> 0;
	return (below: number): number => {
		value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((value / 2 ** 32) * below);
	};
};
