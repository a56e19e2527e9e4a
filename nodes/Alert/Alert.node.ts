import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { count } from './operations/count';
import { exportAlerts } from './operations/exportAlerts';
import { getBulkPage } from './operations/getBulkPage';
import { getMany } from './operations/getMany';
import { startBulkRequest } from './operations/startBulkRequest';

export const operations = [count, exportAlerts, getMany, getBulkPage, startBulkRequest] as const;

export class Alert implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Alert',
		name: 'alert',
		icon: {
			light: 'file:../../icons/alert.svg',
			dark: 'file:../../icons/alert.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitleOf('Alert', operations),
		description:
			'Search, count and export alerts, or start a workflow on new alerts (ManageEngine EventLog Analyzer, Log360)',
		defaults: { name: 'Log Management Alert' },
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
