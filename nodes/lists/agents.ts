import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get agents: GET /api/v2/log-sources/agents */
export const AGENTS = {
	noun: 'agent',
	nouns: 'agents',
	request: { method: 'GET', path: '/log-sources/agents', scope: 'agents.READ' },
	rows: (body: JsonObject) => dataOf(body).agents,
	isPaged: true,
	id: 'agent_id',
	name: 'agent_name',
	detail: 'status',
	columns: [
		'agent_name',
		'status',
		'last_sync_time',
		'version',
		'associated_device_count',
		'associated_devices',
		'display_name',
		'log_level',
		'agent_id',
	],
	// Many devices may be associated with an agent.
	simple: [
		'agent_name',
		'status',
		'last_sync_time',
		'version',
		'associated_device_count',
		'agent_id',
	],
} as const satisfies List;
