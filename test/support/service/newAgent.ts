import { instant } from './newLogSource';
import type { Agent } from './world';

/** An agent that runs, in corp.example.com if no domain is given. */
export const newAgent = (
	id: number,
	name: string,
	now: number,
	more: Partial<Agent> = {},
): Agent => ({
	agent_id: id,
	agent_name: name,
	status: 'running',
	domain_name: 'corp.example.com',
	last_sync_time: instant(now),
	version: 5310,
	display_name: name,
	log_level: '2',
	credentials: {},
	...more,
});
