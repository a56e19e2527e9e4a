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

export const COLLECTION_MODES = defineNames('Realtime', 'Scheduled');
