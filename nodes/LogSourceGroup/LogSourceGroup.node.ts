import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { get } from './operations/get';
import { getMany } from './operations/getMany';

export const operations = [get, getMany] as const;

export class LogSourceGroup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Log Source Group',
		name: 'logSourceGroup',
		icon: {
			light: 'file:../../icons/logSourceGroup.svg',
			dark: 'file:../../icons/logSourceGroup.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitleOf('Log Source Group', operations),
		description: 'List log source groups of ManageEngine EventLog Analyzer or Log360',
		defaults: { name: 'Log Management Log Source Group' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'logManagementApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(operations),
	};

	methods = nodeMethods;

	async execute(this: IExecuteFunctions) {
		return await execute(this, operations);
	}
}
