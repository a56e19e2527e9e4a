import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isObject, type JsonObject } from '../json';
import type { ParameterValues } from '../parameters/validate';
import type { RowFile } from './writeFiles';
import { ROW_FORMATS, type RowFormat } from './formats';

/** Whether rows become items or files, and which files. */
const OUTPUT = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'CSV File', value: 'csv', description: 'A table, for spreadsheets' },
		{ name: 'Items', value: 'items', description: 'An item for each record, all held in memory' },
		{ name: 'JSON File', value: 'json', description: 'One array' },
		{ name: 'NDJSON File', value: 'ndjson', description: 'One JSON object a line' },
	],
	default: 'csv',
	description:
		'Whether to return the records as items, or as a file, which takes little memory however many they are',
} as const satisfies INodeProperties;

const FILE_NAME = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. alerts-2026-01',
	description:
		'The name of the file without its extension, by default what it holds and the time of the run; further files are numbered',
} as const satisfies INodeProperties;

const MEGABYTES_PER_FILE = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'The size at which the next file begins; each file is an item. Without this option there is one file, or files of 32 MB where n8n keeps files in memory or in its database.',
} as const satisfies INodeProperties;

const DEFAULT_FIELD = 'data';

const OUTPUT_FIELD = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: DEFAULT_FIELD,
	hint: 'The name of the output binary field to put the file in',
	description: 'The field of the item that holds the file',
} as const satisfies INodeProperties;

/** What an export returns: a file unless items are chosen. */
export const EXPORT_OUTPUT = OUTPUT;

/** What a list returns: items unless a file is chosen. */
export const LIST_OUTPUT = { ...OUTPUT, default: 'items' } as const;

/** The options of the file, shown where one is chosen. */
export const FILE_OPTIONS = {
	displayName: 'File Options',
	name: 'fileOptions',
	type: 'collection',
	placeholder: 'Add File Option',
	default: {},
	displayOptions: { show: { output: ['csv', 'json', 'ndjson'] } },
	options: [FILE_NAME, MEGABYTES_PER_FILE, OUTPUT_FIELD],
} as const satisfies INodeProperties;

/** The file that the parameters ask for; undefined where they ask for items. */
export interface FileOutput {
	format: RowFormat;
	name: string;
	/** The binary field of the item. */
	field: string;
	maxBytes: number;
}

/**
 * Reads from the parameters which file the rows go to.
 * @param noun names the file where the user does not, with the date and the time in UTC
 */
export function fileOutputOf(
	{ output, fileOptions }: ParameterValues,
	noun: string,
): FileOutput | undefined {
	if (output !== 'csv' && output !== 'json' && output !== 'ndjson') return undefined;
	const { fileName, binaryPropertyName, maxFileSize } = isObject(fileOptions)
		? fileOptions
		: NO_OPTIONS;
	return {
		format: ROW_FORMATS[output],
		name: text(fileName) ?? `${noun.replaceAll(' ', '-')}-${fileTime(new Date())}`,
		field: text(binaryPropertyName) ?? DEFAULT_FIELD,
		maxBytes: typeof maxFileSize === 'number' ? maxFileSize * 1_000_000 : Infinity,
	};
}

const NO_OPTIONS: JsonObject = {};

/** A time as file names take it: `2026-01-31-235959`. */
const fileTime = (date: Date): string =>
	date.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The message for fields of rows that a table has no column for. */
export const notInTable = (names: readonly string[]): string =>
	`Some records have members that the first page did not have, so the table has no column for them: ${names.join(', ')}. Choose NDJSON or JSON to have them all`;

/** One item a file: what it holds, and what is said of all of them. */
export const fileItems = (
	files: readonly RowFile[],
	field: string,
	facts: IDataObject,
	item: number,
): INodeExecutionData[] =>
	files.map(({ binary, fileName, contents }, index) => ({
		json: {
			file_name: fileName,
			part: index + 1,
			parts: files.length,
			records: contents.records,
			bytes: contents.bytes,
			pages: contents.pages,
			first_page: contents.firstPage ?? null,
			last_page: contents.lastPage ?? null,
			...(contents.firstTime === undefined ? {} : { first_time: contents.firstTime }),
			...(contents.lastTime === undefined ? {} : { last_time: contents.lastTime }),
			...facts,
		},
		binary: { [field]: binary },
		pairedItem: { item },
	}));
