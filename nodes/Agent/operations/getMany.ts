import { AGENTS } from '../../lists/lists';
import { idLocator } from '../../pickers/locators';
import {
	filterCollection,
	optionCollection,
	outputOptions,
	PAGE_OPTIONS,
	SILENT_FOR_HOURS,
} from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import { chosenView, listRequest, pagesOf } from '../../shared/pagination/list';
import { silentRows } from '../../shared/pagination/silentRows';
import { omit } from '../../shared/json';
import { AGENT_STATUS } from '../status';

/** Get agents: GET /api/v2/log-sources/agents */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many agents',
	description: 'List agents, for instance those that do not communicate or went silent',
	endpoint: 'Get agents',
	scope: 'agents.READ',
	fields: [
		filterCollection([
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
				...SILENT_FOR_HOURS,
				description:
					'Only agents whose last sync is at least so many hours ago by the clock of the service, and those that never synced. The node picks them from the list as it reads it.',
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
		]),
		optionCollection([...outputOptions(AGENTS.columns), ...PAGE_OPTIONS]),
	],
	view: ({ options }) => chosenView(AGENTS.simple, options),
	request: ({ filters, options }) =>
		listRequest(AGENTS, {
			...omit(filters, 'silentForHours'),
			page: options.page,
			from: options.from,
		}),
	pages: ({ filters, options }) =>
		silentRows(pagesOf(AGENTS, options), 'last_sync_time', filters.silentForHours),
});
