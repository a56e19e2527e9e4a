import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../../nodes/shared/json';
import { pageIncrement } from '../../../../nodes/shared/pagination/paginate';
import { scriptedService } from '../../../support/unit/scriptedService';

/** Ten rows, the same for the same name. */
const rowsOf = (page: string): IDataObject[] =>
	Array.from({ length: 10 }, (_none, row) => ({ Message: `${page} ${row}` }));

it.each([2, 3, 10])(
	'a list that goes in a circle of %i pages ends with a message',
	async (period) => {
		const { service } = scriptedService(({ query }) => ({
			data: rowsOf(`${(Number(query?.page) - 1) % period}`),
		}));
		const read = async () => {
			const pages = pageIncrement((body: JsonObject) => body.data);
			for await (const _rows of pages(service, { method: 'GET', path: '/x' }, 10_000));
		};
		await expect(read()).rejects.toThrow(`a circle of ${period}`);
	},
);
