import { beforeEach, describe, expect, it } from '@jest/globals';

import { caseOf, cases, mainCases, type Case } from '../cases';
import { id } from '../cases/case';
import { expectedOf, leveled, partsOf, rowsOf } from '../support/cases/results';
import { runCase } from '../support/cases/runCase';
import { received, stated } from '../support/cases/wire';
import { caseWorld } from '../support/cases/world';
import { operationOf } from '../support/rules/allOperations';
import { allScopes } from '../support/service/contract';
import { documented, likely } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld });

const byName = (each: Case) => [each.operation, each.name, each] as const;

/** What the service has not done of what the items of a write ask for. */
const undone = ({ items = [{}], done }: Case) =>
	items.filter((item) => done?.(service, item) === false);

describe('each case in the engine of n8n', () => {
	beforeEach(() => {
		service.set(documented);
	});

	it.each(cases.map(byName))(
		'%s sends and gives what it states: %s',
		async (_node, _name, each) => {
			const result = await runCase(service, each, { onError: 'continueRegularOutput' });
			expect(received(service)).toEqual(stated(each.requests));
			if (each.output === undefined) return;
			const rows = rowsOf(result);
			const expected = expectedOf(service, each);
			expect(partsOf(rows, expected)).toEqual(expected);
			const { items = [{}] } = each;
			expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				rows.map((_row, index) => ({ item: items.length === 1 ? 0 : index })),
			);
			expect(undone(each)).toEqual([]);
		},
	);
});

describe('at a service that is likely', () => {
	beforeEach(() => {
		service.set(likely);
	});

	it.each(cases.filter(({ output }) => output !== undefined).map(byName))(
		'%s gives the same: %s',
		async (_node, _name, each) => {
			const result = await runCase(service, each);
			const expected = expectedOf(service, each);
			expect(result.error).toBeUndefined();
			expect(leveled(partsOf(rowsOf(result), expected))).toEqual(leveled(expected));
			expect(undone(each)).toEqual([]);
		},
	);

	it.each(mainCases.filter(({ refused }) => refused !== undefined).map(byName))(
		'%s tells why the service refused: %s',
		async (_node, _name, each) => {
			const { outputs } = await runCase(service, each, {
				parameters: each.refused?.parameters ?? {},
				items: (each.items ?? [{}]).slice(0, 1),
				onError: 'continueErrorOutput',
			});
			expect(outputs.map(({ length }) => length)).toEqual([0, 1]);
			expect(outputs[1]?.[0]?.json['error']).toMatchObject({
				message: expect.stringMatching(each.refused?.says ?? ''),
			});
		},
	);
});

describe('a token without the scope of an operation', () => {
	it.each(mainCases.map(byName))(
		'is refused by %s, which names the scope',
		async (name, _, each) => {
			const { scope } = operationOf(name);
			const accessToken = service.tokenWith(allScopes.filter((other) => other !== scope));
			const result = await runCase(service, each, { accessToken });
			expect(result.error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringContaining(`it lacks the scope ${scope}, or has expired`),
				description: expect.stringContaining(`Create an access token with the scope ${scope}`),
			});
		},
	);

	it('is refused by an update of Create or Update, which names the scope of the update', async () => {
		const each = caseOf('parserRule.upsert', 'three new rules');
		const accessToken = service.tokenWith(allScopes.filter((o) => o !== 'logformats.UPDATE'));
		const parameters = { rule_name: 'Invoice posted', log_type_id: id(503) };
		const result = await runCase(service, each, { accessToken, parameters, items: [{}] });
		expect(result.error?.description).toContain('with the scope logformats.UPDATE');
	});
});
