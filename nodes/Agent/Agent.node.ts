import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { add } from './operations/add';
import { get } from './operations/get';
import { getMany } from './operations/getMany';
import { update } from './operations/update';

export const operations = [add, get, getMany, update] as const;

export class Agent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Agent',
		name: 'agent',
		icon: {
			light: 'file:../../icons/agent.svg',
			dark: 'file:../../icons/agent.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf('Agent', operations),
		description:
			'Install, update and list log collection agents of ManageEngine EventLog Analyzer or Log360',
		defaults: { name: 'Log Management Agent' },
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
