import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cases, mainCases, type Case } from '../cases';
import { received, stated, withIds } from '../support/cases/wire';
import { caseWorld } from '../support/cases/world';
import { runNode, type NodeRequest, type NodeRun } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { inside } from '../support/service/client';
import { isWhole } from '../support/extent';
import { allScopes } from '../support/service/contract';
import { startService, type Service } from '../support/service/service';
import { documented, someReadings } from '../support/service/switches';

let service: Service;

beforeAll(async () => {
	service = await startService({ world: caseWorld });
});

beforeEach(() => {
	service.reset();
});

afterAll(async () => {
	await service.stop();
});

interface Setting extends Pick<NodeRequest, 'onError'> {
	parameters?: INodeParameters;
	items?: readonly IDataObject[];
	accessToken?: string;
}

/** Runs a case in n8n's engine; only what the node itself sends stays recorded. */
async function run(each: Case, setting: Setting = {}): Promise<NodeRun> {
	const { parameters, items = each.items ?? [{}], accessToken = service.token, ...rest } = setting;
	const prepared = await each.setup?.(service);
	service.clearRequests();
	const [node = '', operation] = each.operation.split('.');
	const { largeIds } = service.switches;
	return await runNode({
		node,
		parameters: withIds({ operation, ...each.parameters, ...parameters }, largeIds),
		items: items.map((json) => ({ json: { ...withIds(json, largeIds), ...prepared } })),
		credentials: { baseUrl: service.url, accessToken },
		...rest,
	});
}

const rowsOf = ({ outputs: [items = []] }: NodeRun): IDataObject[] => items.map(({ json }) => json);

/** Of each row the members that the expected rows name. */
const partsOf = (rows: readonly IDataObject[], expected: readonly IDataObject[]): IDataObject[] => {
	const names = new Set(expected.flatMap((row) => Object.keys(row)));
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))),
	);
};

/** Rows without what services differ in: their order, ids as numbers or texts, the case of names. */
const leveled = (rows: readonly IDataObject[]): string[] =>
	rows
		.map((row) => JSON.stringify(Object.entries(row).sort()).replaceAll('"', '').toLowerCase())
		.sort();

const expectedOf = ({ output = [] }: Case): readonly IDataObject[] =>
	typeof output === 'function' ? output(service) : output;

const byName = (each: Case) => [each.operation, each.name, each] as const;

describe('each case in the engine of n8n', () => {
	beforeEach(() => {
		service.set({ ...documented.switches, searchRequires: 'nothing' });
	});

	it.each(cases.map(byName))(
		'%s sends and gives what it states: %s',
		async (_node, _name, each) => {
			const result = await run(each, { onError: 'continueRegularOutput' });
			expect(received(service)).toEqual(stated(each.requests));
			if (each.output === undefined) return;

			const rows = rowsOf(result);
			const expected = expectedOf(each);
			expect(partsOf(rows, expected)).toEqual(expected);
			const { items = [{}] } = each;
			expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				rows.map((_row, index) => ({ item: items.length === 1 ? 0 : index })),
			);
			if (each.done !== undefined) {
				expect(items.map((item) => each.done?.(service, item))).toEqual(items.map(() => true));
			}
		},
	);
});

const services = isWhole ? someReadings() : someReadings().slice(0, 2);

describe.each(services)('at a service with $name', ({ switches }) => {
	beforeEach(() => {
		service.set(switches);
	});

	it.each(cases.filter(({ output }) => output !== undefined).map(byName))(
		'%s gives the same: %s',
		async (_node, _name, each) => {
			const result = await run(each);
			const expected = expectedOf(each).map((row) => withIds(row, service.switches.largeIds));
			expect(result.error).toBeUndefined();
			expect(leveled(partsOf(rowsOf(result), expected))).toEqual(leveled(expected));
			const { items = [{}] } = each;
			if (each.done !== undefined) {
				expect(items.map((item) => each.done?.(service, item))).toEqual(items.map(() => true));
			}
		},
	);

	it.each(mainCases.filter(({ refused }) => refused !== undefined).map(byName))(
		'%s tells why the service refused: %s',
		async (_node, _name, each) => {
			// A read that is answered with 5xx is sent again, which takes time.
			if (service.switches.errorStatus === 500) service.set({ errorStatus: 403 });
			service.set({ unknownQueryField: 'refused' });
			const result = await run(each, {
				parameters: each.refused?.parameters ?? {},
				items: (each.items ?? [{}]).slice(0, 1),
				onError: 'continueRegularOutput',
			});
			expect(rowsOf(result).length).toBe(1);
			const [row = {}] = rowsOf(result);
			expect(row['issue'] ?? inside({ body: row }, 'error.message')).toMatch(
				each.refused?.says ?? '',
			);
		},
	);
});

describe('a token without the scope of an operation', () => {
	it.each(mainCases.map(byName))(
		'is refused by %s, which names the scope',
		async (name, _, each) => {
			const scope = allOperations.find((offered) => nameOf(offered) === name)?.operation.scope;
			const accessToken = service.tokenWith(allScopes.filter((other) => other !== scope));
			const result = await run(each, { accessToken });
			expect(result.error).toMatchObject({
				name: 'NodeApiError',
				message: 'The service refused the access token',
				description: expect.stringContaining(`Create an access token with the scope ${scope}`),
			});
		},
	);
});

describe('the comparison of requests', () => {
	it('sees integers with all their digits', () => {
		const of = (text: string) =>
			received({
				requests: [{ ...service.requests[0], method: 'PUT', path: '', query: {}, text }],
			} as unknown as Service);
		expect(of('{"id":1700000000000000001}')).not.toEqual(of('{"id":1700000000000000002}'));
		expect(of('{"id":1700000000000000001}')).not.toEqual(of('{"id":"1700000000000000001"}'));
	});
});
