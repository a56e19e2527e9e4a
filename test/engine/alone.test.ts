import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { isObject, toJson, type Json } from '../../nodes/shared/json';
import { asText } from '../../nodes/shared/texts';
import { fieldCases } from '../cases/fields';
import { accountOf } from '../support/account';
import { MADE_AT, worldWithTwins } from '../support/cases/world';
import { runOperation, type NodeRequest } from '../support/harness/harness';
import { namedOperations, nameOf, type Offered } from '../support/rules/allOperations';
import { itemMaker, KINDS, type Part } from '../support/rules/itemKinds';
import { expressions, merged } from '../support/rules/runFields';
import { allScopes, endpointAt } from '../support/service/contract';
import type { Service } from '../support/service/service';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

// Filters are case-sensitive here, so the node must look in the whole list.
const service = useService({
	world: worldWithTwins,
	switches: { ...documented, filterCase: 'exact' },
});

interface Setting {
	isDryRun?: boolean;
	onError?: NonNullable<NodeRequest['onError']>;
	/** The service loses the response to each write, or no write arrives. */
	fault?: 'afterEffect' | 'resetBefore';
	missingScope?: string;
}

interface Observed {
	/** The rows of each part as JSON text, with their keys in order. */
	rows: ReadonlyMap<Part, string[]>;
	/** The entries of all writes that were sent, sorted. */
	writes: readonly string[];
	scopes: readonly string[];
	isStopped: boolean;
}

/** Returns the IDs of the world, each after the name of its field. */
const idsIn = (world: Service['world']): Set<string> =>
	new Set(
		Object.values(world)
			.flatMap((things): Array<[unknown, object]> => (things instanceof Map ? [...things] : []))
			.map(([id, thing]) => {
				const [field = ''] = Object.entries(thing).find(([, value]) => value === id) ?? [];
				return `${field} ${String(id)}`;
			}),
	);

/** Returns a row without numbers that depend on earlier items: requests, bulk requests, and IDs of new records. */
function comparable(row: IDataObject, isCreated: (id: string) => boolean): IDataObject {
	const text = toJson(row as Json).replace(/\bbulk-\d+/g, 'bulk');
	return Object.fromEntries(
		Object.entries(JSON.parse(text) as IDataObject).map(([name, value]) => {
			if (name === 'request_number') return [name, 'counted'];
			return [name, isCreated(`${name} ${asText(value)}`) ? 'created' : value];
		}),
	);
}

function entriesOf(body: unknown): unknown[] {
	const [list, entries] =
		Object.entries(body ?? {}).find(([name]) =>
			/^(?:log_sources|log_source_ids|agents)$/.test(name),
		) ?? [];
	return list === undefined
		? [body]
		: (entries as unknown[]).map((entry) => ({ ...(body as object), [list]: [entry] }));
}

/** Returns the row of an item. A row of the error output gets the form of the other output. */
function rowOf({ json }: INodeExecutionData): IDataObject {
	const { error } = json;
	if (!isObject(error)) return json;
	// n8n adds the members of the input item.
	if (!('outcome' in error)) return { error: error };
	const { message, outcome, ...rest } = error as IDataObject;
	return { outcome, detail: message, ...rest };
}

const itemOf = ({ pairedItem }: INodeExecutionData): number =>
	isObject(pairedItem) ? Number(pairedItem['item']) : -1;

