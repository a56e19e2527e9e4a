import {
	FILE_NAME,
	MEGABYTES_PER_FILE,
	OUTPUT_FIELD,
	OUTPUT_OPTION,
} from '../../shared/files/fileOptions';
import { dataOf } from '../../shared/json';
import { FROM, PAGE, startOf } from '../../shared/operation/listFields';
import { idLocator } from '../../shared/pickers/locators';
import { defineList } from '../../shared/operation/operation';
import { pageIncrement } from '../../shared/pagination/paginate';
import { AGENT_STATUS } from '../status';

/** Get agents: GET /api/v2/log-sources/agents */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many agents',
	description: 'List agents, for instance those that do not communicate',
	endpoint: 'Get agents',
	scope: 'agents.READ',
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				idLocator('searchAgents', {
					displayName: 'Agent',
					name: 'agent_id',
					description: 'The one agent to list',
				}),
				{
					displayName: 'Agent Name',
					name: 'agent_name',
					type: 'string',
					default: '',
					placeholder: 'e.g. WEB01',
					description: 'The name of the agent',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'options',
					options: AGENT_STATUS,
					default: 'agent_not_communicating',
					description: 'The status of the agents',
				},
				{
					displayName: 'Version',
					name: 'version',
					type: 'string',
					default: '',
					placeholder: 'e.g. 12',
					description: 'The version of the agents',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [FILE_NAME, PAGE, FROM, MEGABYTES_PER_FILE, OUTPUT_OPTION, OUTPUT_FIELD],
		},
	],
	columns: [
		'agent_name',
		'status',
		'last_sync_time',
		'version',
		'associated_device_count',
		'associated_devices',
	],
	request: ({ filters }) => ({
		method: 'GET',
		path: '/log-sources/agents',
		scope: 'agents.READ',
		query: filters,
	}),
	pages: ({ options }) => pageIncrement((body) => dataOf(body).agents, startOf(options)),
});
