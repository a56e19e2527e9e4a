import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { apiUrl, serverOf } from '../../../nodes/shared/http/connection';
import { RateLimiter } from '../../../nodes/shared/http/rateLimiter';
import { asText, isObject } from '../../../nodes/shared/json';
import { accountOf } from '../account';
import type { NodeRun } from '../harness/harness';
import { everyFault, type Fault, type NamedFault } from '../service/faults';
import type { RecordedRequest } from '../service/recorder';
import { startService, type Service } from '../service/service';
import { documented } from '../service/switches';
import { keepingWaits } from './quickSleep';
import { scenes, type Scene } from './scenes';
import { stage, type Play, type PlayRun } from './stage';
import { caseWorld } from '../cases/world';

/**
 * Which requests of a run meet the fault: all, the first one, or all but the first one. `lookedUp`:
 * the first one, of a write that looks up what it does not know afterwards, as it does by default.
 */
export type Moment = 'always' | 'once' | 'later' | 'lookedUp';

/**
 * What a run came to: its true result; a result with a warning beside it; nothing but a message;
 * items that are all refused, each in its own words; some items done and some not, or not known; no
 * item of which it is known; or another result than the true one, and no word about it.
 */
export type Outcome = 'right' | 'noted' | 'stopped' | 'refused' | 'partly' | 'unknown' | 'wrong';

export interface Cell {
	operation: string;
	write: boolean;
	/** Whether all items go into one request. */
	batched: boolean;
	fault: string;
	moment: Moment;
	outcome: Outcome;
	/** Why n8n is told that it stopped: how it then waits before the next poll. */
	cause?: string;
	/** What the user reads: the error, the details of items, or the warnings. */
	says: string[];
	requests: number;
	/** How long the package would have waited between attempts. */
	waitedMs: number;
	/** What must never be: each in words. */
	troubles: string[];
}

/** The time-out, in seconds: short where it is what ends a request, but not for a machine that is busy. */
const SHORT = 2;
const LONG = 60;

/** Attempts for a request at most, the first one included. */
const ATTEMPTS = 6;

/** What a run is struck by. */
type Struck = NamedFault | { name: string; fault: undefined };

const slow: NamedFault = {
	name: 'drip slower than the time-out',
	fault: { kind: 'drip', pieces: 8, everyMs: 500 },
};

/** No fault of an answer: nothing listens. */
export const REFUSED = 'connection refused';
const refusal: Struck = { name: REFUSED, fault: undefined };

/** Every fault by name, in the order of the matrix. */
export const faults: readonly NamedFault[] = [...everyFault(), slow];

/** Varieties of a fault that are read alike are met at every request only. */
const isVariety = (name: string): boolean =>
	/^refusal .* under (?:400|401|403)$|^503, Retry-After|^307|HTML$/.test(name);

/** Those that take real time: they are begun first. */
const isSlow = ({ fault: { kind } }: NamedFault): boolean => kind === 'hang' || kind === 'drip';

/** Passes the first request on as it is, so that a fault strikes the ones after it. */
const spare: Fault = { kind: 'contentType', contentType: 'application/json', times: 1 };

const struckAt: Record<Moment, (fault: Fault) => Fault[]> = {
	always: (fault) => [fault],
	once: (fault) => [{ ...fault, times: 1 }],
	later: (fault) => [{ ...spare }, fault],
	lookedUp: (fault) => [{ ...fault, times: 1 }],
};

/** The same write with every item in a request of its own, where its endpoint takes more. */
const apart = (scene: Scene): Scene =>
	scene.batched === true ? withOptions(scene, { batchSize: 1 }) : scene;

/** A refusal of the look-up of a write, so that its outcomes are what its own requests tell. */
const noLookUp: Fault = { kind: 'status', status: 400, match: { method: 'GET' } };

/** Writes that read a list before they write; their look-up meets the fault itself. */
const READ_FIRST = ['parserRule.update', 'parserRule.upsert'];

const blinded = ({ done, name }: Scene, moment: Moment): Fault[] =>
	done === undefined || moment === 'lookedUp' || READ_FIRST.includes(name) ? [] : [noLookUp];

function withOptions(scene: Scene, more: INodeParameters): Scene {
	const { options } = scene.parameters;
	const own = isObject(options) ? (options as INodeParameters) : {};
	return { ...scene, parameters: { ...scene.parameters, options: { ...own, ...more } } };
}

const DAY_MS = 86_400_000;

interface Played {
	run: PlayRun;
	/** What would follow: another run, or the next poll. */
	next: Play;
	waitedMs: number;
}

