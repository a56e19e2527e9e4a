import { beforeEach, describe, expect, it } from '@jest/globals';

import { cases, mainCases, type Case } from '../cases';
import { expectedOf, normalized, partsOf, rowsOf } from '../support/cases/results';
import { runCase } from '../support/cases/runCase';
import { received, stated } from '../support/cases/wire';
import { caseWorld } from '../support/cases/world';
import { operationOf } from '../support/rules/allOperations';
import { allScopes } from '../support/service/contract';
import { documented, likely } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld });

const byName = (testCase: Case) => [testCase.operation, testCase.name, testCase] as const;

const undone = ({ items = [{}], done }: Case) =>
	items.filter((item) => done?.(service, item) === false);

describe('each case in the engine of n8n', () => {
	beforeEach(() => {
		service.set(documented);
	});

	it.each(cases.map(byName))(
		'%s sends the stated requests and returns the stated rows: %s',
		async (_node, _name, testCase) => {
			const result = await runCase(service, testCase, { onError: 'continueRegularOutput' });
			expect(received(service)).toEqual(stated(testCase.requests));
			if (testCase.output === undefined) return;
			const rows = rowsOf(result);
			const expected = expectedOf(service, testCase);
			expect(partsOf(rows, expected)).toEqual(expected);
			const { items = [{}] } = testCase;
			expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				rows.map((_row, index) => ({ item: items.length === 1 ? 0 : index })),
			);
			expect(undone(testCase)).toEqual([]);
		},
	);
});

describe('at a service that is likely', () => {
	beforeEach(() => {
		service.set(likely);
	});

	it.each(cases.filter(({ output }) => output !== undefined).map(byName))(
		'%s returns the same rows: %s',
		async (_node, _name, testCase) => {
			const result = await runCase(service, testCase);
			const expected = expectedOf(service, testCase);
			expect(result.error).toBeUndefined();
			expect(normalized(partsOf(rowsOf(result), expected))).toEqual(normalized(expected));
			const isWrite = operationOf(testCase.operation).kind === 'write';
			expect(isWrite ? [] : result.hints.filter(({ type }) => type === 'warning')).toEqual([]);
			expect(undone(testCase)).toEqual([]);
		},
	);

	it.each(mainCases.filter(({ refused }) => refused !== undefined).map(byName))(
		'%s says why the service refused: %s',
		async (_node, _name, testCase) => {
			const { outputs } = await runCase(service, testCase, {
				parameters: testCase.refused?.parameters ?? {},
				items: (testCase.items ?? [{}]).slice(0, 1),
				onError: 'continueErrorOutput',
			});
			expect(outputs.map(({ length }) => length)).toEqual([0, 1]);
			expect(outputs[1]?.[0]?.json['error']).toMatchObject({
				message: expect.stringMatching(testCase.refused?.says ?? ''),
			});
		},
	);
});

describe('a token without the scope of an operation', () => {
	it.each(mainCases.map(byName))(
		'is refused by %s, which names the scope',
		async (name, _, testCase) => {
			const { scope } = operationOf(name);
			const accessToken = service.tokenWith(allScopes.filter((candidate) => candidate !== scope));
			const result = await runCase(service, testCase, { accessToken });
			expect(result.error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringContaining('The service refused the access token'),
				description: expect.stringContaining(`Create an access token with the scope ${scope}`),
			});
		},
	);
});
