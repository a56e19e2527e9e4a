import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { execute } from '../shared/engine/execute';
import { nodeProperties, subtitleOf } from '../shared/operation/nodeProperties';
import { create } from './operations/create';
import { deleteParserRule } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/getMany';
import { update } from './operations/update';
import { upsert } from './operations/upsert';

export const operations = [create, upsert, deleteParserRule, get, getMany, update] as const;

export class ParserRule implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Parser Rule',
		name: 'parserRule',
		icon: {
			light: 'file:../../icons/parserRule.svg',
			dark: 'file:../../icons/parserRule.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf('Parser Rule', operations),
		description:
			'Create, update, delete and list parser rules of ManageEngine EventLog Analyzer or Log360',
		defaults: { name: 'Log Management Parser Rule' },
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
