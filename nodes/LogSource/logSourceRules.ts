import { domainPicker, idOrNamePicker } from '../editor/pickers';
import { LOG_SOURCES } from '../lists/lists';
import { pick, toId } from '../shared/json';
import type { IdOrName } from '../shared/parameters/fieldReaders';
import type { Target } from '../shared/records/directory';
import type { RecordRules } from '../shared/records/recordRules';
import { equalsIgnoringCase, quoted } from '../shared/texts';

export const logSourcePicker = (description: string) =>
	idOrNamePicker(LOG_SOURCES, 'searchLogSources', description);

/** The names and the ID of a log source in rows and in the list. */
export const IDENTITY_COLUMNS = ['log_source', 'domain_name', 'log_source_id'];

export const DOMAIN_OPTION = {
	...domainPicker('The domain of a log source that is selected by its name'),
	typeOptions: { needsValue: true },
};

/** The log source that an item names, by its ID, or by its name and optionally its domain. */
type LogSourcePayload = ReturnType<typeof toPayload>;

/** Makes the payload that names a log source, from the picker and the option Domain. */
export const toPayload = ({ id, name }: IdOrName, domain_name: string | undefined) => ({
	log_source_id: id,
	log_source: name,
	domain_name: id === undefined ? domain_name : undefined,
});

export const targetOf = ({ log_source_id, log_source, domain_name }: LogSourcePayload): Target => ({
	id: log_source_id,
	name: log_source,
	within: domain_name === undefined ? {} : { domain_name },
});

/** The rules of a log source to change. The request takes only IDs. */
export const CHANGED_LOG_SOURCE: RecordRules<LogSourcePayload> = {
	target: targetOf,
	needsLookUp: ({ log_source_id }) => log_source_id === undefined,
	whenFound: (_payload, row) => ({
		send: { log_source_id: toId(row.log_source_id), log_source: undefined, domain_name: undefined },
		listed: pick(IDENTITY_COLUMNS, row),
	}),
};

/** The rules of a log source to delete. The service finds it by its ID or its name, but not by its FQDN. */
export const DELETED_LOG_SOURCE: RecordRules<LogSourcePayload> = {
	target: targetOf,
	whenFound: ({ log_source }, row) => {
		const listed = pick(IDENTITY_COLUMNS, row);
		if (log_source === undefined || equalsIgnoringCase(log_source, row.log_source)) {
			return { send: {}, listed };
		}
		const detail = `Enter its name ${quoted(row.log_source)} instead of its FQDN`;
		return { outcome: 'failed', detail, cells: listed };
	},
	// The service may tell names apart by their case, so a row in another spelling shows nothing.
	isDone: ({ log_source }, rows) => {
		if (rows.length === 0) return true;
		const isListed = log_source === undefined || rows.some((row) => row.log_source === log_source);
		return isListed ? false : undefined;
	},
};
