import { withoutPeriod } from '../texts';
import type { Operation } from './operation';

/**
 * Describes an operation as a tool for an AI agent: what it does, in which product, whether it changes
 * something, what a write returns, and how this tool is set. It is an expression, since only the node knows
 * its settings. It names no filter itself: what is neither set nor an argument does not exist for the model.
 */
export function toolDescription({ description, ...operation }: Operation): string {
	const isWrite = operation.kind === 'write';
	return [
		`=${withoutPeriod(description)}.`,
		'Product: ManageEngine EventLog Analyzer or Log360.',
		isWrite ? `Changes its ${operation.list.plural}.` : 'Changes nothing.',
		...(operation.value === 'delete' ? ['This cannot be undone.'] : []),
		...(isWrite
			? [
					`Returns outcome (succeeded, failed or unknown), detail, ${operation.identityColumns.join(', ')}.`,
				]
			: []),
		SETTINGS,
	].join(' ');
}

/**
 * The settings of the node, such as "time range: last24Hours; severity: argument severity". Accounts are
 * left out. A switch that is off and a text that is empty do nothing. n8n would end the expression at two
 * braces, and would take the name of its function with its sign for an argument of the tool.
 */
const SETTINGS = `Settings: {{ Object.entries((({ resource, operation, toolDescription, credentials, filters, updateFields, options, ...fields }) =>
  ({ ...fields, ...filters, ...updateFields, ...options }))($rawParameter))
  .map(([name, value]) => [name.replace(/_ids?$/, '').replace(/_|(?=[A-Z])/g, ' ').toLowerCase(), value?.value ?? value])
  .filter(([, value]) => value !== false && value !== '' && JSON.stringify(value) !== '{}')
  .map(([name, value]) => name + ': ' + (typeof value === 'string' ? value : JSON.stringify(value))
    .replace(/=\\{\\{\\s*(?:\\/[*][^]*?[*]\\/)?\\s*.fromAI\\W+([\\w-]+)[^]*?\\}\\}(?=$|")/gi, 'argument $1').replace(/^=[^]*/, 'computed').slice(0, 100))
  .join('; ') || 'none' }}`;
