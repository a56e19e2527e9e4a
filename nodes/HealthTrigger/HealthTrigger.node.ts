import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { panelField } from '../shared/operation/nodeProperties';
import { FIELDS } from './fields';
import { runHealthTrigger } from './poll';

export class HealthTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Health Trigger',
		name: 'healthTrigger',
		icon: {
			light: 'file:../../icons/healthTrigger.svg',
			dark: 'file:../../icons/healthTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ "silent after " + $parameter["silentAfter"] + " min" }}',
		description:
			'Starts the workflow when log sources or agents go silent or change (ManageEngine EventLog Analyzer, Log360)',
		eventTriggerDescription: 'Waiting for changes',
		defaults: { name: 'Log Management Health Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'logManagementApi', required: true, testedBy: 'testConnection' }],
		properties: FIELDS.map(panelField),
	};

	methods = nodeMethods;

	async poll(this: IPollFunctions) {
		return await runHealthTrigger(this);
	}
}
