import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { get } from './operations/get';
import { getMany } from './operations/getMany';

export const operations = [get, getMany] as const;

export class AlertProfile implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Alert Profile',
		name: 'alertProfile',
		icon: {
			light: 'file:../../icons/alertProfile.svg',
			dark: 'file:../../icons/alertProfile.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitleOf('Alert Profile', operations),
		description: 'Read alert profiles of ManageEngine EventLog Analyzer or Log360',
		defaults: { name: 'Log Management Alert Profile' },
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
