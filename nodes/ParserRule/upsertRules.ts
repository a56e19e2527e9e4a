import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import { toId, type Id } from '../shared/json';
import type { Completion, Payload } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { compareWithListings, repeated } from './compareWithListings';
import { hasValues, listedValues, notListedNotes } from './listedValues';

/** A rule to create or, where its id is known, to update. */
export type Upsert = Payload & {
	log_type_id: Id;
	rule_name: string;
	rule_id?: Id;
	/** What becomes of a rule that sets what is not listed, and is otherwise as it is listed. */
	ifSame: 'update' | 'leave';
};

/**
 * Finds the rules of that name in the listings of their log types, one listing a log type. A rule is
 * updated with its listed values for what is not set, and left alone where nothing differs. Names are
 * compared with regard to case: a log type may have rules that differ in it alone.
 * @throws ApiError where no log type can be listed
 */
export async function findRulesByName<P extends Upsert>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const named = new Map<string, P>();
	return await compareWithListings(payloads, service, (payload, rules) => {
		const name = JSON.stringify([String(payload.log_type_id), payload.rule_name]);
		const earlier = named.get(name);
		if (earlier !== undefined) {
			const extra = { action: 'unchanged' };
			return repeated(earlier, payload, `"${payload.rule_name}"`, extra);
		}
		const completion = completionOf(payload, rules, service);
		if (!('error' in completion)) named.set(name, payload);
		return completion;
	});
}

function completionOf<P extends Upsert>(
	payload: P,
	rules: readonly IDataObject[],
	{ note }: Service,
): Completion<P> {
	const [rule, ...others] = rules.filter(({ rule_name }) => rule_name === payload.rule_name);
	if (rule === undefined) return { send: payload };
	const rule_id = toId(rule.rule_id);
	if (rule_id === undefined || others.length > 0) return { error: ambiguous(payload) };
	const isSame = hasValues(rule, payload);
	if (isSame === true || (isSame === undefined && payload.ifSame === 'leave')) {
		const extra = { rule_id: rule.rule_id, action: 'unchanged' };
		if (isSame === undefined) {
			note(
				'The service does not list field mappings, delimiters and sample logs, so they were not compared',
			);
		}
		return { outcome: { outcome: 'succeeded', extra } };
	}
	notListedNotes(payload).forEach((message) => note(message));
	return { send: { ...listedValues(rule), ...payload, rule_id } };
}

const ambiguous = ({ log_type_id, rule_name }: Upsert): InvalidParameterError =>
	new InvalidParameterError(
		`The log type ${log_type_id} has more than one parser rule named "${rule_name}"`,
		'Change the one that is meant with Update and its ID, or give the others another name.',
	);
