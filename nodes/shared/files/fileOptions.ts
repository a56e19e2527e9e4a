import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Ending } from '../pagination/paginate';
import { shortText } from '../http/statedError';
import type { Moment } from '../times/moment';
import type { RowFile } from './writeFiles';
import { ROW_FORMATS, type RowFormat } from './serializeRows';

/** Whether rows become items or files, and which files. */
export const FORMAT = {
	displayName: 'Format',
	name: 'format',
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
export const FILE_OPTIONS = [FILE_NAME, MEGABYTES_PER_FILE, OUTPUT_FIELD] as const;

/** The file that the parameters ask for; undefined if they ask for items. */
export interface FileOutput {
	format: RowFormat;
	name: string;
	/** The binary field of the item. */
	field: string;
	maxBytes: number;
	/** The field of a row that holds its time. */
	timeField: string;
}

/** What the fields of a file hold. */
interface FileChoice {
	format: 'items' | keyof typeof ROW_FORMATS;
	fileName?: string;
	binaryPropertyName?: string;
	maxFileSize?: number;
}

/**
 * The file that the rows go into; undefined if they become items.
 * @param rows what they are called, which names the file if the user does not, with the date and the
 * time in UTC; and the field that holds their time
 */
export function fileOutputOf(
	{ format, fileName, binaryPropertyName, maxFileSize }: FileChoice,
	{ nouns, timeField }: { nouns: string; timeField: string },
	{ now }: Moment,
): FileOutput | undefined {
	if (format === 'items') return undefined;
	return {
		format: ROW_FORMATS[format],
		name: safeName(fileName) ?? `${nouns}-${fileTime(new Date(now))}`,
		field: text(binaryPropertyName) ?? DEFAULT_FIELD,
		maxBytes: maxFileSize === undefined ? Infinity : maxFileSize * 1_000_000,
		timeField,
	};
}

/** A time as file names take it: `2026-01-31-235959`. */
const fileTime = (date: Date): string =>
	date.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

const text = (value = ''): string | undefined => value.trim() || undefined;

const LONGEST_NAME = 200;

/** A name for a file without folders and without characters that no file name holds. */
const safeName = (value = ''): string | undefined =>
	text(
		value
			.replace(/^.*[/\\]/s, '')
			.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
			.replace(/^\.+/, '')
			.slice(0, LONGEST_NAME),
	);

/** Columns at most that a message names. */
const MOST_NAMED = 20;

/** The message for fields of rows that a table has no column for. */
export const notInTable = (names: readonly string[]): string =>
	`Some records have members that the first page did not have, so the table has no column for them: ${shortText(names.slice(0, MOST_NAMED).join(', '))}${names.length > MOST_NAMED ? `, … and ${names.length - MOST_NAMED} more` : ''}. Choose NDJSON or JSON to have them all`;

/** One item a file: what it holds, what is missing in all of them, and details of both. */
export const fileItems = (
	files: readonly RowFile[],
	field: string,
	{ facts, issues }: Ending,
	item: number,
): INodeExecutionData[] =>
	files.map(
		({ binary, fileName, contents: { records, bytes, pages, firstTime, lastTime } }, index) => ({
			json: {
				file_name: fileName,
				records,
				...(firstTime === undefined ? {} : { first_time: firstTime }),
				...(lastTime === undefined ? {} : { last_time: lastTime }),
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
		}),
	);