/** No lock is left of the scene before: to its limiter, a day has passed. */
function endLock({ url, token }: Service): void {
	const server = serverOf(apiUrl(url));
	const limiter = new RateLimiter({ server, token, requestsPerMinute: 0 });
	limiter.passed(Date.now() + DAY_MS);
	limiter.lockedFor(Date.now());
}

async function play(
	service: Service,
	scene: Scene,
	arrange: () => Promise<void> | void,
	timeout = LONG,
): Promise<Played> {
	service.reset();
	endLock(service);
	const waits: number[] = [];
	return await keepingWaits(waits, async () => {
		const next = await stage(service, scene, { credentials: { ...accountOf(service), timeout } });
		service.clearRequests();
		waits.length = 0;
		await arrange();
		const run = await next();
		const waitedMs = waits.reduce((sum, ms) => sum + ms, 0);
		return { run, next: AsyncLocalStorage.bind(next), waitedMs };
	});
}

/** What a scene comes to where nothing goes wrong. */
interface Clean {
	rows: IDataObject[];
	requests: number;
}

const rowsOf = ([items = []]: INodeExecutionData[][]): IDataObject[] =>
	items.map(({ json }) => json);

async function clean(service: Service, scene: Scene): Promise<Clean> {
	const { run } = await play(service, scene, () => undefined);
	const rows = rowsOf(run.outputs);
	if (run.status !== 'success' || rows.length === 0) {
		throw new Error(`${scene.name} does nothing: ${run.error?.message ?? run.status}`);
	}
	return { rows, requests: service.requests.length };
}

/** Every object of a value, changed from the inside. */
function mapped(
	value: unknown,
	change: (key: string, value: unknown) => unknown,
	key = '',
): unknown {
	const inner = Array.isArray(value)
		? value.map((one: unknown) => mapped(one, change))
		: typeof value === 'object' && value !== null
			? Object.fromEntries(
					Object.entries(value).map(([name, one]) => [name, mapped(one, change, name)]),
				)
			: value;
	return change(key, inner);
}

/** What the faults of values change on the way: a value as it is compared then. */
const COMPARED = new Map<string, (key: string, value: unknown) => unknown>([
	[
		'unknown fields',
		(_key, value) => {
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
			return Object.fromEntries(
				Object.entries(value).filter(([name]) => !['new_in_2031', 'status'].includes(name)),
			);
		},
	],
	['huge numbers', (_key, value) => (typeof value === 'number' ? '9'.repeat(30) : value)],
]);

/** Whether rows are all there is, as the fault makes the service say it. */
function isTrue(rows: IDataObject[], { rows: expected }: Clean, fault: string): boolean {
	const changed = COMPARED.get(fault) ?? ((_key, value) => value);
	// A bulk request that is sent again has another ID, and does no harm.
	const compared = (key: string, value: unknown): unknown =>
		key === 'request_id' ? '' : changed(key, value);
	return isDeepStrictEqual(mapped(rows, compared), mapped(expected, compared));
}

const warningsOf = ({ hints }: NodeRun): string[] =>
	hints.filter(({ type }) => type === 'warning').map(({ message }) => message);

type Judged = Pick<Cell, 'outcome' | 'cause' | 'says' | 'troubles'>;

function judgedRead(scene: Scene, { run }: Played, expected: Clean, fault: string): Judged {
	const whole = isTrue(rowsOf(run.outputs), expected, fault);
	// What a trigger logs while all goes well asks for no action.
	const says = scene.polls === true && whole ? [] : warningsOf(run);
	const outcome = says.length > 0 ? 'noted' : whole ? 'right' : 'wrong';
	return { outcome, says, troubles: [] };
}

/** What became of an item, as the user is told. */
interface Told {
	outcome: unknown;
	detail: string;
}

function judgedWrite(service: Service, scene: Scene, told: readonly Told[]): Judged {
	const troubles: string[] = [];
	if (told.length !== scene.items.length) troubles.push('not one outcome for each item');
	scene.items.forEach((item, index) => {
		const { outcome } = told[index] ?? {};
		const done = scene.done?.(service, item) === true;
		if (outcome === 'succeeded' && !done) troubles.push(`item ${index} is told done and is not`);
		if (outcome === 'failed' && done) troubles.push(`item ${index} is told refused and is done`);
	});
	const outcomes = new Set(told.map(({ outcome }) => outcome));
	const [only] = outcomes;
	const outcome =
		outcomes.size > 1
			? 'partly'
			: only === 'succeeded'
				? 'right'
				: only === 'unknown'
					? 'unknown'
					: 'refused';
	const details = told.flatMap((item) => (item.outcome === 'succeeded' ? [] : [item.detail]));
	return { outcome, says: [...new Set(details)], troubles };
}

