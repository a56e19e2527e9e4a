import type { INodeProperties } from 'n8n-workflow';

import { withoutPeriod } from '../texts';
import type { Operation } from './operation';

/**
 * Describes an operation as a tool for an AI agent: what it does, in which product, whether it changes
 * something, which values it needs, and what a write returns.
 */
export function toolDescription({ description, fields, ...operation }: Operation): string {
	const isWrite = operation.kind === 'write';
	const needed = fields.flatMap(neededValue).join('; ');
	return [
		`${withoutPeriod(description)}.`,
		'Product: ManageEngine EventLog Analyzer or Log360.',
		isWrite ? `Changes its ${operation.list.plural}.` : 'Changes nothing.',
		...(operation.value === 'delete' ? ['This cannot be undone.'] : []),
		...(needed === '' ? [] : [`Needs ${needed}.`]),
		...(isWrite
			? [
					`Returns outcome (succeeded, failed or unknown), detail, ${operation.identityColumns.join(', ')}.`,
				]
			: []),
	].join(' ');
}

/** The label of a required field with its examples: "Log Source (1042 or WEB01)". */
function neededValue({ displayName, required, modes = [], ...field }: INodeProperties): string[] {
	if (required !== true || field.displayOptions !== undefined) return [];
	const examples = [field, ...modes].flatMap(({ placeholder = '' }) =>
		placeholder.startsWith('e.g. ') ? [placeholder.slice(5)] : [],
	);
	return [examples.length === 0 ? displayName : `${displayName} (${examples.join(' or ')})`];
}
