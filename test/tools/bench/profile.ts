import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nInstall } from '../../support/host/install';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { Bench } from './measure';
import type { Work } from '../../support/work';
import type { Doer } from './workflows';

/** A CPU profile as V8 writes it; times in µs of the machine's monotonic clock. */
interface Profile {
	nodes: Array<{
		id: number;
		callFrame: { functionName: string; url: string };
		children?: number[];
	}>;
	startTime: number;
	samples: number[];
	timeDeltas: number[];
}

/** Where n8n's main thread was while it did a work: ms for each package that it ran, and for V8 itself. */
export type Shares = ReadonlyMap<string, number>;

/** Does a work in an n8n that is profiled. @throws Error where it does not end well in time */
export async function profiled(
	install: N8nInstall,
	tarball: string,
	limitMs: number,
	work: Work,
	doer: Doer,
): Promise<Shares> {
	const folder = await temporaryFolder('profile');
	const bench = new Bench(install, tarball, limitMs, {
		NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
	});
	try {
		const cost = await bench.inN8n(work, doer);
		if (cost.span === undefined) throw new Error('The work has no span');
		await bench.stop();
		return sharesOf(await mainProfile(folder), cost.span);
	} finally {
		await bench.stop();
		await rm(folder, { recursive: true });
	}
}

/** Of the threads that left a profile the main one has the most to tell. */
async function mainProfile(folder: string): Promise<Profile> {
	const files = (await readdir(folder)).map((name) => join(folder, name));
	const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
	const largest = files[sizes.indexOf(Math.max(...sizes))];
	if (largest === undefined) throw new Error('n8n left no profile');
	return JSON.parse(await readFile(largest, 'utf8')) as Profile;
}

/** The time between two moments by the package whose code ran, or had Node.js run its own. */
export function sharesOf(
	{ nodes, startTime, samples, timeDeltas }: Profile,
	{ from, to }: { from: number; to: number },
): Shares {
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
	);
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const names = new Map<number, string>();
	const nameOf = (id: number): string => {
		const known = names.get(id);
		if (known !== undefined) return known;
		const { functionName = '', url = '' } = frames.get(id) ?? {};
		const parent = parents.get(id);
		const own = /^\((?:idle|garbage collector|program)\)$/.test(functionName)
			? functionName.slice(1, -1)
			: packageIn(url);
		const name = own ?? (parent === undefined ? 'Node.js' : nameOf(parent));
		names.set(id, name);
		return name;
	};
	const shares = new Map<string, number>();
	let at = startTime;
	samples.forEach((id, index) => {
		const µs = timeDeltas[index] ?? 0;
		at += µs;
		if (at < from || at > to) return;
		const name = nameOf(id);
		shares.set(name, (shares.get(name) ?? 0) + µs / 1000);
	});
	return new Map([...shares].sort(([, one], [, other]) => other - one));
}

/** The package that a file belongs to; undefined for Node.js itself. */
function packageIn(url: string): string | undefined {
	const path = url.split('/node_modules/').at(-1);
	if (path === undefined || path === url) return undefined;
	return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** The greatest shares as lines. */
export const linesOf = (shares: Shares, most = 12): string[] =>
	[...shares].slice(0, most).map(([name, ms]) => `${ms.toFixed(0).padStart(7)} ms  ${name}`);
