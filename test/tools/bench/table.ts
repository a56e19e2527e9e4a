/** What one run costs: seconds, seconds of the processor, MB of memory above the idle process. */
export interface Cost {
	seconds: number;
	cpu: number;
	megabytes: number;
}

/** A row of `results.json`: the work, and what it costs each of three ways. */
export interface Result {
	name: string;
	package: Cost;
	httpRequest: Cost;
	loop: Cost;
}

const FIGURES = ['seconds', 'cpu', 'megabytes'] as const;

const rounded = (value: number): number => Number(value.toPrecision(2));

/** The middle of each figure of several rounds, to two digits. */
export function medianOf(rounds: readonly Cost[]): Cost {
	const middle = (figure: keyof Cost): number => {
		const sorted = rounds.map((each) => each[figure]).sort((one, other) => one - other);
		return rounded(sorted[Math.floor(sorted.length / 2)] ?? NaN);
	};
	return { seconds: middle('seconds'), cpu: middle('cpu'), megabytes: middle('megabytes') };
}

const cell = ({ seconds, cpu, megabytes }: Cost): string =>
	`${seconds} s, CPU ${cpu} s, ${megabytes} MB`;

/** How many times the package takes of another's time, CPU and memory. */
const ratio = (ours: Cost, other: Cost): string =>
	FIGURES.map((figure) => rounded(ours[figure] / other[figure])).join(' / ');

const HEAD =
	'Work | This package | HTTP Request node | Bare loop | Against HTTP Request | Against the loop';

/** The table of all cases in Markdown. A ratio is of time / CPU / memory. */
export const tableOf = (results: readonly Result[]): string =>
	[
		`| ${HEAD} |`,
		`|${' --- |'.repeat(6)}`,
		...results.map(({ name, package: ours, httpRequest, loop }) => {
			const costs = [ours, httpRequest, loop].map(cell);
			const ratios = [httpRequest, loop].map((other) => ratio(ours, other));
			return `| ${[name, ...costs, ...ratios].join(' | ')} |`;
		}),
	].join('\n');
