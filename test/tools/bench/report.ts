import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import { run } from '../../support/host/command';
import { installN8n } from '../../support/host/install';
import type { Bound, Case, Way } from './cases';
import type { Cost } from './measure';

/** A case with the median cost of each way that was measured. */
export interface Measured {
	work: Case;
	costs: Partial<Record<Way, Cost>>;
}

const HEADINGS: Readonly<Record<Way, string>> = {
	package: 'This package',
	httpRequest: 'HTTP Request node',
	loop: 'Bare loop',
	engine: "n8n's engine alone",
	warmLoop: 'Warm loop',
};

const toTwoDigits = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en-US');

/** Returns the ratio of a figure of one way to that of another; undefined if one was not measured. */
function ratioOf(
	{ costs }: Measured,
	[way, other]: Bound['ways'],
	figure: keyof Cost,
): number | undefined {
	const [cost, otherCost] = [costs[way], costs[other]];
	return cost && otherCost && cost[figure] / otherCost[figure];
}

/** Makes a table in Markdown: elapsed time, CPU time and memory of each way. */
export function tableOf(all: readonly Measured[], ways: readonly Way[]): string {
	const rows = all.map(({ work, costs }) => [
		work.name,
		...ways.map((way) => {
			const { seconds = NaN, cpu = NaN, megabytes = NaN } = costs[way] ?? {};
			return `${toTwoDigits(seconds)} s, ${toTwoDigits(cpu)} s, ${toTwoDigits(megabytes)} MB`;
		}),
	]);
	const head = ['Job in n8n', ...ways.map((way) => HEADINGS[way])];
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Compares the measured ratios with the bounds. @returns a line for each ratio, which begins with the result */
export const checkBounds = (all: readonly Measured[]): string[] =>
	all.flatMap((measured) =>
		measured.work.bounds.flatMap(({ ways, figures, max }) =>
			figures.flatMap((figure) => {
				const ratio = ratioOf(measured, ways, figure);
				if (ratio === undefined) return [];
				const what = `${measured.work.name}: ${figure} of ${ways.join(' / ')}`;
				const result = ratio <= max ? 'held' : 'BROKEN';
				return [`${result} ${what} is ${ratio.toFixed(2)}, at most ${max}`];
			}),
		),
	);

const PAGE = 'docs/developers.md';

/** Writes the figures of all cases into the page, between its two comments. */
export async function writePage(all: readonly Measured[], rounds: number): Promise<void> {
	const { manifest, node } = await installN8n();
	const { dependencies } = JSON.parse(await readFile(manifest, 'utf8')) as {
		dependencies: { n8n: string };
	};
	const nodeVersion = (await run(node, ['--version'], process.cwd())).trim();
	const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
	const ratios = all.map((measured) =>
		toTwoDigits(ratioOf(measured, ['engine', 'warmLoop'], 'cpu') ?? NaN),
	);
	const figures = [
		`Each cell shows the elapsed time, the CPU time and the memory above idle: the median of ${rounds} runs on ${date}, with n8n ${dependencies.n8n} on Node.js ${nodeVersion.slice(1)}, the loop on ${process.versions.node}, and ${availableParallelism()} cores.`,
		tableOf(all, ['package', 'httpRequest', 'loop']),
		`In n8n's engine alone, these jobs take ${new Intl.ListFormat('en-GB').format(ratios)} times the CPU time of the loop.`,
	];
	const [start, end] = ['<!-- npm run bench -- --write -->', '<!-- end -->'];
	const text = await readFile(PAGE, 'utf8');
	const [before, old, after] = text.split(new RegExp(`(?<=${start})|(?=${end})`));
	if (old === undefined || after === undefined) throw new Error(`${PAGE} has no place for figures`);
	await writeFile(PAGE, [before, '', ...figures, after].join('\n\n'));
	await run('npx', ['prettier', '--write', PAGE], process.cwd());
}
