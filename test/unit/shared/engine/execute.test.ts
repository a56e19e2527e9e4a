import { expect, it, jest } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import type * as executing from '../../../../nodes/shared/engine/execute';
import { ROW_FORMATS } from '../../../../nodes/shared/files/rowFormats';
import { defineList } from '../../../../nodes/shared/operation/operation';
import { nodeWith } from '../../../support/unit/node';

// Two of its answers are more than what is kept in memory.
jest.mock('../../../../nodes/shared/http/client', () => ({
	createClient: () => ({ send: () => Promise.resolve({ body: {}, size: 300_000_000 }) }),
}));
const { execute } = jest.requireActual<typeof executing>('../../../../nodes/shared/engine/execute');

it.each([
	['items', undefined, 'exceed 500 MB in total'],
	['files in memory', '', 'exceed 500 MB in total'],
	['files on disk', 'filesystem-v2:1', undefined],
])('responses whose rows become %s are bounded together: %j, %s', async (_what, id, message) => {
	const file = { format: ROW_FORMATS.ndjson, name: 'x', columns: [], maxBytes: 1e9, field: 'data' };
	const prepareBinaryData = async (body: Buffer | AsyncIterable<Buffer>) => {
		for await (const part of body) expect(part).toBeDefined();
		return { id };
	};
	const context = {
		helpers: { prepareBinaryData },
		...{ getNodeParameter: () => 'getAll', getNode: () => nodeWith(), getTimezone: () => 'UTC' },
		...{ getInputData: () => [{ json: {} }], continueOnFail: () => false },
		logger: { info: () => undefined },
	} as unknown as IExecuteFunctions;
	const operation = defineList({
		...{ value: 'getAll', name: 'Get Many', action: 'Get things', description: 'List things' },
		...{ scope: 'logsources.READ', noLimit: true, fields: [] },
		...(id !== undefined && { file: () => file }),
		rows: async function* (service) {
			for (const id of [1, 2]) {
				await service.send({ method: 'GET', path: '/things' });
				yield { rows: [{ id }] };
			}
		},
	});
	const run = execute(context, [operation]);
	if (message === undefined) expect((await run).flat()).toMatchObject([{ json: { records: 2 } }]);
	else await expect(run).rejects.toThrow(message);
});
