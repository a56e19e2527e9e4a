import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../../../nodes/shared/pagination/service';
import { pageIncrement } from '../../../../nodes/shared/pagination/paginate';
import { silentRows } from '../../../../nodes/shared/pagination/silentRows';

const NOON = '2026-01-02T12:00:00Z';
const noon = Date.parse(NOON);
const at = (last?: string | number): IDataObject =>
	last === undefined ? {} : { last: String(last) };

/** The rows that pass, page by page, at a service whose clock says noon unless told otherwise. */
async function passing(
	pages: IDataObject[][],
	hours?: number,
	clock: { date: number | undefined } = { date: noon },
	timeZone?: string,
) {
	const notes: string[] = [];
	const limits: unknown[] = [];
	const counts: number[] = [];
	const service: Service = {
		send: ({ query }) => {
			limits.push(query?.limit);
			const data = pages[limits.length - 1] ?? [];
			return Promise.resolve({ body: { data, meta: { total: 4000 } }, ...clock });
		},
		pause: () => Promise.resolve(),
		timeZone,
		note: (message) => void notes.push(message),
		counted: (count) => void counts.push(count),
	};
	const paginator = silentRows(
		pageIncrement((body) => body.data, { pagesAtOnce: 4 }),
		'last',
		hours,
	);
	const rows: IDataObject[] = [];
	for await (const page of paginator(service, { method: 'GET', path: '/x' }, 5)) {
		rows.push(...page);
		if (rows.length >= 5) break;
	}
	return { rows, notes, limits, counts };
}

it.each([
	['2026-01-01T12:00:00Z', true],
	['2026-01-01T12:00:01Z', false],
	['2026-01-01T12:00:00', true],
	['2026-01-01 12:00:01', false],
	['2026-01-01T14:00:00+02:00', true],
	['2026-01-01T14:00:01+02:00', false],
	['', true],
	['Never', true],
	[undefined, true],
	['2026-01-03T00:00:00Z', false],
])('silent rows last heard of at %j are kept: %s', async (last, isKept) => {
	const { rows, notes } = await passing([[at(last)]], 24);
	expect(rows).toEqual(isKept ? [at(last)] : []);
	expect(notes.filter((note) => note.includes('read as a time'))).toEqual([]);
});

it('silent rows are read in the largest pages, and the count of the service is no total of theirs', async () => {
	const rows = Array.from({ length: 10 }, (_, index) => ({ ...at(NOON), index }));
	const { limits, counts } = await passing([rows, [at()]], 1);
	expect(limits.slice(0, 2)).toEqual([1000, 1000]);
	expect(counts).toEqual([]);
});

it('silent rows up to a limit take one page after the other, and none that is not needed', async () => {
	const page = (last?: string) =>
		Array.from({ length: 1000 }, (_, index) => ({ ...at(last), index }));
	const { rows, limits } = await passing([page(NOON), page()], 1);
	expect([rows.length, limits.length]).toEqual([1000, 2]);
});

it('silent rows are told by the clock of this machine where the service tells no time', async () => {
	const recent = new Date(Date.now() - 1000).toISOString();
	const old = new Date(Date.now() - 7_200_000).toISOString();
	const { rows } = await passing([[at(recent), at(old)]], 1, { date: undefined });
	expect(rows).toEqual([at(old)]);
});

it('silent rows whose time cannot be read are kept, and a note says so', async () => {
	const { rows, notes } = await passing([[at('yesterday'), at('today')]], 24);
	expect(rows).toEqual([at('yesterday'), at('today')]);
	expect(notes.filter((note) => note.includes('read as a time'))).toEqual([
		expect.stringContaining('for instance "yesterday"'),
	]);
});

// At 02:00 UTC in Berlin the hour from 02:00 to 03:00 was shown twice: from 00:00 and from 01:00 UTC.
it.each([
	['2026-10-25 02:00:00', 1, true],
	['2026-10-25 02:00:01', 1, false],
	['2026-10-25T02:30:00', 1, false],
	['2026-10-25 01:59:59', 2, true],
	['2026-10-25 02:00:00', 2, false],
	['2026-10-25T00:00:00Z', 2, true],
	['2026-10-25T00:00:01Z', 2, false],
])(
	'silent rows last heard of at %s in Berlin are silent for %i hours: %s',
	async (last, hours, isKept) => {
		const clock = { date: Date.parse('2026-10-25T02:00:00Z') };
		const { rows } = await passing([[at(last)]], hours, clock, 'Europe/Berlin');
		expect(rows).toEqual(isKept ? [at(last)] : []);
	},
);

it('silent rows point to a wrong time zone once where they are last heard of in the future', async () => {
	const ahead = [at('2026-01-02 13:00:00'), at('2026-01-02 13:00:01')];
	const issues = (notes: string[]) => notes.filter((note) => note.includes('Time Zone'));
	expect(issues((await passing([ahead], 24)).notes)).toEqual([
		expect.stringContaining('for instance "2026-01-02 13:00:00"'),
	]);
	const { notes } = await passing([ahead], 24, { date: noon }, 'Europe/Berlin');
	expect(issues(notes)).toEqual([]);
});

it('silent rows are all rows where no hours are set', async () => {
	expect((await passing([[at(noon)]])).rows).toEqual([at(noon)]);
});
