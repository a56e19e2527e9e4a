import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { add } from './operations/add';
import { deleteLogSources } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/getMany';
import { setEventSourceFiles } from './operations/setEventSourceFiles';
import { update } from './operations/update';

export const operations = [
	add,
	deleteLogSources,
	get,
	getMany,
	setEventSourceFiles,
	update,
] as const;

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
