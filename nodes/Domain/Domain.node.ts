import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { get } from './operations/get';
import { getMany } from './operations/getMany';

export const operations = [get, getMany] as const;

export class Domain implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Domain',
		name: 'domain',
		icon: {
			light: 'file:../../icons/domain.svg',
			dark: 'file:../../icons/domain.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitleOf('Domain', operations),
		description: 'List the domains that ManageEngine EventLog Analyzer or Log360 knows',
		defaults: { name: 'Log Management Domain' },
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
