/** Entries that go out in one request. */
export interface Batch {
	/** Positions of its entries in the input, ascending. */
	positions: number[];
	/** Earlier batches that write to something this one writes to. */
	after: Set<number>;
	/** All batches before this one must be answered too: they may name the same things otherwise. */
	barrier: number;
}

/**
 * Divides entries among requests, in order: at most `size` a request, one group a request, never
 * one key twice in a request, and entries that share a key in the order of the input.
 * ceil(N / size) requests unless groups or keys force a split.
 */
export function planBatches(
	entries: ReadonlyArray<{ keys: readonly string[]; group: string }>,
	size: number,
): Batch[] {
	const made: Array<Batch & { group: string }> = [];
	const open = new Map<string, number[]>();
	const lastWith = new Map<string, number>();
	entries.forEach(({ keys, group }, position) => {
		const earlier = keys.flatMap((key) => lastWith.get(key) ?? []);
		const least = Math.max(-1, ...earlier) + 1;
		const candidates = open.get(group) ?? [];
		const index = candidates.find((candidate) => candidate >= least) ?? made.length;
		const batch = (made[index] ??= { positions: [], after: new Set(), barrier: 0, group });
		batch.positions.push(position);
		earlier.forEach((other) => batch.after.add(other));
		keys.forEach((key) => lastWith.set(key, index));
		const others = candidates.filter((candidate) => candidate !== index);
		open.set(group, batch.positions.length < size ? [...others, index].sort(ascending) : others);
	});
	made.forEach((batch, index) => {
		const before = made[index - 1];
		if (before !== undefined) {
			batch.barrier = before.group === batch.group ? before.barrier : index;
		}
	});
	return made.map(({ positions, after, barrier }) => ({ positions, after, barrier }));
}

const ascending = (a: number, b: number): number => a - b;
