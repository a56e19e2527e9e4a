import { inspect } from 'node:util';

import { describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import {
	isResourceLocatorValue,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type NodeParameterValueType,
} from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText, isObject } from '../../nodes/shared/json';
import { nodeType, type NodeRun } from '../support/harness/harness';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import {
	fromItem,
	goodValue,
	itemWith,
	parametersOf,
	requiredOf,
	type Target,
} from '../support/hostile/parametersOf';
import { passTime } from '../support/hostile/quickSleep';
import { scenes, type Scene } from '../support/hostile/scenes';
import { stage } from '../support/hostile/stage';
import { caseWorld } from '../support/cases/world';

jest.setTimeout(300_000);

const service = useService({
	world: caseWorld,
	switches: { ...documented.switches, searchRequires: 'nothing', ruleRequires: 'nothing' },
});

const polluting: unknown[] = [
	JSON.parse('{"__proto__": {"polluted": true}}'),
	{ constructor: { prototype: { polluted: true } } },
	'__proto__',
	'constructor',
	'hasOwnProperty',
];

/** Values that no user means: of wrong types, empty, huge, with characters that end other things. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(
		...[undefined, null, true, false, '', ' ', '\t\n', [], {}, [[]], [null], [{}], { a: 1 }],
		...[NaN, Infinity, -1, 0, 1.5, 1e300, 9_007_199_254_740_993, '9'.repeat(40), '-5', '1e3'],
		...['\u0000', 'a\r\nb', '\u007f', '\ud800', 'x\udc00y', '"', "'", '\\', '(', '))'],
		...['") OR ("1" = "1', "') OR (1 = 1", '*', '%00', '../../x', '?a=b&c=d#e', '={{ 1 }}'],
		...['undefined', '[object Object]', 'a'.repeat(20_000), { __rl: true, mode: 'id', value: {} }],
		...polluting,
	),
	fc.string(),
	fc.string({ unit: 'binary' }),
	fc.double(),
	fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 5 }),
	fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
);

/** What the service says of a request that breaks its contract, whatever it holds. */
const BREACH = /\bmust\b|^missing|is not JSON|Content-Type|takes no body|no such operation|fit/;

const breaches = (): string[] =>
	service.requests.flatMap(({ why, text }) =>
		why !== undefined && BREACH.test(why) ? [`${why}: ${text.slice(0, 200)}`] : [],
	);

interface Told {
	status: string;
	/** What became of an item, in words; undefined where it went well. */
	of: (index: number) => string | undefined;
	requests: number;
	/** Entries of the largest request. */
	together: number;
}

async function run(scene: Scene, parameters: INodeParameters, items: IDataObject[]): Promise<Told> {
	service.reset();
	passTime(86_400_000);
	const play = await stage(service, scene, {
		parameters,
		items,
		credentials: { baseUrl: service.url, accessToken: service.token, requestsPerMinute: 0 },
		onError: 'continueRegularOutput',
	});
	service.clearRequests();
	const done = await play();
	const [output = []] = done.outputs;
	const entries = service.requests.map(({ body }) =>
		Math.max(0, ...Object.values(body ?? {}).map((one) => (Array.isArray(one) ? one.length : 0))),
	);
	return {
		// A trigger has no items: it tells what is wrong by stopping.
		status: scene.polls === true ? 'success' : done.status,
		of: (index) =>
			scene.polls === true && index === 0
				? stopOf(done)
				: issueIn(output.filter((item) => itemOf(item) === index)),
		requests: service.requests.length,
		together: Math.max(0, ...entries),
	};
}

const itemOf = ({ pairedItem }: INodeExecutionData): number | undefined =>
	typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : undefined;

function issueIn(items: INodeExecutionData[]): string | undefined {
	for (const { json, error } of items) {
		if (error !== undefined) return `${error.message} ${error.description ?? ''}`;
		const refused = json['error'];
		if (isObject(refused)) return asText(refused['message']);
		if (json['outcome'] === 'failed' || json['outcome'] === 'unknown')
			return asText(json['detail']);
	}
	return undefined;
}

const stopOf = ({ error }: NodeRun): string | undefined =>
	error && `${error.message} ${error.description ?? ''}`;

