import type { ApiRequest } from '../shared/http/request';
import { dataOf } from '../shared/json';
import type { RowsOf } from '../shared/pagination/paginate';

/** Get agents: GET /api/v2/log-sources/agents */
export const LIST_AGENTS = {
	method: 'GET',
	path: '/log-sources/agents',
	scope: 'agents.READ',
} as const satisfies ApiRequest;

/** The rows of Get agents. */
export const agentsOf: RowsOf = (body) => dataOf(body).agents;

/** The fields of an agent that a person reads first. */
export const AGENT_COLUMNS = [
	'agent_name',
	'status',
	'last_sync_time',
	'version',
	'associated_device_count',
	'associated_devices',
] as const;

/** The fields of an agent where Simplify is on: many devices may be associated with it. */
export const SIMPLE_AGENT = [
	'agent_name',
	'status',
	'last_sync_time',
	'version',
	'associated_device_count',
	'agent_id',
] as const;
