import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { testConnection } from '../lists/testConnection';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { listSearch, loadOptions } from '../pickers/listSearch';
import { operations } from './operations';

export class LogSource implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Log Source',
		name: 'logSource',
		icon: {
			light: 'file:../../icons/logSource.svg',
			dark: 'file:../../icons/logSource.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf('Log Source', operations),
		description:
			'Add, update, delete and list log sources of ManageEngine EventLog Analyzer or Log360',
		defaults: { name: 'Log Management Log Source' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'To add many computers, pass all items to one Add: up to 100 share a request. Before a Delete, set Dry Run in Options and look at the rows.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'logManagementApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(operations),
	};

	methods = { credentialTest: { testConnection }, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, operations);
	}
}
