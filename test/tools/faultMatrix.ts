import { expected } from '../support/hostile/expectations';
import type { Cell, Moment, Outcome } from '../support/hostile/matrix';
import { quicken } from '../support/hostile/quicken';

const LETTERS: Record<Outcome, string> = {
	right: 'R',
	noted: 'N',
	stopped: 'S',
	refused: 'F',
	partly: 'P',
	unknown: 'U',
	wrong: 'w',
};

const LEGEND = `Three letters a cell: the fault meets every request, the first one only, all but the first one.
R  the true result                     S  stopped, with a message and nothing done
N  a result, with a warning beside it  F  all items refused, each in its own words
U  of no item is it known, and said    P  each item told apart: done, refused or not known
w  a list without any count, in which nobody can see that a row is missing
-  not run: there is one request only, or the fault is a variety of another one`;

const MOMENTS: readonly Moment[] = ['always', 'once', 'later'];

/** The matrix as a text: a row for each fault, a column for each operation. */
function printed(cells: readonly Cell[]): string {
	const operations = [...new Set(cells.map(({ operation }) => operation))].sort();
	const faults = [...new Set(cells.map(({ fault }) => fault))];
	const width = Math.max(...faults.map((fault) => fault.length)) + 2;
	const letters = new Map(
		cells.map((cell) => [
			`${cell.fault}/${cell.operation}/${cell.moment}`,
			cell.troubles.length > 0 ? '!' : LETTERS[cell.outcome],
		]),
	);
	const rows = faults.map((fault) => {
		const columns = operations.map((operation) =>
			MOMENTS.map((moment) => letters.get(`${fault}/${operation}/${moment}`) ?? '-').join(''),
		);
		return fault.padEnd(width) + columns.join(' ');
	});
	const head = operations.map((_operation, index) => String(index + 1).padEnd(3)).join(' ');
	return [
		LEGEND,
		...operations.map((operation, index) => `${String(index + 1).padStart(2)} ${operation}`),
		''.padEnd(width) + head,
		...rows,
	].join('\n');
}

async function main(): Promise<void> {
	quicken();
	const { matrix } = await import('../support/hostile/matrix.js');
	const cells = await matrix();
	const troubles = cells.flatMap((cell) => {
		const { outcome } = expected(cell);
		const other = cell.outcome === outcome ? [] : [`${cell.outcome} instead of ${outcome}`];
		const where = `${cell.operation}, ${cell.fault}, ${cell.moment}`;
		return [...other, ...cell.troubles].map((trouble) => `${where}: ${trouble}`);
	});
	const total = `${cells.length} cells, ${troubles.length} troubles`;
	process.stdout.write(`${[printed(cells), ...troubles, total].join('\n')}\n`);
	process.exitCode = troubles.length === 0 ? 0 : 1;
}

void main();
