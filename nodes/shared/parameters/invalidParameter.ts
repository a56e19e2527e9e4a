import { NodeOperationError, type INode } from 'n8n-workflow';

/** A parameter, or a combination of parameters, that must not be sent; worded for the user. */
export class InvalidParameterError extends Error {
	constructor(
		message: string,
		/** What is allowed, and how to go on. */
		readonly allowed: string,
	) {
		super(message);
	}

	/** @param itemIndex left out if there are no items: in a trigger */
	toNodeError(node: INode, itemIndex?: number): NodeOperationError {
		return new NodeOperationError(node, this.message, {
			description: this.allowed,
			...(itemIndex === undefined ? {} : { itemIndex }),
			failure: { cause: 'configuration-invalid' },
		});
	}
}

/** Returns an InvalidParameterError; rethrows anything else. */
export function asInvalidParameterOrThrow(error: unknown): InvalidParameterError {
	if (error instanceof InvalidParameterError) return error;
	throw error;
}
