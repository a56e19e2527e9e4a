// With `.ts`, since the JSON file of the same name would be found first.
import { operations as agent } from '../../../nodes/Agent/Agent.node.ts';
import { operations as alert } from '../../../nodes/Alert/Alert.node.ts';
import { operations as alertProfile } from '../../../nodes/AlertProfile/AlertProfile.node.ts';
import { operations as computer } from '../../../nodes/Computer/Computer.node.ts';
import { operations as domain } from '../../../nodes/Domain/Domain.node.ts';
import { operations as logSource } from '../../../nodes/LogSource/LogSource.node.ts';
import { operations as logSourceGroup } from '../../../nodes/LogSourceGroup/LogSourceGroup.node.ts';
import { operations as logType } from '../../../nodes/LogType/LogType.node.ts';
import { operations as parserRule } from '../../../nodes/ParserRule/ParserRule.node.ts';
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
