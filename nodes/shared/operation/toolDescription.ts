import { withoutPeriod } from '../texts';
import type { Operation } from './operation';

/** Describes an operation to an AI agent, whose model calls it for one item and sees no settings of the node. */
export function toolDescription({ description, ...operation }: Operation): string {
	const product = 'Product: ManageEngine EventLog Analyzer or Log360.';
	const head = `${withoutPeriod(description)}. ${product}`;
	if (operation.kind === 'list') {
		return `${head} Changes nothing. Returns rows, and a note on what was requested and what is missing.`;
	}
	const { noun } = operation.list;
	if (operation.kind === 'get') return `${head} Changes nothing. Returns the ${noun}.`;
	const warning = operation.deletes === undefined ? '' : ' This cannot be undone.';
	const columns = operation.identityColumns.join(', ');
	return `${head} Each call changes one ${noun}.${warning} Returns outcome (succeeded, failed, unknown or planned), detail, and what is known of ${columns}.`;
}
