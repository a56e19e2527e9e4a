/** A change of one line of a source that a test must notice. */
export interface Mistake {
	/** The path of the source. */
	file: string;
	/** A text that stands once in it. */
	from: string;
	to: string;
	/** What goes wrong for the user. */
	note: string;
}

/** Mistakes in wiring; each is planted alone. */
export const mistakes: readonly Mistake[] = [
	{
		file: 'nodes/HealthTrigger/HealthTrigger.node.ts',
		from: 'polling: true,',
		to: '',
		note: 'the health trigger is not polled',
	},
];
