import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { shortText } from '../json';
import type { Ending } from '../pagination/paginate';
import type { Moment } from '../times/moment';
import { type FileSettings, ROW_FORMATS, type RowFile } from './writeFiles';

/** Whether rows become items or files, and which files. */
export const FORMAT = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV File', value: 'csv', description: 'A table, for spreadsheets' },
		{ name: 'Items', value: 'items', description: 'An item for each record, all held in memory' },
		{ name: 'NDJSON File', value: 'ndjson', description: 'One JSON object a line' },
	],
	default: 'csv',
	description:
		'The form of the records: items, or a file, which takes little memory however many they are',
} as const satisfies INodeProperties;

const CSV_FOR = {
	displayName: 'CSV For',
	name: 'csvFor',
	type: 'options',
	options: [
		{
			name: 'Excel',
			value: 'excel',
			description: 'Semicolons and a byte order mark, so that umlauts and columns are right',
		},
		{ name: 'Programs', value: 'programs', description: 'Commas and plain UTF-8' },
	],
	default: 'programs',
	description: 'What opens the CSV file',
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

const MAX_FILE_SIZE = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'The size at which the next file begins; each file is an item. Without this option there is one file, or files of 32 MB if n8n keeps files in memory or in its database.',
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

/** The options of the file. */
export const FILE_OPTIONS = [CSV_FOR, FILE_NAME, MAX_FILE_SIZE, OUTPUT_FIELD] as const;

/** The file that the parameters ask for. */
export interface FileOutput extends FileSettings {
	/** The binary field of the item. */
	field: string;
}

/** What the fields of a file hold. */
interface FileChoice {
	format: 'items' | 'csv' | 'ndjson';
	csvFor?: 'programs' | 'excel';
	fileName?: string;
	binaryPropertyName?: string;
	maxFileSize?: number;
}

/**
 * The file that the rows go into; undefined if they become items.
 * @param nouns what the rows are called: the file's name if the user gives none, with the time in UTC
 */
export function fileOutputOf(
	{
		format,
		csvFor = 'programs',
		fileName = '',
		binaryPropertyName = '',
		maxFileSize = Infinity,
	}: FileChoice,
	nouns: string,
	{ now }: Moment,
): FileOutput | undefined {
	if (format === 'items') return undefined;
	const time = new Date(now).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
	return {
		format: ROW_FORMATS[format === 'csv' && csvFor === 'excel' ? csvFor : format],
		name: safeName(fileName) || `${nouns}-${time}`,
		field: binaryPropertyName.trim() || DEFAULT_FIELD,
		maxBytes: maxFileSize * 1_000_000,
	};
}

/** A name of at most 200 characters, without folders and characters that no file name holds. */
const safeName = (value: string): string =>
	value
		.replace(/^.*[/\\]/s, '')
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^\.+/, '')
		.slice(0, 200)
		.trim();

/** Columns at most that a message names. */
const MAX_NAMED = 20;

/** The message for fields of rows that a table has no column for. */
export function notInTable(names: readonly string[]): string {
	const more = names.length > MAX_NAMED ? `, … and ${names.length - MAX_NAMED} more` : '';
	return `The first page did not have these fields, so the table has no column for them: ${shortText(names.slice(0, MAX_NAMED).join(', '))}${more}. Choose NDJSON to have them all`;
}

/** One item a file: what it holds, what is missing in all of them, and details of both. */
export const fileItems = (
	files: readonly RowFile[],
	field: string,
	{ facts, issues }: Ending,
	item: number,
): INodeExecutionData[] =>
	files.map(({ binary, fileName, contents: { records, bytes, pages } }, index) => ({
		json: {
			file_name: fileName,
			records,
			missing: issues.length === 0 ? 'nothing' : issues.join('. '),
			details: {
				complete: issues.length === 0,
				issues: [...issues],
				part: index + 1,
				parts: files.length,
				bytes,
				pages,
				...facts,
			},
		},
		binary: { [field]: binary },
		pairedItem: { item },
	}));
