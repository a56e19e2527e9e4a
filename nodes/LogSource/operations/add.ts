import { idLocator, nameLocator } from '../../pickers/locators';
import { toId } from '../../shared/json';
import { IF_EXISTS, REFUSE_OR_RETURN } from '../../shared/operation/ifExists';
import { defineWrite } from '../../shared/operation/operation';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { InvalidParameterError } from '../../shared/parameters/invalidParameter';
import { omit } from '../../shared/parameters/omit';
import { addedBy, findExisting } from '../existing';
import { addedIds, lookUpAdded } from '../lookUpAdded';
import { SETTINGS, UPDATE_STEP, validSettings } from '../updateStep';

/** Add Windows log sources: POST /api/v2/log-sources/windows */
export const add = defineWrite({
	value: 'add',
	name: 'Add',
	action: 'Add log sources',
	description:
		'Register Windows computers of configured domains as log sources, up to 100 a request',
	endpoint: 'Add Windows log sources',
	scope: 'logsources.CREATE',
	noun: 'log source',
	nouns: 'log sources',
	verifyWith: 'Log Source › Get Many',
	maxBatchSize: 100,
	fields: [
		{
			displayName: 'Log Source Name',
			name: 'log_source',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. WEB01',
			description: 'The name of the computer to add',
		},
		nameLocator('searchDomainNames', 'e.g. corp.example.com', {
			displayName: 'Domain',
			name: 'domain_name',
			required: true,
			description: 'The configured domain that the computer belongs to',
		}),
		{
			...IF_EXISTS,
			options: [
				...REFUSE_OR_RETURN,
				{
					name: 'Update It',
					value: 'update',
					description: 'The existing one gets the settings below where they differ',
				},
			],
			description: 'What to do where the log source is already in its domain',
		},
		{
			displayName: 'Settings',
			name: 'settings',
			type: 'collection',
			placeholder: 'Add Setting',
			default: {},
			description:
				'What to set once the log source is there, whether it was added or existed: a second request updates it',
			displayOptions: { show: { ifExists: ['update'] } },
			options: SETTINGS,
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				idLocator('searchAgents', {
					displayName: 'Agent',
					name: 'agent_id',
					description: 'The agent that collects the logs',
				}),
			],
		},
	],
	lookUpDescription:
		'Whether to look up the IDs of added log sources, and what became of items whose outcome is unknown: the service answers with IDs but not with whose they are. Takes a few requests more and the scope logsources.READ.',
	payload: ({ log_source, domain_name, additionalFields, ifExists, settings = {} }) => ({
		log_source,
		domain_name,
		...additionalFields,
		ifExists,
		settings: ifExists === 'update' ? validSettings(settings) : {},
	}),
	complete: findExisting,
	request: (payloads) => ({
		method: 'POST',
		path: '/log-sources/windows',
		body: { log_sources: payloads.map((source) => omit(source, 'ifExists', 'settings')) },
	}),
	visibleFields: ({ settings, ...source }) => ({ ...omit(source, 'ifExists'), ...settings }),
	// The service names refused log sources without their domain: a request has each name once.
	conflictKeys: ({ log_source }) => [log_source],
	parseResult: {
		report: reportOf({
			failures: 'failed_log_sources',
			identifiedBy: ['log_source'],
			total: 'total_log_sources',
			succeeded: 'successful_additions',
			failed: 'failed_additions',
		}),
	},
	resultFields: (succeeded, body) => {
		const [, ...others] = succeeded;
		const [id, ...otherIds] = addedIds(body);
		const isCertain = others.length === 0 && otherIds.length === 0;
		return new Map(
			succeeded.map((payload) => [
				payload,
				{ ...(isCertain && id !== undefined ? { log_source_id: id } : {}), ...addedBy(payload) },
			]),
		);
	},
	lookUp: lookUpAdded,
	followUp: {
		...UPDATE_STEP,
		name: 'PUT /log-sources',
		isNeeded: ({ settings }) => Object.keys(settings).length > 0,
		payload: ({ settings }, known) => {
			const log_source_id = toId(known.log_source_id);
			if (log_source_id !== undefined) return { log_source_id, ...settings };
			throw new InvalidParameterError(
				'The ID of the log source is not known, so its settings were not sent',
				'Turn on Look Up Results, or set them with Log Source › Update.',
			);
		},
		outcome: (known, second) =>
			'issue' in second
				? {
						...second,
						issue: `The log source is there, but not with these settings: ${second.issue}`,
						extra: known,
					}
				: {
						outcome: 'succeeded',
						extra: { ...known, action: known.action === 'created' ? 'created' : 'updated' },
					},
	},
});
