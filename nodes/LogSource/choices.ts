import { defineChoices, defineNames } from '../shared/parameters/values';

/** Values of log source fields (interface specification, Log source, and States and transitions). */
export const COLLECTION_STATUSES = defineChoices([
	{ name: 'Disabled', value: 'disabled' },
	{ name: 'Enabled', value: 'enabled' },
]);

export const COLLECTOR_STATES = defineChoices([
	{ name: 'Active', value: 'active' },
	{ name: 'Decommissioned Device', value: 'decommissioned_device' },
	{ name: 'Inactive', value: 'inactive' },
]);

export const COLLECTION_MODES = defineChoices([
	{ name: 'Realtime', value: 'Realtime' },
	{ name: 'Scheduled', value: 'Scheduled' },
]);

export const LOG_TYPE_NAMES = defineNames(
	'Application',
	'Arista Device',
	'Barracuda Device',
	'CheckPoint Device',
	'Cisco Device',
	'Dell Device',
	'F5 Device',
	'FirePower Device',
	'ForcePoint Device',
	'Fortinet Device',
	'H3C Device',
	'HP Device',
	'Huawei Device',
	'Hypervisor',
	'IBM AS/400',
	'Juniper Device',
	'Meraki Device',
	'NetScreen Device',
	'PaloAlto Device',
	'pfSense Device',
	'Sangfor Device',
	'SonicWall Device',
	'Sophos Device',
	'Stormshield Device',
	'Topsec Device',
	'Unix',
	'Unknown',
	'WatchGuard Device',
);
