import { asText, isObject } from '../../../nodes/shared/json';
import { entries } from '../work';
import type { Service } from '../service/service';
import { calledBy, callWebhook, credentialsOf, nodeOf, workflowOf } from './alertWorkflow';
import type { Credential, WorkflowDefinition } from './client';

const add = (credential: Credential) =>
	nodeOf(
		'Add',
		'n8n-nodes-log-management.logSource',
		{
			operation: 'add',
			log_source: '={{ $json.name }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		},
		{ credentials: credentialsOf(credential) },
	);

/** A workflow that adds the computers that its webhook, of that path, is called with: node `Add`. */
export const onboardingOnCall = (credential: Credential, path: string): WorkflowDefinition =>
	workflowOf(path, [
		calledBy(path),
		nodeOf('Each', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.computers', options: {} }),
		add(credential),
	]);

/** A workflow that adds all computers that are not configured, from its trigger `Start`. */
export const onboardingOfTheRest = (credential: Credential): WorkflowDefinition =>
	workflowOf('the rest', [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf(
			'Left',
			'n8n-nodes-log-management.computer',
			{
				operation: 'getAll',
				...{ returnAll: true, filters: { configured: 'notConfigured' } },
			},
			{ credentials: credentialsOf(credential) },
		),
		add(credential),
	]);

/** Calls such a workflow with computers of the volume world, from number `from`. @throws Error where n8n refuses it */
export async function callWithComputers(
	url: string,
	path: string,
	from: number,
	count: number,
): Promise<void> {
	const computers = entries(count, from).map(({ log_source, domain_name }) => ({
		name: log_source,
		domain_name,
	}));
	await callWebhook(url, path, { computers });
}

/** The log sources that were sent more than once to be added. */
export function sentTwice({ requests }: Service): string[] {
	const sent = new Set<string>();
	const twice: string[] = [];
	for (const { method, path, body, status } of requests) {
		if (method !== 'POST' || !path.endsWith('/log-sources/windows') || !isObject(body)) continue;
		// What was refused for the time being was not done, and may be sent again.
		if (status === 429 || status === 503) continue;
		const entries: unknown[] = Array.isArray(body.log_sources) ? body.log_sources : [];
		for (const name of entries.filter(isObject).map(({ log_source }) => asText(log_source))) {
			if (sent.has(name)) twice.push(name);
			sent.add(name);
		}
	}
	return twice;
}
