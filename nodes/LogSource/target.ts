import { domainPicker, idOrNamePicker } from '../editor/pickers';
import { LOG_SOURCES } from '../lists/lists';
import { pick } from '../shared/json';
import type { LookUp } from '../shared/operation/operation';
import type { IdOrName } from '../shared/parameters/fieldReaders';
import { asText, equalsIgnoringCase } from '../shared/texts';

export const logSourcePicker = (description: string) =>
	idOrNamePicker(LOG_SOURCES, 'searchLogSources', description);

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

/**
 * Makes the look-up of the log source that an item names.
 * @param sendsIds whether the request takes only IDs
 */
export const logSourceLookUp = (
	sendsIds: boolean,
	wasCarriedOut: LookUp<LogSourcePayload>['wasCarriedOut'],
): LookUp<LogSourcePayload> => ({
	target: ({ log_source_id, log_source, domain_name }) => ({
		id: log_source_id,
		name: log_source,
		within: domain_name === undefined ? {} : { domain_name },
	}),
	requiresRow: ({ log_source_id }) => sendsIds && log_source_id === undefined,
	resolve: ({ log_source }, row, log_source_id) => {
		const listedValues = pick(LOCATION_FIELDS, row);
		if (sendsIds) {
			return {
				set: { log_source_id, log_source: undefined, domain_name: undefined },
				listedValues,
			};
		}
		// The service finds a log source by its name, but not by its FQDN.
		return log_source === undefined || equalsIgnoringCase(log_source, row.log_source)
			? { set: {}, listedValues }
			: {
					outcome: 'failed',
					detail: `Enter its name "${asText(row.log_source)}" instead of its FQDN`,
					rowValues: listedValues,
				};
	},
	wasCarriedOut,
});

const LOCATION_FIELDS = ['log_source', 'domain_name', 'log_source_id'];
