/** A field of the editor, or a choice of a drop-down. */
export type Labelled = { displayName: string } | { name: string };

/** What the editor calls a field or a choice. */
export const labelOf = (labelled: Labelled): string =>
	'displayName' in labelled ? labelled.displayName : labelled.name;

/** What the editor calls fields or choices. */
export const labelsOf = (all: readonly Labelled[]): string => all.map(labelOf).join(', ');

/** What the editor calls fields or choices, each with what an expression gives for it. */
export const labelsWithValues = (all: ReadonlyArray<readonly [Labelled, value: unknown]>): string =>
	all
		.map(([labelled, value]) => {
			const label = labelOf(labelled);
			return label === String(value) ? label : `${label} (${String(value)})`;
		})
		.join(', ');