const toldIn = ({ outputs }: NodeRun): Told[] =>
	rowsOf(outputs).map(({ outcome, detail }) => ({ outcome, detail: asText(detail) }));

/** What a stop tells of its items, if no item of a write succeeded. */
function toldByStop({ error }: NodeRun): Told[] {
	const detail = error?.message ?? '';
	const counted = (pattern: RegExp, outcome: string): Told[] =>
		[...detail.matchAll(pattern)].flatMap(([, count]) =>
			Array.from({ length: Number(count) }, () => ({ outcome, detail })),
		);
	return [
		...counted(/(\d+) of \d+ [^,:]* (?:was|were) (?:refused|not sent)/g, 'failed'),
		...counted(/outcome of (\d+) of \d+/g, 'unknown'),
	];
}

function judgedStop(service: Service, scene: Scene, run: PlayRun): Judged {
	const { error, changed } = run;
	const told = toldByStop(run);
	if (told.length > 0) return judgedWrite(service, scene, told);
	const accepted = scene.items.filter((item) => scene.done?.(service, item) === true);
	const failure: unknown = error !== undefined && 'failure' in error ? error.failure : undefined;
	return {
		outcome: 'stopped',
		...(isObject(failure) ? { cause: asText(failure['cause']) } : {}),
		says: [`${error?.message ?? ''}. ${error?.description ?? ''}`],
		troubles: [
			...(accepted.length === 0 ? [] : [`stopped, and ${accepted.length} items are done`]),
			...(changed === true ? ['stopped, and what the trigger knows was changed'] : []),
		],
	};
}

const isThrottle = (fault: Fault | undefined): boolean =>
	fault?.kind === 'refusal' && ['00000109', 'IAM0019'].includes(fault.code);

/** Sent twice, it collects alerts twice and does no other harm. */
const HARMLESS = '/api/v2/alerts/bulk';

/** Requests of a write that were sent again although the service may have carried them out. */
function sentAgain(requests: readonly RecordedRequest[], fault: Fault | undefined): string[] {
	const last = new Map<string, RecordedRequest>();
	return requests.flatMap((request) => {
		const { method, path, query, text } = request;
		const key = JSON.stringify([method, path, query, text]);
		const before = last.get(key);
		last.set(key, request);
		if (before === undefined || method === 'GET' || path === HARMLESS) return [];
		const isRefused = [429, 503].includes(before.status) || isThrottle(fault);
		return isRefused && !before.carriedOut ? [] : [`${method} ${path} was sent again`];
	});
}

/**
 * What polls of a trigger gave, against what they should: once a fault is over, the next poll gives
 * what the one before it did not, so that no alert is lost and none is there twice.
 */
export function lostOrTwice(
	given: readonly IDataObject[],
	wanted: readonly IDataObject[],
): string[] {
	const keys = new Set(given.map(keyIn));
	const lost = wanted.filter((item) => !keys.has(keyIn(item))).length;
	const twice = given.length - keys.size;
	const strange = keys.size - (wanted.length - lost);
	return [
		...(lost > 0 ? [`${lost} of ${wanted.length} items are lost`] : []),
		...(twice > 0 ? [`${twice} items are given twice`] : []),
		...(strange > 0 ? [`${strange} items are given that are none`] : []),
	];
}

const keyIn = ({ alert_key, change_key }: IDataObject) => alert_key ?? change_key;