/** Runs an operation in a fresh world, with one item for each part. */
async function observe(
	offered: Offered,
	parts: readonly Part[],
	{ isDryRun, fault, onError, missingScope }: Setting,
): Promise<Observed> {
	service.reset();
	service.clock.freeze(MADE_AT);
	const setup = fieldCases.find(({ operation }) => operation === nameOf(offered))?.setup;
	const prepared = (await setup?.(service)) ?? {};
	for (const method of fault === undefined ? [] : ['POST', 'PUT', 'DELETE']) {
		service.faults.push({ kind: fault ?? 'resetBefore', match: { method } });
	}
	service.clearRequests();
	const before = idsIn(service.world);
	const make = itemMaker(offered);
	const itemOfPart = (part: Part): INodeParameters => make(part, prepared);
	const parameters = expressions(KINDS.map(itemOfPart).reduce((all, item) => merged(all, item)));
	const dry = isDryRun ? { options: { dryRun: true } } : {};
	const all = merged(parameters as INodeParameters, dry);
	const { outputs, error } = await runOperation(service, nameOf(offered), all, {
		items: parts.map(itemOfPart),
		credentials: {
			...accountOf(service),
			accessToken: service.tokenWith(allScopes.filter((scope) => scope !== missingScope)),
		},
		...(onError && { onError }),
	});
	const after = idsIn(service.world);
	const isCreated = (id: string): boolean => after.has(id) && !before.has(id);
	const rows = new Map<Part, string[]>(parts.map((part) => [part, []]));
	for (const item of outputs.flat()) {
		const json = comparable(rowOf(item), isCreated);
		const files = Object.keys(item.binary ?? {});
		rows.get(parts[itemOf(item)] ?? -1)?.push(toJson({ json, files } as Json));
	}
	const writes = service.requests
		.filter(({ method, path }) => method !== 'GET' && !path.includes('/alerts'))
		.flatMap(({ method, path, query, body }) =>
			entriesOf(body).map((entry) => toJson({ method, path, query, entry } as Json)),
		);
	const scopes = service.requests.map(({ method, path }) => endpointAt(method, path)?.scope ?? '');
	return { rows, writes: writes.toSorted(), scopes, isStopped: error !== undefined };
}

const CONTINUE = 'continueRegularOutput';

const neighbors = (count: number): Part[] => Array.from({ length: count }, (_none, at) => at);

/** Returns three lists of items: each kind once, more than are looked up one by one, and more than a request takes. */
const listsOfParts = ({ fault }: Setting, isWrite: boolean): Array<readonly Part[]> => [
	KINDS,
	[...neighbors(10), ...KINDS.toReversed()],
	...(isWrite && fault === undefined ? [[...KINDS, ...neighbors(101)]] : []),
];

const jsonOf = (row = '{"json":{}}'): IDataObject =>
	(JSON.parse(row) as { json: IDataObject }).json;

const SUCCESSES: ReadonlySet<unknown> = new Set(['succeeded', 'planned']);

const isSuccess = (rows: readonly string[] = []): boolean =>
	rows
		.map(jsonOf)
		.every(({ outcome, error }) =>
			outcome === undefined ? error === undefined : SUCCESSES.has(outcome),
		);

const MAX_DIFFERENCES = 5;

/** Lists the items whose rows differ from their rows alone, with the columns that differ. */
function differencesOf(
	alone: ReadonlyMap<Part, string[]>,
	together: ReadonlyMap<Part, string[] | undefined>,
): string[] {
	const differences = [...alone].flatMap(([part, before]) => {
		const after = together.get(part) ?? [];
		if (before.length !== after.length) return [`${part}: ${before.length} rows, ${after.length}`];
		return before.flatMap((row, at) => {
			if (row === after[at]) return [];
			const [first, second] = [jsonOf(row), jsonOf(after[at])];
			const columns = [...new Set([...Object.keys(first), ...Object.keys(second)])];
			const changed = columns.filter(
				(name) => toJson(first[name] as Json) !== toJson(second[name] as Json),
			);
			return [
				`${part}: ${changed.map((name) => `${name} ${toJson(first[name] as Json)}, ${toJson(second[name] as Json)}`).join('; ') || 'order of columns, or files'}`,
			];
		});
	});
	return differences.slice(0, MAX_DIFFERENCES);
}

const keysOf = (row: string): string => Object.keys(jsonOf(row)).join();

const PLAIN: Setting = {};
const DRY: Setting = { isDryRun: true };
const SETTINGS = [PLAIN, DRY, { fault: 'afterEffect' }, { fault: 'resetBefore' }] as const;

