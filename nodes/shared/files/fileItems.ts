import type { INodeExecutionData } from 'n8n-workflow';

import type { FileSettings, WrittenRows } from './writeFiles';

/** The file to write, as the parameters describe it. */
export interface FileOutput extends FileSettings {
	/** The name of the item's binary field. */
	field: string;
}

/** Makes one item per file: its name, its counts, and what is missing from all files together. */
export const fileItems = (
	{ files, missing }: WrittenRows,
	field: string,
	item: number,
): INodeExecutionData[] =>
	files.map(({ binary, fileName, records, bytes }, index) => ({
		json: {
			file_name: fileName,
			records,
			complete: missing.length === 0,
			missing: missing.join('. '),
			details: { part: index + 1, parts: files.length, bytes },
		},
		binary: { [field]: binary },
		pairedItem: { item },
	}));
