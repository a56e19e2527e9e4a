import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Offered } from './allOperations';
import { fieldPaths } from './fieldTree';

/** Types of fields that the editor lets a model fill in. */
const FILLABLE = ['boolean', 'json', 'number', 'resourceLocator', 'string'];

/** The name that a model knows a field by, as the editor makes it of the display name. */
const keyOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);

const READS = /^(?:Count|List|Search|Read|Collect|Have the service collect)\b/;
const DELETES = /^Delete\b.* for good\b/;
const WRITES = /^(?:Add|Change|Create|Delete|Install|Register|Set|Start the installation|Update)\b/;

/** What an operation's texts keep from a model that has to know what it does, to what, and what it needs. */
export function untold({ node, operation }: Offered): string[] {
	const { value, action, description, scope } = operation;
	const noun = node.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
	const reads = scope.endsWith('.READ');
	const fields = fieldPaths(operationFields(operation));
	const fillable = fields.filter(({ field }) => FILLABLE.includes(field.type));
	// Fields of one path are shown one at a time.
	const keys = [...new Map(fillable.map(({ path, field }) => [path, keyOf(field)])).values()];
	return [
		...(action.toLowerCase().includes(noun) ? [] : [`does not name the ${noun} in its action`]),
		...(reads && !READS.test(description) ? ['does not say that it reads'] : []),
		...(!reads && !WRITES.test(description) ? ['does not say what it changes'] : []),
		...(value === 'delete' && !DELETES.test(description)
			? ['does not say that it is for good']
			: []),
		...fields
			.filter(({ field }) => (field.description ?? '').split(/\s+/).length < 3)
			.map(({ path }) => `does not describe ${path}`),
		...keys
			.filter((key, index) => keys.indexOf(key) !== index)
			.map((key) => `has two fields that a model would know as ${key}`),
	];
}
