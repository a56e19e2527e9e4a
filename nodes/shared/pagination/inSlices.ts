import { sleep } from 'n8n-workflow';

const ROWS_PER_SLICE = 100;

/** The time in ms after which other work of n8n comes first. */
const MAX_WORK_MS = 50;

/** Changes rows by the hundred, and lets other work of n8n run meanwhile. */
export async function mapInSlices<Row, Changed>(
	rows: readonly Row[],
	change: (slice: readonly Row[]) => readonly Changed[],
): Promise<Changed[]> {
	const changed: Changed[] = [];
	for await (const slice of inSlices(rows)) changed.push(...change(slice));
	return changed;
}

/** Yields rows by the hundred, and lets other work of n8n run meanwhile: a page may have 50 MB. */
export async function* inSlices<Row>(
	rows: readonly Row[],
): AsyncGenerator<readonly Row[], void, undefined> {
	let start = Date.now();
	for (let index = 0; index < rows.length; index += ROWS_PER_SLICE) {
		yield rows.slice(index, index + ROWS_PER_SLICE);
		if (Date.now() - start < MAX_WORK_MS) continue;
		await sleep(0);
		start = Date.now();
	}
}
