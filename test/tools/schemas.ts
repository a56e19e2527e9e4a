import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { GenericValue, IDataObject } from 'n8n-workflow';

import { isObject } from '../../nodes/shared/json';
import { cases } from '../cases';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import { project } from '../support/package/copy';
import { folderOf } from '../support/rules/allOperations';
import { startService } from '../support/service/service';

/** A JSON schema of an output, which n8n's editor shows before a first run. */
interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

type Value = GenericValue | object;

const typeOf = (value: Value): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Makes a schema for all values, with all members of objects and all elements of arrays. */
export function schemaOf(values: readonly Value[]): Schema {
	const objects = values.filter(isObject);
	const elements = values.filter((value) => Array.isArray(value)).flat() as Value[];
	const types = [...new Set(values.map(typeOf))];
	const [only = 'null'] = types;
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	return {
		type: types.length > 1 ? types : only,
		...(objects.length > 0 && {
			properties: Object.fromEntries(
				names.map((name) => [
					name,
					schemaOf(objects.map((object) => object[name]).filter((value) => value !== undefined)),
				]),
			),
		}),
		...(elements.length > 0 && { items: schemaOf(elements) }),
	};
}

/** Runs the cases and returns their rows by operation: `logSource.getAll`. */
export async function outputsOfCases(): Promise<Map<string, IDataObject[]>> {
	const rows = new Map<string, IDataObject[]>();
	const service = await startService({ world: caseWorld });
	try {
		for (const testCase of cases.filter(({ output }) => output !== undefined)) {
			service.reset();
			const { outputs } = await runCase(service, testCase);
			const newRows = outputs.flatMap((items) => items.map(({ json }) => json));
			rows.set(testCase.operation, [...(rows.get(testCase.operation) ?? []), ...newRows]);
		}
	} finally {
		await service.stop();
	}
	return rows;
}

/** Writes the schema of each operation to the place where n8n looks for it. */
async function write(): Promise<void> {
	for (const [name, rows] of await outputsOfCases()) {
		const [node = '', operation = ''] = name.split('.');
		const folder = join(project, 'dist/nodes', folderOf(node), '__schema__/v1.0.0/logManagement');
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, `${operation}.json`), JSON.stringify(schemaOf(rows)));
	}
}

if (require.main === module) void write();