/** Faults of the code itself. */
const INTERNAL = /Cannot read|is not a function|is not iterable|Unexpected token|Invalid /;

/** How a message of the package goes on, which one of the service does not. */
const WAY_ON = /Allowed|Set |Add |Choose|Give /;

/** What only the service's answer shows. */
const ANSWERED = /^No log source fits the filters/;

async function setting(scene: Scene, target: Target, value: unknown): Promise<INodeParameters> {
	const { properties } = (await nodeType(scene.node)).description;
	const { parameters } = scene;
	const set = target.set(value as NodeParameterValueType);
	const others = Object.entries(objectOf(parameters['options'])).filter(
		([name]) => !(EXCLUSIVE.includes(name) && target.path.startsWith('options.applyWhen')),
	);
	const options = Object.fromEntries(others);
	return {
		...requiredOf(properties, scene.operation),
		...parameters,
		...set,
		options: { ...options, ...objectOf(set['options']) },
	};
}

/** Fields of which one at most is set. */
const EXCLUSIVE = ['applyWhen', 'apply_when'];

const objectOf = (value: unknown): INodeParameters =>
	typeof value === 'object' && value !== null ? { ...(value as INodeParameters) } : {};

/** The value of the good item: what the scene gives, or else one that the field takes. */
function goodOf(scene: Scene, { path, field }: Target): unknown {
	const [, item = scene.items[0]] = scene.items;
	const set = path.includes('.') ? undefined : scene.parameters[path];
	const given = isResourceLocatorValue(set) ? set.value : set;
	if (typeof given !== 'string' || !given.startsWith('=')) return given ?? goodValue(field);
	const name = /\$json\.(\w+)/.exec(given)?.[1] ?? '';
	return given.includes('"') ? 'EVENTID = "4625"' : (item?.[name] ?? goodValue(field));
}

const targets = async (scene: Scene): Promise<Target[]> =>
	parametersOf((await nodeType(scene.node)).description.properties, scene.operation);

/** Where there is nothing else to do. */
const nothing: Told = { status: 'success', of: () => undefined, requests: 0, together: 0 };

/** Sets hostile values there, each beside an item with a good one; a trigger is set to each itself. */
async function tried(scene: Scene, target: Target): Promise<void> {
	const [first, second = first] = scene.items;
	const good = goodOf(scene, target);
	const beside = itemWith(second, good);
	const fromItems = await setting(scene, target, fromItem);
	const set = async (value: unknown) => await run(scene, await setting(scene, target, value), []);
	const well = scene.polls === true ? await set(good) : await run(scene, fromItems, [beside]);
	const alone = scene.polls === true ? nothing : well;
	const isNamed = (issue = ''): boolean =>
		WAY_ON.test(issue) &&
		!ANSWERED.test(issue) &&
		target.labels.some((label) => issue.includes(label));
	expect([well.status, isNamed(well.of(0))]).toEqual(['success', false]);

	const property = fc.asyncProperty(hostile, async (value) => {
		const told =
			scene.polls === true
				? await set(value)
				: await run(scene, fromItems, [itemWith(first, value), beside]);
		expect(told.status).toBe('success');
		expect(breaches()).toEqual([]);
		const issue = told.of(0);
		if (issue === undefined) return;
		if (isNamed(issue)) {
			// Whether to read back is the first item's to say.
			expect(told.requests).toBe(alone.requests);
			expect([told.together, told.of(1)]).toEqual([alone.together, alone.of(0)]);
		} else {
			// The service itself refused what was sent.
			expect(issue).not.toMatch(INTERNAL);
			expect(told.requests + told.together).toBeGreaterThan(alone.requests + alone.together);
		}
	});
	await fc.assert(property, { numRuns: 8, seed: 20_260_301 });
}

describe.each(scenes.map((scene) => [scene.name, scene] as const))('%s', (_name, scene) => {
	it('refuses what it cannot send, by name, and sends the rest', async () => {
		const faults: string[] = [];
		for (const target of await targets(scene)) {
			await tried(scene, target).catch((fault: unknown) => {
				faults.push(`${target.path}: ${inspect(fault)}`);
			});
		}
		expect(faults).toEqual([]);
	});
});

it('leaves no prototype changed', () => {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect('polluted' in {}).toBe(false);
});
