import { operations as agent } from '../../../nodes/Agent/operations';
import { operations as alert } from '../../../nodes/Alert/operations';
import { operations as alertProfile } from '../../../nodes/AlertProfile/operations';
import { operations as computer } from '../../../nodes/Computer/operations';
import { operations as domain } from '../../../nodes/Domain/operations';
import { operations as logSource } from '../../../nodes/LogSource/operations';
import { operations as logSourceGroup } from '../../../nodes/LogSourceGroup/operations';
import { operations as logType } from '../../../nodes/LogType/operations';
import { operations as parserRule } from '../../../nodes/ParserRule/operations';
import type { Operation } from '../../../nodes/shared/operation/operation';

/** An operation and the node that offers it, by the node's short name. */
export interface Offered {
	node: string;
	operation: Operation;
}

/** The operations of each node, by its short name. */
export const operationsByNode: Readonly<Record<string, readonly [Operation, ...Operation[]]>> = {
	agent,
	alert,
	alertProfile,
	computer,
	domain,
	logSource,
	logSourceGroup,
	logType,
	parserRule,
};

/** Every operation of every node. */
export const allOperations: readonly Offered[] = Object.entries(operationsByNode).flatMap(
	([node, operations]) => operations.map((operation) => ({ node, operation })),
);

/** The folder of a node, by its short name: `LogSource`. */
export const folderOf = (node: string): string => node.charAt(0).toUpperCase() + node.slice(1);

/** How a test names an operation: `logSource.getAll`. */
export const nameOf = ({ node, operation }: Offered): string => `${node}.${operation.value}`;

/**
 * The operation of that name.
 * @throws Error where no node offers it
 */
export function operationOf(name: string): Operation {
	const offered = allOperations.find((each) => nameOf(each) === name);
	if (offered === undefined) throw new Error(`There is no operation ${name}`);
	return offered.operation;
}
