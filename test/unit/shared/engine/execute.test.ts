import { expect, it, jest } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import type * as executing from '../../../../nodes/shared/engine/execute';
import { defineList } from '../../../../nodes/shared/operation/operation';
import { nodeWith } from '../../../support/unit/node';

// Two of its answers are more than what is kept in memory.
jest.mock('../../../../nodes/shared/http/client', () => ({
	createClient: () => ({ send: () => Promise.resolve({ body: {}, size: 300_000_000 }) }),
}));
const { execute } = jest.requireActual<typeof executing>('../../../../nodes/shared/engine/execute');

it('answers whose rows become items are bounded together', async () => {
	const context = {
		...{ getNodeParameter: () => 'getAll', getNode: () => nodeWith(), getTimezone: () => 'UTC' },
		...{ getInputData: () => [{ json: {} }], continueOnFail: () => false },
		logger: { info: () => undefined },
	} as unknown as IExecuteFunctions;
	const operation = defineList({
		...{ value: 'getAll', name: 'Get Many', action: 'Get things', description: 'List things' },
		...{ scope: 'logsources.READ', noLimit: true, fields: [] },
		rows: async function* (service) {
			for (const id of [1, 2]) {
				await service.send({ method: 'GET', path: '/things' });
				yield { rows: [{ id }] };
			}
		},
	});
	await expect(execute(context, [operation])).rejects.toThrow('exceed 500 MB in total');
});
