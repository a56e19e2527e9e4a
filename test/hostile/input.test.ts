import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { isObject } from '../../nodes/shared/json';
import { asText } from '../../nodes/shared/texts';
import { accountOf } from '../support/account';
import { useCaseService } from '../support/cases/useCaseService';
import type { NodeRun } from '../support/harness/harness';
import { examples, prepare, startAnew, type Example } from '../support/hostile/examples';

jest.setTimeout(120_000);

const service = useCaseService({ bulkFetchesBeforeReady: 0 });

beforeEach(() => startAnew(service));

/** Values that no user enters on purpose: wrong types, empty, huge, or with delimiters of other syntaxes. */
const HOSTILE: readonly unknown[] = [
	...[null, true, '', '\t\n', [], {}, [[null]], -1, 1.5, 1e300, '9'.repeat(40)],
	...['a\u0000b', 'a\r\nb', '\ud800', 'x\udc00y', '") OR ("1" = "1', "') OR (1 = 1", '\\', '%00'],
	...['../../x?a=b&c=d#e', '={{ 1 }}', '<script>', 'a'.repeat(20_000), '__proto__', 'constructor'],
	JSON.parse('{"__proto__": {"polluted": true}}'),
	{ constructor: { prototype: { polluted: true } } },
];

/** A text or a number in the parameters of an example, and a function that replaces it. */
interface Place {
	path: string;
	set: (value: NodeParameterValueType) => INodeParameters;
	own: NodeParameterValueType;
}

const FIXED = ['operation', '__rl', 'mode', 'resource'];

const placesIn = (holder: INodeParameters, path = ''): Place[] =>
	Object.entries(holder).flatMap(([name, own]): Place[] => {
		if (FIXED.includes(name)) return [];
		const here = path === '' ? name : `${path}.${name}`;
		if (typeof own === 'string' || typeof own === 'number') {
			return [{ path: here, own, set: (value) => ({ ...holder, [name]: value }) }];
		}
		if (!isObject(own)) return [];
		return placesIn(own as INodeParameters, here).map((place) => ({
			...place,
			set: (value) => ({ ...holder, [name]: place.set(value) }),
		}));
	});

/** The service's words for a request that breaks its contract. */
const BREACH = /\bmust\b|^missing|no JSON|Content-Type|takes no body|no such endpoint|no parameter/;

const breaches = (): string[] =>
	service.requests.flatMap(({ why = '', text }) =>
		BREACH.test(why) ? [`${why}: ${text.slice(0, 200)}`] : [],
	);

const INTERNAL = /Cannot read|is not a function|is not iterable|Unexpected token|Invalid array/;

const run = async (example: Example, parameters: INodeParameters, items: Example['items']) => {
	startAnew(service);
	const runExample = await prepare(
		service,
		{ ...example, parameters, items },
		{ credentials: accountOf(service), onError: 'continueRegularOutput' },
	);
	return await runExample();
};

/** Returns the text that the user reads about an item; undefined if the item succeeded. */
const issueOf = ({ outputs: [items = []], error }: NodeRun, index: number): string | undefined => {
	if (error !== undefined) return `${error.message} ${error.description ?? ''}`;
	const own = items.filter(({ pairedItem }) => isObject(pairedItem) && pairedItem.item === index);
	for (const { json } of own) {
		if (json['outcome'] === 'failed' || json['outcome'] === 'unknown')
			return asText(json['detail']);
		if (isObject(json['error'])) return asText(json['error']['message']);
	}
	return undefined;
};

/** Makes two items: the first one has `value` at a place, and the second one keeps its own value. */
const otherItems = ({ items }: Example, { own }: Place, value: unknown): Example['items'] => {
	const [first = {}, second = first] = items;
	const read = typeof own === 'string' ? /^=\{\{ \$json\.(\w+) \}\}$/.exec(own)?.[1] : undefined;
	const good = read === undefined ? own : second[read];
	return [Object.assign({ ...first }, { value }), Object.assign({ ...second }, { value: good })];
};

describe.each(examples.filter(({ polls }) => polls !== true))('$operation', (example) => {
	it('refuses what it cannot send, by item, and sends the rest', async () => {
		const found: string[] = [];
		for (const place of placesIn(example.parameters)) {
			const parameters = place.set('={{ $json.value }}');
			const own = otherItems(example, place, '');
			const alone = issueOf(await run(example, parameters, own.slice(1)), 0);
			for (const value of HOSTILE) {
				const result = await run(example, parameters, otherItems(example, place, value));
				const issues = [issueOf(result, 0), issueOf(result, 1)];
				const here = `${place.path} = ${JSON.stringify(value).slice(0, 60)}`;
				if (result.status !== 'success') found.push(`${here}: ${result.status}`);
				if (breaches().length > 0) found.push(`${here}: ${breaches().join()}`);
				if (INTERNAL.test(issues.join())) found.push(`${here}: ${issues.join()}`);
				if (issues[1] !== alone) found.push(`${here}: the other item: ${issues[1]}`);
			}
		}
		expect(found).toEqual([]);
	});
});

it('leaves no prototype changed', () => {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect('polluted' in {}).toBe(false);
});
