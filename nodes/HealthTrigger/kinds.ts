import { AGENTS as AGENT_LIST, LOG_SOURCES as LOG_SOURCE_LIST } from '../lists/lists';
import type { List } from '../shared/pagination/list';

/** What can change of a log source or an agent. */
export type Facet = 'appeared' | 'disappeared' | 'silent' | 'back' | 'state' | 'setting';

/** A kind of things that are watched, and where its listing says what. */
export interface Kind {
	name: 'log_source' | 'agent';
	list: List;
	/** The names of the fields. */
	fields: Readonly<
		Record<'id' | 'name' | 'time' | 'state' | 'setting', string> &
			Partial<Record<'domain' | 'group' | 'type', string>>
	>;
	/** What its changes are called. */
	changes: Readonly<Record<Facet, string>>;
	/** What it is before and after a silence begins, and one ends. */
	silence: Readonly<Record<'silent' | 'back', Readonly<Record<'before' | 'after', string>>>>;
	/** States and settings of a healthy thing, in lower case. */
	healthy: { state: RegExp; setting: RegExp };
	/** States and settings in which no events are expected. */
	resting: ReadonlySet<string>;
}

const ALIKE = { appeared: 'appeared', disappeared: 'disappeared', back: 'back' } as const;

export const LOG_SOURCES: Kind = {
	name: 'log_source',
	list: LOG_SOURCE_LIST,
	fields: {
		id: 'log_source_id',
		name: 'log_source',
		domain: 'domain_name',
		group: 'log_source_group',
		type: 'log_type_name',
		time: 'last_event_time',
		state: 'log_collector_state',
		setting: 'log_collection_status',
	},
	changes: {
		...ALIKE,
		silent: 'silent',
		state: 'collector_state',
		setting: 'collection_status',
	},
	silence: {
		silent: { before: 'receiving', after: 'silent' },
		back: { before: 'silent', after: 'receiving' },
	},
	healthy: { state: /^active$/, setting: /^enabled$/ },
	resting: new Set(['decommissioned_device', 'disabled']),
};

export const AGENTS: Kind = {
	name: 'agent',
	list: AGENT_LIST,
	fields: {
		id: 'agent_id',
		name: 'agent_name',
		time: 'last_sync_time',
		state: 'status',
		setting: 'version',
	},
	changes: {
		...ALIKE,
		silent: 'out_of_touch',
		state: 'status',
		setting: 'version',
	},
	silence: {
		silent: { before: 'in touch', after: 'out of touch' },
		back: { before: 'out of touch', after: 'in touch' },
	},
	// The service says a status in words of its own.
	healthy: { state: /^(?!.*\bnot\b).*\brunning\b/, setting: /^/ },
	resting: new Set(),
};
