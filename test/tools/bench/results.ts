/** What one run costs: seconds, seconds of the processor, MB of memory above the idle process. */
export interface Cost {
	seconds: number;
	cpu: number;
	megabytes: number;
}

/** Who does the work. */
export type Column = 'package' | 'httpRequest' | 'loop';

/** A row of `results.json`; null if it was not measured or did not end in time. */
export type Result = { name: string } & Record<Column, Cost | null>;

const rounded = (value: number): number => Number(value.toPrecision(2));

/** The middle of each figure of several rounds, to two digits. */
export function medianOf(rounds: readonly Cost[]): Cost | null {
	const middle = (figure: keyof Cost): number => {
		const sorted = rounds.map((each) => each[figure]).sort((one, other) => one - other);
		return rounded(sorted[Math.floor(sorted.length / 2)] ?? NaN);
	};
	if (rounds.length === 0) return null;
	return { seconds: middle('seconds'), cpu: middle('cpu'), megabytes: middle('megabytes') };
}

const cell = (cost: Cost | null): string =>
	cost === null ? '-' : `${cost.seconds} s, CPU ${cost.cpu} s, ${cost.megabytes} MB`;

/** How many times the package takes of another's figure. */
const ratio = (ours: Cost | null, other: Cost | null): string =>
	ours === null || other === null
		? '-'
		: (['seconds', 'cpu', 'megabytes'] as const)
				.map((figure) => rounded(ours[figure] / other[figure]))
				.join(' / ');

const HEAD = [
	'Work',
	'This package',
	'HTTP Request node',
	'Bare loop',
	'Against HTTP Request',
	'Against the loop',
];

/** The cells of the table; the first row is its head. A ratio is of time / CPU / memory. */
export const tableOf = (results: readonly Result[]): string[][] => [
	HEAD,
	...results.map(({ name, package: ours, httpRequest, loop }) => [
		name,
		...[ours, httpRequest, loop].map(cell),
		...[httpRequest, loop].map((other) => ratio(ours, other)),
	]),
];

/** A table in Markdown. */
export const asMarkdown = ([head = [], ...rows]: readonly string[][]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
