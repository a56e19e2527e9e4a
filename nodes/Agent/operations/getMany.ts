import { AGENTS } from '../../contract/lists';
import { idPicker } from '../../editor/pickers';
import { ALL_FIELDS, PAGE_OPTIONS, SILENT_FOR_HOURS } from '../../shared/operation/listOptions';
import { defineGetMany } from '../../shared/operation/listReads';
import { filterCollection, optionCollection } from '../../shared/operation/operation';
import { defineChoices } from '../../shared/parameters/values';

/** Agent status values of the filter (interface specification, States and transitions). */
const AGENT_STATUSES = defineChoices([
	{ name: 'Access Restricted by SELinux', value: 'access_restriction_selinux' },
	{ name: 'ACL Package Unavailable', value: 'acl_package_unavailable' },
	{ name: 'Already Installed', value: 'agent_already_installed' },
	{ name: 'Audit Service Unavailable', value: 'audit_service_unavailable' },
	{ name: 'Crashed', value: 'crashed' },
	{ name: 'Install Failed', value: 'installfailed' },
	{ name: 'Install Scheduled', value: 'installscheduled' },
	{ name: 'Manual Install', value: 'manual_install' },
	{ name: 'Manual Restart', value: 'restart_manual' },
	{ name: 'Manual Start', value: 'start_manual' },
	{ name: 'Manual Stop', value: 'stop_manual' },
	{ name: 'Manual Upgrade Needed', value: 'manual_upgrade_needed' },
	{ name: 'Needs Sync', value: 'needsync' },
	{ name: 'Not Communicating', value: 'agent_not_communicating' },
	{ name: 'Platform Not Supported', value: 'platform_not_supported' },
	{ name: 'Restart Scheduled', value: 'restartactionscheduled' },
	{ name: 'Restart Started', value: 'restartactionstarted' },
	{ name: 'Running', value: 'running' },
	{ name: 'SSH Connection Failed', value: 'ssh_connection_failure' },
	{ name: 'Start Scheduled', value: 'startactionscheduled' },
	{ name: 'Stop Scheduled', value: 'stopscheduled' },
	{ name: 'Stop Started', value: 'stopactionstarted' },
	{ name: 'Stopped', value: 'stopped' },
	{ name: 'Uninstall Scheduled', value: 'uninstallscheduled' },
	{ name: 'Upgrade Cancelled', value: 'upgrade_cancelled' },
	{ name: 'Upgrade Failed', value: 'upgradefailed' },
	{ name: 'Upgrade Scheduled', value: 'upgradescheduled' },
	{ name: 'Upgraded', value: 'agentupgraded' },
	{ name: 'Waiting for Initial Sync', value: 'waitingfor_initailsync' },
]);

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
		optionCollection([ALL_FIELDS, ...PAGE_OPTIONS]),
	],
});
