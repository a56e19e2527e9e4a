import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

/** An error of the service as n8n shows it. */
export const nodeApiError = (
	node: INode,
	{ message, description }: { message: string; description: string },
	options: ConstructorParameters<typeof NodeApiError>[2] = {},
): NodeApiError =>
	withMessage(
		new NodeApiError(node, { message, description }, { message, description, ...options }),
		message,
	);

/**
 * Any other error as n8n shows it.
 * @param error its message, or the error that caused it
 */
export const nodeOperationError = (
	node: INode,
	error: string | Error,
	options: ConstructorParameters<typeof NodeOperationError>[2] = {},
): NodeOperationError =>
	withMessage(
		new NodeOperationError(node, error, options),
		typeof error === 'string' ? error : error.message,
	);

/** n8n replaces a message that contains a code such as ENOENT or EACCES, even inside a name. */
function withMessage<E extends NodeApiError | NodeOperationError>(error: E, message: string): E {
	error.message = message;
	return error;
}
