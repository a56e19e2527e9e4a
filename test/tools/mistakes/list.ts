/** A small change of a source that a test must notice. */
export interface Mistake {
	file: string;
	/** Matches the code to replace, once. It is short, so that other edits of the source leave it valid. */
	anchor: RegExp;
	/** The code in place of the match, of the same type. */
	code: string;
	note: string;
}

/**
 * Mistakes in wiring, one for each form of anchor. The tool plants them one at a time, and those of the file
 * that `--file` names.
 */
export const mistakes: readonly Mistake[] = [
	{
		file: 'nodes/shared/engine/writeReport.ts',
		anchor: /(?<=itemIndex: )first\.index/,
		code: '0',
		note: 'Writes: the error of an item is reported at the first one',
	},
	{
		file: 'nodes/shared/engine/readWriteItems.ts',
		anchor: /allOptions(?=\.some\(\({ ifSomeFail)/,
		code: 'allOptions.slice(0, 1)',
		note: 'Writes: If Refused is read at the first item',
	},
	{
		file: 'nodes/HealthTrigger/HealthTrigger.node.ts',
		anchor: /polling: true,/,
		code: '',
		note: 'Health Trigger: it is not polled',
	},
	{
		file: 'nodes/shared/records/directory.ts',
		anchor: /(?<=usesFilters = )list\.isPaged && /,
		code: '',
		note: 'Look-ups: a list without pages is asked by filters',
	},
];
