import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { create } from './operations/create';
import { deleteLogType } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/getMany';

export const operations = [create, deleteLogType, get, getMany] as const;

export class LogType implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Log Type',
		name: 'logType',
		icon: {
			light: 'file:../../icons/logType.svg',
			dark: 'file:../../icons/logType.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf('Log Type', operations),
		description: 'Create, delete and list log types of ManageEngine EventLog Analyzer or Log360',
		defaults: { name: 'Log Management Log Type' },
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
