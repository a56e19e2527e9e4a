import { markdownTable } from '../docs/markdownTable';

/** A row of results.json: medians of the rounds; null where it was not measured or did not end in time. */
export interface Result {
	name: string;
	unit: string;
	ours: number | null;
	wire: number | null;
	httpRequest: number | null;
	ratioToWire: number | null;
	ratioToHttpRequest: number | null;
}

/** What is measured of this package alone, for a row of one column. */
export interface Figure {
	name: string;
	unit: string;
	ours: number;
}

export type Column = 'ours' | 'wire' | 'httpRequest';

/** The result of one unit of a case: the medians of each column's rounds, and what ours is to the others. */
export function resultOf(
	name: string,
	unit: string,
	rounds: Readonly<Record<Column, readonly number[]>>,
): Result {
	const [ours, wire, httpRequest] = [rounds.ours, rounds.wire, rounds.httpRequest].map(middle);
	return {
		name,
		unit,
		ours: ours ?? null,
		wire: wire ?? null,
		httpRequest: httpRequest ?? null,
		ratioToWire: ratio(ours, wire),
		ratioToHttpRequest: ratio(ours, httpRequest),
	};
}

const middle = (values: readonly number[]): number | null =>
	values.length === 0 ? null : rounded(median(values));

/** The middle of some numbers; of an even count the mean of the two in the middle. */
function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

const ratio = (ours: number | null | undefined, other: number | null | undefined): number | null =>
	ours === null || ours === undefined || other === null || other === undefined || other === 0
		? null
		: rounded(ours / other);

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
	const rows = results.map((each) => [
		each.name,
		each.unit,
		...[each.ours, each.wire, each.httpRequest].map(shown),
		...[each.ratioToWire, each.ratioToHttpRequest].map((value) =>
			value === null ? '-' : `${shown(value)}x`,
		),
	]);
	return markdownTable([head, ...rows]);
}

const COST = ['ms', 'CPU s', 'MB above idle', 'requests'];

/** The rows that the guide shows, each with its units. */
const SHOWN: ReadonlyArray<readonly [name: string, units: readonly string[]]> = [
	['export 50,000 to a file', ['ms']],
	['export 200,000 to a file', COST],
	['export 1,000,000 to a file', ['ms', 'MB above idle']],
	['list 20,000 as items', ['ms', 'MB above idle']],
	['n8n alone: 10,000 items made and saved', ['ms']],
	['onboard 10,000 at 0 ms', COST],
	['onboard 10,000 at 20 ms', ['ms']],
	['onboard 10,000 over https, 20 ms away', ['ms']],
	[
		'onboard 10,000 over https, 20 ms away, 4 requests at once against 4 chunks at once by hand',
		['ms'],
	],
	[
		'onboard 10,000 over https, 20 ms away, 10 requests at once against all chunks at once by hand',
		['ms'],
	],
	['onboard 20,000 within 60 requests a minute, by the clock of the service', ['minutes']],
	['list 200,000 within 60 requests a minute, by the clock of the service', ['minutes']],
	['loading the package', ['CPU ms']],
];

/** The results that the guide shows, in its order. */
export const shownOf = (results: readonly Result[]): Result[] =>
	SHOWN.flatMap(([name, units]) =>
		units.flatMap((unit) => results.filter((each) => each.name === name && each.unit === unit)),
	);

const shown = (value: number | null): string => (value === null ? '-' : String(value));
