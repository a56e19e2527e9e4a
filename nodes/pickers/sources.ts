import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import {
	AGENTS,
	ALERT_PROFILES,
	DOMAINS,
	LOG_SOURCE_GROUPS,
	LOG_SOURCES,
	LOG_TYPES,
	PARSER_RULES,
} from '../lists/lists';
import type { ApiRequest } from '../shared/http/request';
import { asText, isObject, toId } from '../shared/json';
import type { List } from '../shared/pagination/list';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';

/** What a picker offers. */
export interface PickerSource {
	list: List;
	/** Narrows the list by what is chosen in other fields. */
	query?: (context: ILoadOptionsFunctions) => NonNullable<ApiRequest['query']>;
	item: (row: IDataObject) => INodeListSearchItems;
}

const named = (list: List, value: string): PickerSource => ({
	list,
	item: (row) => ({
		name: asText(row[list.name] ?? row[value]),
		value: idOrName(row[value]),
		...(list.detail === undefined ? {} : { description: asText(row[list.detail]) }),
	}),
});

const idOrName = (value: unknown): string | number =>
	typeof value === 'number' ? value : asText(value);

/** A picker whose value is the ID of the thing, or its name. */
const givingId = (list: List): PickerSource => named(list, list.id);

const givingName = (list: List): PickerSource => named(list, list.name);

/** The alert profiles, for a picker and for a drop-down of several values. */
export const alertProfiles = givingId(ALERT_PROFILES);

/** The sources of the pickers that list things, each of which is a row, by the names of their searches. */
export const pickerSources = {
	searchLogSources: {
		list: LOG_SOURCES,
		// Several domains may have a log source of the same name.
		item: ({ log_source, log_source_id, domain_name }) => ({
			name: `${asText(log_source)} (${asText(domain_name)})`,
			value: idOrName(log_source_id),
		}),
	},
	searchLogSourceGroupNames: givingName(LOG_SOURCE_GROUPS),
	searchAgents: givingId(AGENTS),
	searchAlertProfiles: alertProfiles,
	searchDomainNames: givingName(DOMAINS),
	searchLogTypes: givingId(LOG_TYPES),
	searchParserRules: {
		...givingId(PARSER_RULES),
		query: (context) => ({ log_type_id: chosenLogType(context) }),
	},
} satisfies Record<string, PickerSource>;

function chosenLogType(context: ILoadOptionsFunctions): number | bigint {
	const chosen = context.getCurrentNodeParameter('log_type_id');
	const id = toId(isObject(chosen) && 'value' in chosen ? chosen.value : chosen);
	if (id !== undefined) return id;
	throw new InvalidParameterError(
		'Choose a log type first',
		'The parser rules of the chosen log type are listed here.',
	);
}
