import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../nodes/shared/json';
import type { Case } from '../../cases';
import type { NodeRun } from '../harness/harness';
import type { Service } from '../service/service';
import { withIds } from './wire';

export const rowsOf = ({ outputs: [items = []] }: NodeRun): IDataObject[] =>
	items.map(({ json }) => json);

export const partsOf = (rows: readonly IDataObject[], expected: readonly IDataObject[]) => {
	const names = expected.flatMap((row) => Object.keys(row));
	return rows.map((row) => pick(names, row));
};

/** Removes differences between services: the order of rows, IDs as numbers or texts, the case of names. */
export const normalized = (rows: readonly IDataObject[]): string[] =>
	rows
		.map((row) => JSON.stringify(Object.entries(row).sort()).replaceAll('"', '').toLowerCase())
		.sort();

export const expectedOf = (service: Service, { output = [] }: Case): readonly IDataObject[] =>
	(typeof output === 'function' ? output(service) : output).map((row) =>
		withIds(row, service.switches.largeIds),
	);
