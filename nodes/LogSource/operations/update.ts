import { idLocator } from '../../pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { atLeastOne } from '../../shared/parameters/atLeastOne';
import { SETTINGS, UPDATE_STEP, validSettings } from '../updateStep';

/** Update log sources: PUT /api/v2/log-sources */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update log sources',
	description: 'Change how log sources are collected, grouped and shown, up to 100 a request',
	endpoint: 'Update log sources',
	scope: 'logsources.UPDATE',
	noun: 'log source',
	nouns: 'log sources',
	fields: [
		idLocator('searchLogSources', {
			displayName: 'Log Source',
			name: 'log_source_id',
			required: true,
			description: 'The log source to update',
		}),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: SETTINGS,
		},
	],
	lookUpDescription:
		'Whether to look up log sources whose outcome is unknown, and compare them with what was sent. Takes a few requests more and the scope logsources.READ.',
	payload: ({ log_source_id, updateFields }) => ({
		log_source_id,
		...atLeastOne(validSettings(updateFields), SETTINGS),
	}),
	...UPDATE_STEP,
});
