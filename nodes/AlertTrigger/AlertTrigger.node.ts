import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';

import { nodeMethods } from '../editor/nodeMethods';
import { panelField } from '../shared/operation/nodeProperties';
import { FIELDS } from './fields';
import { runAlertTrigger } from './poll';

export class AlertTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Log Management Alert Trigger',
		name: 'alertTrigger',
		icon: {
			light: 'file:../../icons/alertTrigger.svg',
			dark: 'file:../../icons/alertTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ [$parameter["filters"]["severity"] ?? []].flat().join(", ") || "all severities" }}',
		// n8n's list shows one description for both nodes: that of the one it meets first.
		description:
			'Search, count and export alerts, or start a workflow on new alerts (ManageEngine EventLog Analyzer, Log360)',
		eventTriggerDescription: 'Waiting for alerts',
		defaults: { name: 'Log Management Alert Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Use it instead of a schedule with Alert Get Many: it normally emits each alert once. Store alert_key in the ticket to find the ticket again.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'logManagementApi', required: true, testedBy: 'testConnection' }],
		properties: FIELDS.map(panelField),
	};

	methods = nodeMethods;

	async poll(this: IPollFunctions) {
		return await runAlertTrigger(this);
	}
}
