import type { INode, INodeProperties, NodeOperationError } from 'n8n-workflow';

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
			itemIndex,
			failure: { cause: 'configuration-invalid' },
		});
	}
}

/** Returns the changes. @throws InvalidParameterError if there is none */
export function requireChange<T extends object>(
	changes: T,
	fields: ReadonlyArray<Pick<INodeProperties, 'displayName'>>,
): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InvalidParameterError(
		'There is nothing to change',
		`Set at least one of these: ${fields.map(({ displayName }) => displayName).join(', ')}.`,
	);
}