const UNCLEAR = /undefined|\[object|NaN|Cannot read|is not a function|^\s*\.|\bat .*:\d+:\d+/;

function commonTroubles(
	service: Service,
	scene: Scene,
	run: NodeRun,
	expected: Clean,
	fault: Fault | undefined,
): string[] {
	const most = (expected.requests + 1) * ATTEMPTS * 2;
	return [
		...(service.foreignRequests.length > 0 ? ['another origin was asked'] : []),
		...(service.requests.length > most ? [`${service.requests.length} requests`] : []),
		...(run.stored().includes(service.token) ? ['the token is stored'] : []),
		...(scene.done === undefined ? [] : sentAgain(service.requests, fault)),
	];
}

async function cell(
	service: Service,
	scene: Scene,
	{ name, fault }: Struck,
	moment: Moment,
	expected: Clean,
): Promise<Cell> {
	const arrange = async (): Promise<void> => {
		if (fault === undefined) await service.refuseConnections();
		else service.faults.push(...blinded(scene, moment), ...struckAt[moment](fault));
	};
	const timeout = name === slow.name || fault?.kind === 'hang' ? SHORT : LONG;
	const played = await play(service, scene, arrange, timeout);
	const requests = service.requests.length;
	const { run } = played;
	const judged =
		run.status === 'error'
			? judgedStop(service, scene, run)
			: scene.done === undefined
				? judgedRead(scene, played, expected, name)
				: judgedWrite(service, scene, toldIn(run));
	const common = commonTroubles(service, scene, run, expected, fault);
	service.clearFaults();
	await service.acceptConnections();
	const later =
		scene.polls === true
			? lostOrTwice(
					[...rowsOf(run.outputs), ...rowsOf((await played.next()).outputs)],
					expected.rows,
				)
			: [];
	// As long as the service counts more alerts, a page that repeats may be one of equal alerts, and
	// what the cursor of another search serves cannot be told from what was asked for.
	const isInvented = fault?.kind === 'repeatPage' || fault?.kind === 'repeatCursor';
	const told = isInvented ? later.filter((text) => /lost/.test(text)) : later;
	const unclear = judged.says.filter((text) => UNCLEAR.test(text));
	return {
		operation: scene.name,
		write: scene.done !== undefined,
		batched: scene.batched === true,
		fault: name,
		moment,
		...judged,
		requests,
		waitedMs: played.waitedMs,
		troubles: [
			...judged.troubles,
			...common,
			...told,
			...unclear.map((text) => `unclear: ${text}`),
		],
	};
}

/** The services that jobs run on, and the end of these jobs. */
const open = new Set<Service>();
let atEnd: Promise<unknown> = Promise.resolve();

/** Ends what runs under faults, also where nobody waits for it any longer: a worker could not exit. */
export async function endMatrix(): Promise<void> {
	const left = [...open];
	open.clear();
	await Promise.all(left.map(async (service) => await service.stop()));
	await atEnd;
}

/** Runs the jobs on a few services at once, each job alone on its service. */
async function onServices<T>(
	count: number,
	jobs: ReadonlyArray<(service: Service) => Promise<T>>,
): Promise<T[]> {
	const results: T[] = [];
	const queue = jobs.entries();
	const running = Array.from({ length: count }, async () => {
		const service = await startService({
			world: caseWorld,
			switches: {
				...documented.switches,
				largestPage: 10,
				alertPageSize: 7,
				searchRequires: 'nothing',
			},
		});
		open.add(service);
		try {
			for (const [at, job] of queue) {
				results[at] = await job(service);
				if (!open.has(service)) throw new Error('The matrix was ended');
			}
		} finally {
			open.delete(service);
			await service.stop();
		}
	});
	atEnd = Promise.allSettled(running);
	await Promise.all(running);
	return results;
}

/** One run of a scene under a fault, and what is wrong with it. */
export async function cellOf(scene: Scene, fault: Fault): Promise<Cell> {
	const [only] = await onServices(1, [
		async (service) =>
			await cell(
				service,
				scene,
				{ name: 'this one', fault },
				'always',
				await clean(service, scene),
			),
	]);
	if (only === undefined) throw new Error('Nothing ran');
	return only;
}

const SERVICES = 24;

/** A scene as it is played under faults: as it is, and with each item alone. */
async function prepared(service: Service, scene: Scene) {
	const alone = apart(scene);
	return {
		...{ scene, whole: await clean(service, scene) },
		...{ alone, parts: await clean(service, alone) },
	};
}

/** Runs scenes under every fault at every moment, through n8n's own engine. */
export async function matrix(chosen: readonly Scene[] = scenes): Promise<Cell[]> {
	const ready = await onServices(
		4,
		chosen.map((scene) => async (service) => await prepared(service, scene)),
	);
	const ordered = [...faults.filter(isSlow), refusal, ...faults.filter((one) => !isSlow(one))];
	const jobs = ordered.flatMap((named) =>
		ready.flatMap(({ scene, whole, alone, parts }) => {
			const at = (moment: Moment, played: Scene, expected: Clean) => async (service: Service) =>
				await cell(service, played, named, moment, expected);
			const always = at('always', scene, whole);
			if (named.fault === undefined || isVariety(named.name)) return [always];
			return [
				always,
				at('once', scene, whole),
				...(parts.requests > 1 ? [at('later', alone, parts)] : []),
				...(scene.done === undefined ? [] : [at('lookedUp', scene, whole)]),
			];
		}),
	);
	return await onServices(SERVICES, jobs);
}
