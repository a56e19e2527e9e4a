import type { INodeProperties } from 'n8n-workflow';

import type { AlertShape } from './alertRow';

export const ORIGINAL_KEYS = {
	displayName: 'Original Keys',
	name: 'originalKeys',
	type: 'boolean',
	default: false,
	description:
		'Whether to keep the keys that the service sent. A search writes them with spaces, a bulk page without. Otherwise they are always without spaces.',
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
