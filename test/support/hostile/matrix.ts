import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { apiUrl } from '../../../nodes/shared/http/connection';
import { limiterOf } from '../../../nodes/shared/http/rateLimiter';
import { asText, isObject } from '../../../nodes/shared/json';
import { accountOf } from '../account';
import { caseWorld } from '../cases/world';
import type { NodeRun } from '../harness/harness';
import { everyFault, type Fault, type NamedFault } from '../service/faults';
import type { RecordedRequest } from '../service/recorder';
import { startService, type Service } from '../service/service';
import { documented } from '../service/switches';
import { onOwnClock } from './quickSleep';
import type { Scene } from './scenes';
import { stage, type PlayRun } from './stage';

/**
 * Which requests of a run meet the fault: all, the first one, or all but the first one. `lookedUp`:
 * the first one, of a write that looks up what it does not know afterwards, as it does by default.
 */
export type When = 'always' | 'once' | 'later' | 'lookedUp';

/**
 * What a run came to: its true result; a result with a warning beside it; nothing but a message;
 * items that are all refused, each in its own words; some items done and some not, or not known; no
 * item of which it is known; or another result than the true one, and no word about it.
 */
export type Outcome = 'right' | 'noted' | 'stopped' | 'refused' | 'partly' | 'unknown' | 'wrong';

export interface Cell {
	operation: string;
	when: When;
	outcome: Outcome;
	/** Why n8n is told that it stopped: how it then waits before the next poll. */
	cause?: string;
	/** What the user reads: the error, the details of items, or the warnings. */
	says: string[];
	/** What must never be: each in words. */
	troubles: string[];
}

/** The time-out, in seconds: short where it is what ends a request, but not for a machine that is busy. */
const SHORT = 1;
const LONG = 60;

/** Attempts for a request at most, the first one included. */
const ATTEMPTS = 6;

const slow: NamedFault = {
	name: 'drip slower than the time-out',
	fault: { kind: 'drip', pieces: 8, everyMs: 500 },
};

/** Every fault by name. */
export const faults: readonly NamedFault[] = [...everyFault(), slow];

/** Passes the first request on as it is, so that a fault strikes the ones after it. */
const spare: Fault = { kind: 'contentType', contentType: 'application/json', times: 1 };

const struckAt: Record<When, (fault: Fault) => Fault[]> = {
	always: (fault) => [fault],
	once: (fault) => [{ ...fault, times: 1 }],
	later: (fault) => [{ ...spare }, fault],
	lookedUp: (fault) => [{ ...fault, times: 1 }],
};

/** The same write with every item in a request of its own. */
const apart = (scene: Scene): Scene => {
	const options = scene.parameters['options'] as INodeParameters | undefined;
	return { ...scene, parameters: { ...scene.parameters, options: { ...options, batchSize: 1 } } };
};

/** A refusal of the look-up of a write, so that its outcomes are what its own requests tell. */
const noLookUp: Fault = { kind: 'status', status: 400, match: { method: 'GET' } };

/** Reads a list before it writes; its look-up meets the fault itself. */
export const READS_FIRST = 'parserRule.update';

const DAY_MS = 86_400_000;

const blinded = ({ done, name }: Scene, when: When): Fault[] =>
	done === undefined || when === 'lookedUp' || name === READS_FIRST ? [] : [noLookUp];

/** No lock is left of the run before: to its limiter, a day has passed. */
function endLock({ url, token }: Service): void {
	const limiter = limiterOf(token, apiUrl(url));
	// A clock that was set back ends a wait that lasts longer than any that is believed.
	limiter.heldFor(Date.now() - DAY_MS);
	limiter.passed(Date.now());
}

/** What a scene comes to where nothing goes wrong. */
interface Clean {
	rows: IDataObject[];
	requests: number;
}

const rowsOf = ([items = []]: INodeExecutionData[][]): IDataObject[] =>
	items.map(({ json }) => json);

/** Fields of rows that another request, or the fault itself, changes. */
const CHANGED = ['request_id', 'new_in_2031'];

/** Whether rows are all there is, as the fault makes the service say it. */
function isTrue(rows: IDataObject[], expected: IDataObject[], fault: string): boolean {
	const compared = (key: string, value: unknown): unknown => {
		if (CHANGED.includes(key)) return undefined;
		if (fault === 'unknown fields' && key === 'status') return undefined;
		return fault === 'huge numbers' && typeof value === 'number' ? '9'.repeat(30) : value;
	};
	return JSON.stringify(rows, compared) === JSON.stringify(expected, compared);
}

