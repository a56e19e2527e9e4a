import type { INodeProperties } from 'n8n-workflow';

import { ALERT_COLUMNS } from '../contract/alertFields';
import { ROW_FORMATS } from '../shared/files/rowFormats';
import type { FileSettings } from '../shared/files/writeFiles';
import { defineFields, type Values } from '../shared/parameters/values';
import type { RunStart } from '../shared/times/moment';

export const FORMAT_FIELD = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV File', value: 'csv', description: 'A table, with commas and plain UTF-8' },
		{
			name: 'CSV File for Excel',
			value: 'excel',
			description: 'Semicolons and a byte order mark, as Excel expects in most of Europe',
		},
		{
			name: 'NDJSON File',
			value: 'ndjson',
			description: 'One JSON object per line, with all fields',
		},
	],
	default: 'csv',
	description: 'The format of the file. It takes little memory if n8n keeps files on disk.',
} as const satisfies INodeProperties;

const DEFAULT_FILE_FIELD = 'data';

export const FILE_OPTIONS = defineFields([
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. alerts-2026-01',
		description:
			'The file name without extension; by default, alerts and the time of the run. Files of the same name are numbered.',
	},
	{
		displayName: 'Max File Size (MB)',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description:
			'The size at which a new file begins; each file is one item. It is at most 32 MB unless n8n keeps files on disk.',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: DEFAULT_FILE_FIELD,
		hint: 'The name of the output binary field to put the file in',
		description: 'The field of the item that holds the file',
	},
]);

/** The values of Format and of the options of a file. */
type FileChoice = Values<[typeof FORMAT_FIELD]> & Partial<Values<typeof FILE_OPTIONS>>;

/** The columns of every alert. Only a credential with a time zone gives alerts a time_utc. */
const COLUMNS = ALERT_COLUMNS.filter((name) => name !== 'time_utc');

/** Returns the file to write; the time in its name is UTC. */
export function fileOutputOf(
	{
		format,
		fileName = '',
		binaryPropertyName: field = DEFAULT_FILE_FIELD,
		maxFileSize = Infinity,
	}: FileChoice,
	{ now }: RunStart,
): FileSettings {
	const time = new Date(now).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
	return {
		format: ROW_FORMATS[format],
		name: safeName(fileName) || `alerts-${time}`,
		columns: COLUMNS,
		field,
		maxBytes: maxFileSize * 1_000_000,
	};
}

/** Makes a file name: slashes become hyphens, and characters that a file system forbids are left out. */
const safeName = (value: string): string =>
	value
		.replace(/[/\\]/g, '-')
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^[.\s]+|[.\s]+$/g, '');
