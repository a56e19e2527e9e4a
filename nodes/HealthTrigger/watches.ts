import { AGENTS, LOG_SOURCES } from '../contract/lists';
import type { Query } from '../shared/http/request';
import type { ServiceList } from '../shared/pagination/list';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import type { Settings } from './fields';

/** The aspects of log sources or agents to watch, and the fields of the list that show them. */
export interface Watch {
	kind: 'log_source' | 'agent';
	list: ServiceList;
	query: Query;
	/** The types to watch, in lower case; empty for all types. */
	types: readonly string[];
	/** The fields of the list that items show beside the name, by their names in the item. */
	labelFields: Readonly<Record<string, string>>;
	/** The fields that hold states, the main one first, by the name of their change. */
	stateFields: Readonly<Record<string, string>>;
	/** Matches the states of a healthy record, in lower case. */
	healthyStates: RegExp;
	/** Matches the states in which no event is expected, in lower case. */
	silenceExemptStates?: RegExp;
	/** The state of a record that is not silent. */
	activeState: string;
	/** The time without an event or a sync after which a record is silent. */
	silentAfterSeconds: number;
	chosenChanges: readonly string[];
}

/** Makes the watches of the chosen changes. @throws InvalidParameterError if no change is chosen */
export function watchesOf({ filters, ...settings }: Settings): Watch[] {
	const { types = [], domain_name, log_source_group } = filters;
	const silentAfterSeconds = settings.silentAfter * 60;
	const logSources: Watch = {
		kind: 'log_source',
		list: LOG_SOURCES,
		query: { domain_name, log_source_group },
		types: types.map((type) => type.toLowerCase()).sort(),
		labelFields: { domain: 'domain_name', group: 'log_source_group', type: 'log_type_name' },
		stateFields: {
			collector_state: 'log_collector_state',
			collection_status: 'log_collection_status',
		},
		healthyStates: /^(?:active|enabled)?$/,
		silenceExemptStates: /^(?:decommissioned_device|disabled)$/,
		activeState: 'receiving',
		silentAfterSeconds,
		chosenChanges: settings.logSourceChanges,
	};
	const agents: Watch = {
		kind: 'agent',
		list: AGENTS,
		query: {},
		types: [],
		labelFields: {},
		stateFields: { status: 'status' },
		// The service writes the status in free text.
		healthyStates: /^$|^(?!.*\bnot\b).*\brunning\b/,
		activeState: 'synchronizing',
		silentAfterSeconds,
		chosenChanges: settings.agentChanges,
	};
	const watches = [logSources, agents].filter(({ chosenChanges }) => chosenChanges.length > 0);
	if (watches.length > 0) return watches;
	throw new InvalidParameterError('No change is chosen', 'Choose at least one change.');
}
