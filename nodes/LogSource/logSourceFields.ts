import { LOG_SOURCES } from '../contract/lists';
import { domainPicker, idOrNamePicker } from '../editor/pickers';
import type { IdOrName } from '../shared/parameters/fieldReaders';
import { marks } from '../shared/parameters/presence';
import type { Target } from '../shared/records/findRecords';

export const logSourcePicker = (description: string) =>
	idOrNamePicker(LOG_SOURCES, 'searchLogSources', description);

/** The members that all writes of a log source share. */
export const LOG_SOURCE_WRITE = {
	list: LOG_SOURCES,
	identityColumns: ['log_source', 'domain_name', 'log_source_id'],
	maxBatchSize: 100,
} as const;

export const DOMAIN_OPTION = {
	...domainPicker('The domain of a log source that is selected by its name'),
	typeOptions: marks('needsValue'),
};

/** Returns the log source that the picker and Domain identify. An ID needs no domain. */
export function logSourceTarget(
	{ id, name }: IdOrName,
	{ domain_name }: { domain_name?: string },
): Target {
	if (id !== undefined) return { id };
	return domain_name === undefined ? { name } : { name, within: { domain_name } };
}
