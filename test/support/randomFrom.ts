/** Whole numbers from 0 to below the given one, which look random and are the same for a seed each time. */
export const randomFrom = (seed: number) => {
	let value = seed >>> 0;
	return (below: number): number => {
		value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((value / 2 ** 32) * below);
	};
};
