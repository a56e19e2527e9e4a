import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import { asText } from '../shared/json';
import type { Completion, Payload } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { normalizeKey } from '../shared/outcomes/namesakes';
import { findRows } from '../shared/pagination/wholeList';
import { LOG_SOURCES } from '../lists/logSources';
import { isListed, isListedAs } from './listedValues';

export type Added = Payload & {
	log_source: string;
	domain_name: string;
	ifExists: 'refuse' | 'return' | 'update';
	settings: Payload;
};

export const takesExisting = ({ ifExists }: Added): boolean => ifExists !== 'refuse';

/** The action of an added log source, told where an existing one is taken too. */
export const addedBy = (payload: Added): IDataObject =>
	takesExisting(payload) ? { action: 'created' } : {};

/** The outcome of an item whose log source exists. */
export const existingOutcome = ({ log_source_id }: IDataObject): Outcome => ({
	outcome: 'succeeded',
	extra: { log_source_id, action: 'unchanged' },
});

/**
 * Finds log sources that exist already, where an item takes them instead of a refusal. Only those
 * settings are left to send that the listing does not show.
 * @throws ApiError
 */
export async function findExisting<P extends Added>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const wanted = payloads.filter(takesExisting);
	const domains = [...new Set(wanted.map(({ domain_name }) => domain_name))];
	const [only, ...others] = wanted;
	const queries =
		only !== undefined && others.length === 0
			? [{ log_source: only.log_source, domain_name: only.domain_name }]
			: domains.map((domain_name) => ({ domain_name }));
	const rows = wanted.length === 0 ? [] : await findRows(service, LOG_SOURCES, queries);
	const byName = new Map(rows.map((row) => [nameOf(row), row]));
	return new Map(
		wanted.map((payload): [P, Completion<P>] => {
			const row = byName.get(nameOf(payload));
			if (row === undefined) return [payload, { send: payload }];
			const settings = differing(row, payload.settings);
			return [payload, { outcome: existingOutcome(row), payload: { ...payload, settings } }];
		}),
	);
}

const nameOf = ({ log_source, domain_name }: IDataObject | Added): string =>
	JSON.stringify([normalizeKey(asText(log_source)), normalizeKey(asText(domain_name))]);

const differing = (row: IDataObject, settings: Payload): Payload =>
	Object.fromEntries(
		Object.entries(settings).filter(
			([name, value]) => !isListed(name) || !isListedAs(row, name, value),
		),
	);
