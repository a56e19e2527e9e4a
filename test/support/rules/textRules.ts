import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Offered } from './allOperations';
import { allFields, fieldPaths } from './fieldTree';

const READS = /^(?:Count|List|Search|Read|Collect|Have the service collect)\b/;
const DELETES = /^Delete\b.* for good\b/;
const WRITES = /^(?:Add|Change|Create|Install|Register|Set|Start the installation|Update)\b/;

/** Types of fields that the editor lets a model fill in. */
const FILLABLE = ['boolean', 'json', 'number', 'resourceLocator', 'string'];

/** Derives the name of a field for a model from the display name, as the editor does. */
const keyOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);

const duplicates = (texts: readonly string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

const isGroup = ({ type }: INodeProperties): boolean =>
	type === 'collection' || type === 'fixedCollection';

/** Lists violations in the texts of an operation. n8n's lint checks the case, periods and order of literals. */
export function operationTexts({ node, operation }: Offered): string[] {
	const { value, name, action, description, scope } = operation;
	const noun = node.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
	const verbs = scope.endsWith('.READ') ? READS : value === 'delete' ? DELETES : WRITES;
	const fields = operationFields(operation);
	const fillable = fieldPaths(fields).filter(({ field }) => FILLABLE.includes(field.type));
	// The editor shows only one of the fields with the same path.
	const keys = [...new Map(fillable.map(({ path, field }) => [path, keyOf(field)])).values()];
	return [
		...(action.toLowerCase().includes(noun) ? [] : [`the action does not name the ${noun}`]),
		...(action.toLowerCase().startsWith(name.toLowerCase())
			? []
			: [`the action "${action}" has other words than ${name}`]),
		...(/^[A-Z](?!.*(?: [A-Z][a-z]|\b(?:an?|the)\b))/.test(action)
			? []
			: [`the action "${action}" is not in sentence case without articles`]),
		...(verbs.test(description) ? [] : [`"${description}" does not begin with what it does`]),
		...duplicates(fields.map(({ name }) => name)).map((name) => `${name} stands twice`),
		...duplicates(keys).map((key) => `two fields are ${key} to a model`),
		...allFields(fields).flatMap(fieldTexts),
	];
}

/** Lists violations in the texts of a field, without the fields inside it. */
export function fieldTexts(field: INodeProperties): string[] {
	const { name, description = '', placeholder = '', type, options = [] } = field;
	const isExplained = isGroup(field) || type === 'notice' || type === 'hidden';
	const labels = options.flatMap((option) => ('displayName' in option ? [option.displayName] : []));
	const isSorted = labels.every((label, at) => at === 0 || (labels[at - 1] ?? '') <= label);
	return [
		...(isExplained || description.split(/\s+/).length > 2 ? [] : [`${name} is not described`]),
		...(placeholder === '' || placeholder.startsWith(isGroup(field) ? 'Add ' : 'e.g. ')
			? []
			: [`${name} has the placeholder "${placeholder}"`]),
		...(type === 'boolean' || !description.startsWith('Whether')
			? []
			: [`${name} is no switch and is described by "Whether"`]),
		...(type !== 'collection' || isSorted ? [] : [`${name} is not sorted: ${labels.join(', ')}`]),
	];
}
