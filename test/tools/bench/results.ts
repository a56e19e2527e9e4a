import { markdownTable } from '../docs/markdownTable';

/** Who does a work: this package, a bare loop on the wire, or HTTP Request nodes. */
export type Column = 'ours' | 'wire' | 'httpRequest';

/** A row of results.json: medians of the rounds; null if it was not measured or did not end in time. */
export type Result = { name: string; unit: string } & Record<Column, number | null>;

/** The result of one unit of a case: the medians of each column's rounds. */
export const resultOf = (
	name: string,
	unit: string,
	{ ours, wire = [], httpRequest = [] }: Partial<Record<Column, readonly number[]>>,
): Result => ({
	name,
	unit,
	ours: median(ours ?? []),
	wire: median(wire),
	httpRequest: median(httpRequest),
});

/** The middle of some numbers, to three digits; of an even count the upper of the two in the middle. */
function median(values: readonly number[]): number | null {
	const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
	return middle === undefined ? null : rounded(middle);
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Results measured earlier, each case that was measured again in its place. */
export function inPlaceOf(before: readonly Result[], measured: readonly Result[]): Result[] {
	const names = new Set([...before, ...measured].map(({ name }) => name));
	const rowsOf = (name: string): Result[] => {
		const again = measured.filter((each) => each.name === name);
		return again.length > 0 ? again : before.filter((each) => each.name === name);
	};
	return [...names].flatMap(rowsOf);
}

/** The results as a table for a terminal or a page. */
export function tableOf(results: readonly Result[]): string {
	const head = ['what', 'unit', 'ours', 'wire', 'HTTP Request', 'to wire', 'to HTTP Request'];
	const rows = results.map(({ name, unit, ours, wire, httpRequest }) => [
		name,
		unit,
		...[ours, wire, httpRequest].map((value) => shown(value)),
		...[wire, httpRequest].map((other) =>
			ours === null || other === null ? '-' : `${rounded(ours / other)}x`,
		),
	]);
	return markdownTable([head, ...rows]);
}

const COST = ['ms', 'CPU s', 'MB above idle', 'requests'];

/** The rows that the guide shows, each with its units. */
const SHOWN: ReadonlyArray<readonly [name: string, units: readonly string[]]> = [
	['export 200,000 to a file', COST],
	['export 1,000,000 to a file', ['ms', 'MB above idle']],
	['list 20,000 as items', ['ms', 'MB above idle']],
	['onboard 10,000 at 0 ms', COST],
	['onboard 10,000 at 20 ms', ['ms']],
	['onboard 20,000 within 60 requests a minute, by the clock of the service', ['minutes']],
	['list 200,000 within 60 requests a minute, by the clock of the service', ['minutes']],
];

/** The results that the guide shows, in its order. */
export const shownOf = (results: readonly Result[]): Result[] =>
	SHOWN.flatMap(([name, units]) =>
		units.flatMap((unit) => results.filter((each) => each.name === name && each.unit === unit)),
	);

const shown = (value: number | null): string => (value === null ? '-' : String(value));
