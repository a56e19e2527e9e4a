import { inspect } from 'node:util';

import { beforeEach, describe, expect, it, jest } from '@jest/globals';

import '../support/hostile/quickWaits';
import { listSearch as searches } from '../../nodes/editor/listSearch';
import { accountOf } from '../support/account';
import { useCaseService } from '../support/cases/useCaseService';
import { listSearch, readBinary } from '../support/harness/harness';
import { examples, prepare, startAnew, type Example } from '../support/hostile/examples';
import type { Fault } from '../support/service/faults';

jest.setTimeout(120_000);

const TOKEN = 'canary.token+of/this=test';
const USER = 'canary\\user';
const PASSWORD = 'canary "word" \\ with/ß€';

const service = useCaseService({ bulkFetchesBeforeReady: 0 }, TOKEN);

beforeEach(() => startAnew(service));

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The secrets as they are, as JSON and as a URL write them. */
const forms = [TOKEN, PASSWORD].flatMap((secret) => [
	...[secret, inJson(secret), encodeURIComponent(secret)],
]);

const leaksIn = (text: string): string[] => forms.filter((form) => text.includes(form));

/** Writes a value in full, with its hidden members and causes. */
const whole = (value: unknown): string => {
	const depth = { depth: Infinity, showHidden: true, maxStringLength: Infinity };
	const member = (_key: string, each: unknown): unknown =>
		each instanceof Error ? [Object.entries(each), each.message, each.stack, each.cause] : each;
	return `${inspect(value, depth)}\n${JSON.stringify(value, member)}`;
};

/** Makes an expression that returns a text but does not contain it. */
const hidden = (text: string): string =>
	`={{ String.fromCharCode(${Array.from(text, (sign) => sign.charCodeAt(0)).join(', ')}) }}`;

const account = { credentials: { password: hidden(PASSWORD), user_name: hidden(USER) } };

const withAccount = (example: Example): Example =>
	example.operation === 'agent.add'
		? { ...example, parameters: { ...example.parameters, ...account } }
		: example;

async function left(
	example: Example,
	onError: 'stopWorkflow' | 'continueErrorOutput',
	fault?: Fault,
) {
	const runExample = await prepare(service, withAccount(example), {
		credentials: accountOf(service),
		onError,
	});
	if (fault !== undefined) service.faults.push(fault);
	const { stored, ...run } = await runExample();
	const files = run.outputs.flat().flatMap(({ binary = {} }) => Object.values(binary));
	const read = await Promise.all(files.map(readBinary));
	const urls = service.requests.map(({ path, query }) => path + JSON.stringify(query));
	return {
		text: [whole(run), stored(), ...read.map(String), ...urls].join('\n'),
		status: run.status,
	};
}

const WITH_TOKEN = {
	message: `for ${TOKEN}`,
	url: `https://x.test/?t=${encodeURIComponent(TOKEN)}`,
};

/** Responses that repeat secrets, and failures of every other kind. */
const FAULTS: readonly Fault[] = [
	{ kind: 'echo' },
	{ kind: 'echo', status: 200 },
	{ kind: 'echo', status: 500 },
	{ kind: 'raw', status: 200, text: JSON.stringify({ data: WITH_TOKEN, meta: WITH_TOKEN }) },
	{
		kind: 'raw',
		status: 502,
		text: `<html>${TOKEN}</html>`,
		headers: { 'content-type': 'text/html' },
	},
	{ kind: 'raw', status: 200, text: `{"data": "${TOKEN}` },
	{ kind: 'refusal', code: '07001113', status: 401, detail: `Bearer ${TOKEN}` },
	{ kind: 'redirect', to: 'other', status: 307 },
	{ kind: 'resetBefore' },
];

describe.each(examples)('$operation', (example) => {
	it('leaves no secret behind, whatever the service sends', async () => {
		const leaks: string[] = [];
		for (const [index, fault] of FAULTS.entries()) {
			startAnew(service);
			const onError = index % 2 === 0 ? 'stopWorkflow' : 'continueErrorOutput';
			const { text } = await left(example, onError, fault);
			leaks.push(...leaksIn(text).map((form) => `${JSON.stringify(fault)}: ${form}`));
			expect(service.foreignRequests).toEqual([]);
		}
		expect(leaks).toEqual([]);
	});

	it('sends the token in its header only', async () => {
		const { text, status } = await left(example, 'stopWorkflow');
		expect(status).toBe('success');
		expect(leaksIn(text)).toEqual([]);
		const sent = new Set(service.requests.map(({ headers }) => headers.authorization));
		expect([...sent]).toEqual([`Bearer ${TOKEN}`]);
	});
});

it.each(Object.keys(searches))('the picker %s shows no secret', async (method) => {
	const parameters = { log_type_id: { __rl: true, mode: 'id', value: '502' } };
	for (const fault of FAULTS) {
		startAnew(service);
		service.faults.push(fault);
		const request = { node: 'parserRule', method, parameters, credentials: accountOf(service) };
		const shown = await listSearch(request).catch((error: unknown) => error);
		expect(leaksIn(whole(shown))).toEqual([]);
		expect(service.foreignRequests).toEqual([]);
	}
});
