import { describe, expect, it } from '@jest/globals';

import { update } from '../../nodes/LogSource/operations/update';
import type { Operation } from '../../nodes/shared/operation/operation';
import { operations as documented } from '../support/service/contract';
import { allOperations, nameOf } from '../support/rules/allOperations';
import {
	documentedOf,
	missingParameters,
	strangeEndpoint,
	strayValues,
} from '../support/rules/contractRules';

const rows = allOperations.map((offered) => [nameOf(offered), offered.operation] as const);
const updating: Operation = update;

/** Update log sources with one field of its Update Fields replaced, or left out. */
const withField = (name: string, replace: object | undefined): Operation => ({
	...updating,
	fields: updating.fields.map((field) => ({
		...field,
		...(field.name === 'updateFields'
			? {
					options: (field.options ?? []).flatMap((option) =>
						option.name !== name
							? [option]
							: replace === undefined
								? []
								: [{ ...option, ...replace }],
					),
				}
			: {}),
	})),
});

describe('the document of the service', () => {
	it('has an operation for each endpoint', () => {
		const covered = new Set(allOperations.map(({ operation }) => documentedOf(operation)?.id));
		expect(documented.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
	});
});

describe('the endpoint of an operation', () => {
	it.each(rows)('is documented with its scope for %s', async (name, operation) => {
		expect(await strangeEndpoint(name, operation)).toEqual([]);
	});

	it.each<[Operation, string]>([
		[{ ...updating, endpoint: 'Get nothing' }, 'offender: no endpoint is called Get nothing'],
		[
			{ ...updating, scope: 'logsources.CREATE' },
			'offender: has the scope logsources.CREATE, not logsources.UPDATE',
		],
		[
			{ ...updating, endpoint: 'Update event source file configuration' },
			'offender: does not ask PUT /log-sources/windows/event-source-configuration ',
		],
	])('is refused where another one is documented: %#', async (operation, finding) => {
		expect(await strangeEndpoint('offender', operation)).toEqual([finding]);
	});
});

describe('the parameters of an endpoint', () => {
	it.each(documented.map(({ summary }) => summary))(
		'can each be set in an operation: %s',
		(endpoint) => {
			const asking = allOperations
				.map(({ operation }) => operation)
				.filter((operation) => operation.endpoint === endpoint);
			expect(missingParameters(endpoint, asking)).toEqual([]);
		},
	);

	it('are refused where all operations of the endpoint lack one', () => {
		const offender = withField('time_zone', undefined);
		expect(missingParameters('offender', [offender, updating])).toEqual([]);
		expect(missingParameters('offender', [offender, offender])).toEqual([
			'offender: time_zone cannot be set',
		]);
	});
});

describe('the choices and bounds of fields', () => {
	it.each(rows)('are those of the document in %s', (name, operation) => {
		expect(strayValues(name, operation)).toEqual([]);
	});

	it.each([
		[
			'log_collection_mode',
			{
				options: [
					{ name: 'Realtime', value: 'realtime' },
					{ name: 'S', value: 'Scheduled' },
				],
			},
			[
				'offender: log_collection_mode lacks Realtime',
				'offender: log_collection_mode offers realtime',
			],
		],
		[
			'log_collection_mode',
			{ type: 'string', options: [] },
			[
				'offender: log_collection_mode lacks Scheduled',
				'offender: log_collection_mode lacks Realtime',
			],
		],
		[
			'monitoring_interval',
			{ typeOptions: { minValue: 10 } },
			['offender: monitoring_interval begins at 10, not 11'],
		],
		[
			'monitoring_interval',
			{ typeOptions: { minValue: 11, maxValue: 60 } },
			['offender: monitoring_interval ends at 60, not anywhere'],
		],
	])('are refused where those of %s are %j', (field, replace, findings) => {
		expect(strayValues('offender', withField(field, replace)).sort()).toEqual(findings.sort());
	});
});