const warningsOf = ({ hints }: NodeRun): string[] =>
	hints.filter(({ type }) => type === 'warning').map(({ message }) => message);

type Judged = Pick<Cell, 'outcome' | 'cause' | 'says' | 'troubles'>;

function judgedRead(scene: Scene, run: PlayRun, expected: Clean, fault: string): Judged {
	const whole = isTrue(rowsOf(run.outputs), expected.rows, fault);
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
function lostOrTwice(given: readonly IDataObject[], wanted: readonly IDataObject[]): string[] {
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
	{ service, scene, expected }: Player,
	run: NodeRun,
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

/** A scene as it is played under faults: on a service of its own, with each fault at one time. */
export interface Player {
	service: Service;
	scene: Scene;
	when: When;
	/** What the scene comes to where nothing goes wrong. */
	expected: Clean;
}

/** Sets a scene up, and hands over what plays it, on a clock of its own. */
async function staged<T>(
	{ service, scene }: Pick<Player, 'service' | 'scene'>,
	timeout: number,
	work: (play: () => Promise<PlayRun>) => Promise<T>,
): Promise<T> {
	service.reset();
	endLock(service);
	return await onOwnClock(async () => {
		const play = await stage(service, scene, { credentials: { ...accountOf(service), timeout } });
		service.clearRequests();
		return await work(play);
	});
}

const SWITCHES = { largestPage: 10, alertPageSize: 7, searchRequires: 'nothing' } as const;

async function playerOf(whole: Scene, when: When): Promise<Player> {
	const service = await startService({
		world: caseWorld,
		switches: { ...documented.switches, ...SWITCHES },
	});
	const scene = when === 'later' && whole.batched === true ? apart(whole) : whole;
	const { status, error, outputs } = await staged({ service, scene }, LONG, (play) => play());
	const rows = rowsOf(outputs);
	if (status !== 'success' || rows.length === 0) {
		throw new Error(`${scene.name} does nothing: ${error?.message ?? status}`);
	}
	return { service, scene, when, expected: { rows, requests: service.requests.length } };
}

/** The players of a scene: one for each time of a fault; a write alone can look up. */
export const playersOf = async (scene: Scene): Promise<Player[]> =>
	await Promise.all(
		(['always', 'once', 'later', ...(scene.done ? (['lookedUp'] as const) : [])] as const).map(
			async (when) => await playerOf(scene, when),
		),
	);

/** Whether a fault can meet a request of a player: nothing listens always, or never. */
export const meets = ({ when, expected }: Player, fault: Fault | undefined): boolean =>
	fault === undefined ? when === 'always' : when !== 'later' || expected.requests > 1;

/** One run under a fault, or where nothing listens, and what is wrong with it. */
export async function cellOf(
	player: Player,
	name: string,
	fault: Fault | undefined,
): Promise<Cell> {
	const { service, scene, when, expected } = player;
	const timeout = name === slow.name || fault?.kind === 'hang' ? SHORT : LONG;
	return await staged(player, timeout, async (play) => {
		if (fault === undefined) await service.refuseConnections();
		else service.faults.push(...blinded(scene, when), ...struckAt[when](fault));
		const run = await play();
		const judged =
			run.status === 'error'
				? judgedStop(service, scene, run)
				: scene.done === undefined
					? judgedRead(scene, run, expected, name)
					: judgedWrite(service, scene, toldIn(run));
		const common = commonTroubles(player, run, fault);
		service.clearFaults();
		await service.acceptConnections();
		const later = scene.polls === true ? await play() : undefined;
		const given =
			later &&
			lostOrTwice(
				[run, later].flatMap(({ outputs }) => rowsOf(outputs)),
				expected.rows,
			);
		// As long as the service counts more alerts, a page that repeats may be one of equal alerts, and
		// what the cursor of another search serves cannot be told from what was asked for.
		const isInvented = fault?.kind === 'repeatPage' || fault?.kind === 'repeatCursor';
		const unclear = judged.says.filter((text) => UNCLEAR.test(text));
		return {
			operation: scene.name,
			when,
			...judged,
			troubles: [
				...judged.troubles,
				...common,
				...(given ?? []).filter((text) => !isInvented || text.includes('lost')),
				...unclear.map((text) => `unclear: ${text}`),
			],
		};
	});
}