describe.each(namedOperations)('%s', (_name, offered) => {
	const isWrite = offered.operation.kind === 'write';
	const alone = new Map<Setting, ReadonlyMap<Part, Observed>>();

	/** Runs each kind of item alone, only once for each setting. */
	async function observeAlone(setting: Setting): Promise<ReadonlyMap<Part, Observed>> {
		const runs = new Map<Part, Observed>();
		for (const kind of alone.has(setting) ? [] : KINDS) {
			runs.set(kind, await observe(offered, [kind], { ...setting, onError: CONTINUE }));
		}
		const found = alone.get(setting) ?? runs;
		alone.set(setting, found);
		return found;
	}

	const rowsOf = (runs: ReadonlyMap<Part, Observed>) =>
		new Map(KINDS.map((kind) => [kind, runs.get(kind)?.rows.get(kind) ?? []]));

	/**
	 * Returns the rows of a run by kind. A row whose response did not say which of its items was refused counts
	 * as the row of the item alone if its outcome is the same or unknown, or if its record was never there.
	 */
	const rowsIn = ({ rows }: Observed, rowsAlone: ReadonlyMap<Part, string[]>) =>
		new Map(
			KINDS.map((kind) => {
				const [before, after] = [rowsAlone.get(kind), rows.get(kind)].map((all) =>
					jsonOf(all?.[0]),
				);
				const isGone = after?.['deleted'] === true && before?.['outcome'] === 'failed';
				const isUnclear =
					JSON.stringify(after).includes('without saying which') &&
					(isGone || [before?.['outcome'], 'unknown'].includes(after?.['outcome']));
				return [kind, (isUnclear ? rowsAlone : rows).get(kind)];
			}),
		);

	it.each(isWrite ? SETTINGS : [PLAIN])(
		'gives an item the same result, whatever items run with it: %j',
		async (setting) => {
			const runs = await observeAlone(setting);
			const rowsAlone = rowsOf(runs);
			for (const parts of listsOfParts(setting, isWrite)) {
				const run = await observe(offered, parts, { ...setting, onError: CONTINUE });
				expect(differencesOf(rowsAlone, rowsIn(run, rowsAlone))).toEqual([]);
				if (parts !== KINDS) continue;
				expect(run.writes).toEqual([...runs.values()].flatMap(({ writes }) => writes).toSorted());
			}
			const successes = KINDS.filter((kind) => isSuccess(rowsAlone.get(kind)));
			const stops = isWrite ? successes.length === 0 : successes.length < KINDS.length;
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				const run = await observe(offered, KINDS, { ...setting, onError });
				expect(run.isStopped).toBe(stops && onError === 'stopWorkflow');
				if (!run.isStopped) expect(differencesOf(rowsAlone, rowsIn(run, rowsAlone))).toEqual([]);
			}
		},
	);

	it('carries out a good item, a respelled item, and an item with empty members', async () => {
		const rowsAlone = rowsOf(await observeAlone(PLAIN));
		for (const kind of ['good', 'respelled', 'bare'] as const) {
			const results = rowsAlone.get(kind)?.map(jsonOf) ?? [];
			expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
			if (isWrite) expect(results).toMatchObject([{ outcome: 'succeeded' }]);
		}
	});

	if (!isWrite) return;

	it('gives every row of a run the same keys in the same order, and so in a dry run', async () => {
		const found = { run: new Set<string>(), dry: new Set<string>() };
		for (const setting of SETTINGS) {
			for (const row of [...rowsOf(await observeAlone(setting)).values()].flat()) {
				found[setting === DRY ? 'dry' : 'run'].add(keysOf(row));
			}
		}
		expect([...found.run]).toEqual([expect.stringMatching(/^outcome,detail,(?!.*request_number)/)]);
		expect([...found.dry]).toEqual([
			expect.stringMatching(/^outcome,detail,.*,request,request_number$/),
		]);
	});

	it('gives an item the same result without a scope, and asks once for it', async () => {
		const seen = [...(await observeAlone(PLAIN)).values(), ...(await observeAlone(DRY)).values()];
		for (const missingScope of new Set(seen.flatMap((run) => run.scopes))) {
			for (const isDryRun of [false, true]) {
				const setting = { missingScope, isDryRun, onError: CONTINUE } as const;
				const rowsAlone = rowsOf(await observeAlone(setting));
				const run = await observe(offered, KINDS.toReversed(), setting);
				expect(differencesOf(rowsAlone, rowsIn(run, rowsAlone))).toEqual([]);
				expect(run.scopes.filter((scope) => scope === missingScope).length).toBeLessThan(2);
			}
		}
	});

	it('sends exactly the items that a dry run plans', async () => {
		const [dry, sent] = [await observeAlone(DRY), await observeAlone(PLAIN)];
		const outcomeOf = (kind: Part) => jsonOf(dry.get(kind)?.rows.get(kind)?.[0])['outcome'];
		expect([...dry.values()].flatMap(({ writes }) => writes)).toEqual([]);
		expect(KINDS.filter((kind) => (sent.get(kind)?.writes ?? []).length > 0)).toEqual(
			KINDS.filter((kind) => outcomeOf(kind) === 'planned'),
		);
	});
});
