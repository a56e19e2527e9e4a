import type { INode, NodeOperationError } from 'n8n-workflow';

import { nodeOperationError, ReportableError } from '../nodeErrors';

/** The error of a parameter, or of a combination of parameters, that is not sent. Its texts are for the user. */
export class InvalidParameterError extends ReportableError {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}

	toNodeError(node: INode, itemIndex?: number): NodeOperationError {
		return nodeOperationError(node, this.message, {
			description: this.description,
			...(itemIndex === undefined ? {} : { itemIndex }),
			failure: { cause: 'configuration-invalid' },
		});
	}
}

/** A field of the editor or a choice of a drop-down. */
type Labelled = { displayName: string } | { name: string };

export const labelOf = (labelled: Labelled): string =>
	'displayName' in labelled ? labelled.displayName : labelled.name;

/** Lists the labels of fields or choices, each with the value to write in an expression. */
export const labelsWithValues = (all: ReadonlyArray<readonly [Labelled, value: unknown]>): string =>
	all
		.map(([labelled, value]) => {
			const label = labelOf(labelled);
			return label === String(value) ? label : `${label} (${String(value)})`;
		})
		.join(', ');

/**
 * Returns the changes if there is at least one.
 * @throws InvalidParameterError if there is none
 */
export function requireChange<T extends object>(changes: T, fields: readonly Labelled[]): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InvalidParameterError(
		'There is nothing to change',
		`Set at least one of these: ${fields.map(labelOf).join(', ')}.`,
	);
}
