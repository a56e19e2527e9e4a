import { idPicker } from '../../editor/pickers';
import { AGENTS } from '../../lists/lists';
import { filterCollection, optionCollection } from '../../shared/operation/collections';
import { outputOptions, PAGE_OPTIONS, SILENT_FOR_HOURS } from '../../shared/operation/listFields';
import { defineGetMany } from '../../shared/operation/listReads';
import { chosenView } from '../../shared/operation/rowView';
import { silentPages } from '../../shared/pagination/silentRows';
import { AGENT_STATUSES } from '../status';

/** Get agents: GET /api/v2/log-sources/agents */
export const getMany = defineGetMany({
	description: 'List agents with their status, version and last sync',
	list: AGENTS,
	fields: [
		filterCollection([
			idPicker(AGENTS, 'searchAgents', 'The only agent to list'),
			{
				displayName: 'Agent Name',
				name: 'agent_name',
				type: 'string',
				default: '',
				placeholder: 'e.g. WEB01',
				description: 'The name of the agent',
			},
			SILENT_FOR_HOURS,
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: AGENT_STATUSES,
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
		optionCollection([...outputOptions(AGENTS.selectableFields), ...PAGE_OPTIONS]),
	],
	view: ({ unsent }) => chosenView(AGENTS.simplifiedFields, unsent),
	rows: (service, { filters, options, unsent }, { now }, maxRows) => {
		const silence = { timeField: 'last_sync_time', hours: unsent.silentForHours, now };
		return silentPages(service, AGENTS, { ...filters, ...options }, silence, maxRows);
	},
});
