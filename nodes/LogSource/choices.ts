import { defineChoices } from '../shared/operation/operation';

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

export const LOG_TYPE_NAMES = defineChoices([
	{ name: 'Application', value: 'Application' },
	{ name: 'Arista Device', value: 'Arista Device' },
	{ name: 'Barracuda Device', value: 'Barracuda Device' },
	{ name: 'CheckPoint Device', value: 'CheckPoint Device' },
	{ name: 'Cisco Device', value: 'Cisco Device' },
	{ name: 'Dell Device', value: 'Dell Device' },
	{ name: 'F5 Device', value: 'F5 Device' },
	{ name: 'FirePower Device', value: 'FirePower Device' },
	{ name: 'ForcePoint Device', value: 'ForcePoint Device' },
	{ name: 'Fortinet Device', value: 'Fortinet Device' },
	{ name: 'H3C Device', value: 'H3C Device' },
	{ name: 'HP Device', value: 'HP Device' },
	{ name: 'Huawei Device', value: 'Huawei Device' },
	{ name: 'Hypervisor', value: 'Hypervisor' },
	{ name: 'IBM AS/400', value: 'IBM AS/400' },
	{ name: 'Juniper Device', value: 'Juniper Device' },
	{ name: 'Meraki Device', value: 'Meraki Device' },
	{ name: 'NetScreen Device', value: 'NetScreen Device' },
	{ name: 'PaloAlto Device', value: 'PaloAlto Device' },
	{ name: 'PfSense Device', value: 'pfSense Device' },
	{ name: 'Sangfor Device', value: 'Sangfor Device' },
	{ name: 'SonicWall Device', value: 'SonicWall Device' },
	{ name: 'Sophos Device', value: 'Sophos Device' },
	{ name: 'Stormshield Device', value: 'Stormshield Device' },
	{ name: 'Topsec Device', value: 'Topsec Device' },
	{ name: 'Unix', value: 'Unix' },
	{ name: 'Unknown', value: 'Unknown' },
	{ name: 'WatchGuard Device', value: 'WatchGuard Device' },
]);
