import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { getMany } from './operations/getMany';

export const operations = [getMany] as const;

export class Computer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Computer',
		name: 'computer',
		icon: {
			light: 'file:../../icons/computer.svg',
			dark: 'file:../../icons/computer.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitleOf('Computer', operations),
		description:
			'List the computers of the domains that ManageEngine EventLog Analyzer or Log360 knows',
		defaults: { name: 'Log Management Computer' },
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
