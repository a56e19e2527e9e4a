import { describe, expect, it } from '@jest/globals';
import { deleteLogType } from '../../nodes/LogType/operations/delete';
import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { credentialType, nodeType } from '../support/harness/nodePackage';
import { allOperations, namedOperations, nameOf } from '../support/rules/allOperations';
import { allFields } from '../support/rules/fieldTree';
import { fieldTexts, operationTexts } from '../support/rules/textRules';

describe.each(namedOperations)('%s', (_name, offered) => {
	const { operation, node } = offered;

	it('says what it does and needs', () => {
		expect(operationTexts(offered)).toEqual([]);
	});

	it('warns before a deletion only', async () => {
		const { properties } = (await nodeType(node)).description;
		const first = properties.find(
			({ displayOptions: { show = {} } = {} }) =>
				show['operation']?.includes(operation.value) === true && !('@tool' in show),
		);
		const isWarning = first?.type === 'notice' && first.displayName.includes('cannot be undone');
		expect(isWarning).toBe(operation.value === 'delete');
	});
});

it('the triggers and the credential say what they need', async () => {
	const [alerts, health] = [await nodeType('alertTrigger'), await nodeType('healthTrigger')];
	const { properties } = await credentialType('logManagementApi');
	const all = [alerts, health].flatMap(({ description }) => description.properties);
	// Poll Times are n8n's.
	const own = [...all, ...properties].filter(({ name }) => name !== 'pollTimes');
	expect(allFields(own).flatMap(fieldTexts)).toEqual([]);
});

it('texts that say too little are found', () => {
	const field = { displayName: 'Log Type', type: 'string', default: '' } as const;
	const described = { ...field, description: 'Another log type' };
	const fields = [
		{ ...field, name: 'one', placeholder: 'WEB01' },
		{ ...field, name: 'choice', displayName: 'Choice', description: 'Whether it is one' },
		{ ...described, name: 'other', displayName: 'Other' },
		{ ...described, name: 'other' },
	];
	const operation = { ...deleteLogType, fields, action: 'Remove the Thing', description: 'Types' };
	expect(operationTexts({ node: 'logType', operation })).toEqual([
		'the action does not name the log type',
		'the action "Remove the Thing" has other words than Delete',
		'the action "Remove the Thing" is not in sentence case without articles',
		'"Types" does not begin with what it does',
		'other stands twice',
		'two fields are Log_Type to a model',
		'one is not described',
		'one has the placeholder "WEB01"',
		'choice is no switch and is described by "Whether"',
	]);
});

/** Fields that mean something else than the same name elsewhere. */
const DIFFERENT_MEANINGS =
	/^alert\.exportAlerts (?:request_id|page_no)$|^parserRule\.\w+ (?:display_name|value)$/;

it('fields with the same name have the same display name in all operations', () => {
	const labels = new Map<string, Set<string>>();
	for (const offered of allOperations) {
		for (const { name, displayName } of allFields(operationFields(offered.operation))) {
			if (DIFFERENT_MEANINGS.test(`${nameOf(offered)} ${name}`)) continue;
			labels.set(name, (labels.get(name) ?? new Set()).add(displayName));
		}
	}
	expect([...labels].filter(([, { size }]) => size > 1)).toEqual([]);
});
