import type { INodeProperties } from 'n8n-workflow';

import type { AlertShape } from './alertRow';

export const ORIGINAL_KEYS = {
	displayName: 'Original Keys',
	name: 'originalKeys',
	type: 'boolean',
	default: false,
	description:
		'Whether to return each alert just as the service sent it. Search writes keys with spaces, bulk pages without; otherwise both are without.',
} as const satisfies INodeProperties;

export const AS_ONE_ITEM = {
	displayName: 'One Page as One Item',
	name: 'asOneItem',
	type: 'boolean',
	default: false,
	description:
		'Whether to return a single page as one item that holds its alerts and how to read the next page',
} as const satisfies INodeProperties;

export const shapeOf = (simplify: boolean, originalKeys: boolean | undefined): AlertShape =>
	originalKeys === true ? 'original' : simplify ? 'simple' : 'whole';
