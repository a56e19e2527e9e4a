import type { INodeExecutionData } from 'n8n-workflow';

import { fileItems, notInTable, type FileOutput } from '../files/fileOptions';
import { writeRowFiles } from '../files/writeFiles';
import type { ExportOperation, ListOperation } from '../operation/operation';
import type { Run } from './execute';
import { itemsOf, readEach, runList, type Output, type Reading } from './runList';

/** Runs a read; an export writes the rows for each input item into files, or returns them as items. */
export async function runListOrExport(
	run: Run,
	operation: ListOperation | ExportOperation,
): Promise<INodeExecutionData[]> {
	if (operation.kind === 'list') return await runList(run, operation);
	return await readEach(run, operation, async (reading) => {
		const file = operation.file(reading.params, run.moment);
		return file === undefined ? await itemsOf(run, reading) : await filesOf(run, reading, file);
	});
}

/** An item for each file. */
async function filesOf(
	{ context, service }: Run,
	reading: Reading,
	file: FileOutput,
): Promise<Output> {
	const { files, leftOut } = await writeRowFiles(context, reading.pages(service), file);
	const { item, ending: read } = reading;
	const issues = leftOut.length > 0 ? [...read.issues, notInTable(leftOut)] : read.issues;
	const ending = { ...read, issues };
	return { items: fileItems(files, file.field, ending, item), files: files.length, ending };
}
