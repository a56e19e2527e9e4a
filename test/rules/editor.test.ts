import { beforeAll, describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { operationFields } from '../../nodes/shared/operation/operationFields';
import { readField } from '../../nodes/shared/parameters/fieldReaders';
import { fieldCases } from '../cases/fields';
import { MADE_AT, worldWithTwins } from '../support/cases/world';
import { nodeNames, nodeType, runOperation } from '../support/harness/harness';
import { namedOperations, nameOf, type Offered } from '../support/rules/allOperations';
import { allFields, choicesOf, fieldsInside } from '../support/rules/fieldTree';
import { itemMaker } from '../support/rules/itemKinds';
import { merged } from '../support/rules/runFields';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { nodeWith } from '../support/unit/node';

const service = useService({ world: worldWithTwins, switches: documented });

/** The options of an operation. Each should change nothing while it has its default. */
const optionsOf = ({ operation }: Offered): INodeProperties[] =>
	operationFields(operation)
		.filter(({ name }) => name === 'options')
		.flatMap(fieldsInside);

/** Options whose default differs from the behavior without them, and the reason. */
const OTHER_DEFAULTS: Readonly<Record<string, unknown>> = {
	// Dry Run protects as soon as it is added.
	dryRun: true,
	// Users add Return IDs to get the IDs.
	returnIds: true,
	// Users add Agent or Domain to choose one.
	agent_id: { mode: 'list', value: '' },
	domain_name: { mode: 'list', value: '' },
};

/** Returns whether a value is filled in: an added text or list is empty at first. */
const isFilled = (value: unknown): boolean =>
	value !== '' && !(Array.isArray(value) && value.length === 0);

/** Rows, messages and writes of an operation with a good item and with a refused one. */
async function resultOf(offered: Offered, options: INodeParameters, isReady: boolean) {
	service.reset();
	service.clock.freeze(MADE_AT);
	const setup = fieldCases.find(({ operation }) => operation === nameOf(offered))?.setup;
	const prepared = (await setup?.(service)) ?? {};
	if (!isReady) service.set({ bulkFetchesBeforeReady: 10_000 });
	service.clearRequests();
	const make = itemMaker(offered);
	const results: unknown[] = [];
	for (const kind of ['good', 'refused'] as const) {
		const item = merged(make(kind, prepared), { options: null });
		const { outputs, error } = await runOperation(service, nameOf(offered), { ...item, options });
		results.push(outputs.flat().map(({ json, binary }) => [json, Object.keys(binary ?? {})]));
		results.push(error?.message);
	}
	if (offered.operation.kind === 'write') {
		const writes = service.requests.filter(({ method }) => method !== 'GET');
		results.push(writes.map(({ path, body }) => [path, body]));
	}
	const text = JSON.stringify(results, (_name, value: unknown) =>
		isFilled(value) ? value : undefined,
	);
	return text.replace(/\d{4}-\d\d-\d\d-\d{6}/g, 'now');
}

describe.each(namedOperations.filter(([, offered]) => optionsOf(offered).length > 0))(
	'adding an option of %s with its default changes nothing',
	(_name, offered) => {
		const options = optionsOf(offered);
		// Max Wait shows only in the message of a bulk request that is not ready.
		const worlds = options.some(({ name }) => name === 'maxWait') ? [true, false] : [true];
		const without = new Map<boolean, string>();

		beforeAll(async () => {
			for (const isReady of worlds) without.set(isReady, await resultOf(offered, {}, isReady));
		});

		it.each(options.map((option) => [option.name, option] as const))('%s', async (name, option) => {
			if (name in OTHER_DEFAULTS) {
				expect(option.default).toEqual(OTHER_DEFAULTS[name]);
				return;
			}
			for (const isReady of worlds) {
				const added = await resultOf(offered, { [name]: option.default }, isReady);
				expect(added).toBe(without.get(isReady));
			}
		});
	},
);

/** Lists options that depend on a value which their sibling never has. */
const wrongSiblings = (properties: readonly INodeProperties[]): string[] =>
	allFields(properties).flatMap((collection) => {
		const siblings = collection.type === 'collection' ? fieldsInside(collection) : [];
		return siblings.flatMap(({ name, displayOptions: { show, hide } = {} }) =>
			Object.entries({ ...show, ...hide }).flatMap(([sibling, values = []]) => {
				const field = siblings.find((candidate) => candidate.name === sibling);
				const choices: unknown[] = field ? choicesOf(field).map(({ value }) => value) : [];
				if (field?.type === 'boolean') choices.push(true, false);
				return values
					.filter((value) => !choices.includes(value))
					.map((value) => `${name} depends on ${sibling} ${JSON.stringify(value)}`);
			}),
		);
	});

describe('the panel', () => {
	it('shows options by siblings and values that exist', async () => {
		for (const node of await nodeNames()) {
			expect(wrongSiblings((await nodeType(node)).description.properties)).toEqual([]);
		}
		const field = { displayName: 'A', type: 'string', default: '' } as const;
		const options = [{ ...field, name: 'one', displayOptions: { show: { two: ['raw'] } } }];
		const collection = { ...field, name: 'options', type: 'collection', options } as const;
		expect(wrongSiblings([collection])).toEqual(['one depends on two "raw"']);
	});

	it.each(['1042', ' 1042', '1042 ', '9'.repeat(19), '10 42', '-1', '1.5', 'web01'])(
		'warns of the ID "%s" exactly if a run refuses it',
		async (value) => {
			const raw = { __rl: true as const, mode: 'id', value };
			for (const node of await nodeNames()) {
				const { description } = await nodeType(node);
				for (const { displayOptions: _, ...field } of allFields(description.properties)) {
					if (!field.modes?.some(({ name }) => name === 'id')) continue;
					const values = { [field.name]: raw };
					const issues = NodeHelpers.getParameterIssues(field, values, '', nodeWith(), description);
					const origin = { isExpression: false, zone: 'UTC', policy: 'workflow' as const };
					const read = () => readField(field, { raw, ...origin });
					if (issues.parameters) expect(read).toThrow("isn't a valid ID");
					else expect(read()).toBeDefined();
				}
			}
		},
	);
});
