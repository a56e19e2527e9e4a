import { LOG_SOURCES } from '../lists/lists';
import { idOrNameLocator, nameLocator } from '../pickers/locators';
import { asText, type Id } from '../shared/json';
import { resolveNames } from '../shared/operation/listedThing';
import type { Completion, Payload, ListedThing } from '../shared/operation/operation';
import { omit } from '../shared/parameters/given';
import type { Service } from '../shared/pagination/service';
import type { Reference } from '../shared/parameters/scalars';

/** A log source as an item names it: by its id, or by its name and maybe its domain. */
export type Named = Payload & { log_source_id?: Id; log_source?: string; domain_name?: string };

export const logSourceLocator = <const D extends string>(description: D) =>
	idOrNameLocator('searchLogSources', 'e.g. WEB01', {
		displayName: 'Log Source',
		name: 'log_source_id',
		required: true,
		description,
	});

export const DOMAIN_OF_NAME = nameLocator('searchDomainNames', 'e.g. corp.example.com', {
	displayName: 'Domain',
	name: 'domain_name',
	description: 'The domain of a log source that is selected by its name',
});

/** The log source that a picker and the option Domain name. */
export const named = ({ id, name }: Reference, domain_name: string | undefined): Named =>
	id === undefined
		? { log_source: name, ...(domain_name === undefined ? {} : { domain_name }) }
		: { log_source_id: id };

/** A log source that a write needs. */
export const NEEDED_LOG_SOURCE = {
	list: LOG_SOURCES,
	wanted: ({ log_source_id, log_source, domain_name }: Named) => ({
		id: log_source_id,
		name: log_source,
		within: domain_name === undefined ? {} : { domain_name },
	}),
	columns: ['log_source', 'domain_name'],
	expects: 'one',
} as const satisfies ListedThing<Named>;

/** Finds the ids of log sources that are named. @throws ApiError */
export const resolve = async <P extends Named>(
	payloads: readonly P[],
	service: Service,
): Promise<Map<P, Completion<P>>> =>
	await resolveNames<P>(NEEDED_LOG_SOURCE, payloads, service, (payload, row, log_source_id) => ({
		...payload,
		log_source_id,
		log_source: asText(row.log_source),
		domain_name: asText(row.domain_name),
	}));

/** What is sent of a payload whose id is known: its names are not. */
export const withoutNames = <P extends Named>(payload: P): Omit<P, 'log_source' | 'domain_name'> =>
	omit(payload, 'log_source', 'domain_name');
