import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import { asText, toId, type Id } from '../shared/json';
import { Namesakes, normalizeKey } from '../shared/outcomes/namesakes';
import type { Completion, Payload } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { compareWithListings, repeated } from './completeRules';
import { hasValues, listedValues, notListedNotes } from './listing';

/** A rule to create or, if its id is known, to update. */
export type Upsert = Payload & {
	log_type_id: Id;
	rule_name: string;
	rule_id?: Id;
	/** What becomes of a rule that sets what is not listed, and is otherwise as it is listed. */
	ifSame: 'update' | 'leave';
};

/**
 * Finds the rules of that name in the listings of their log types, one listing a log type. A rule is
 * updated with its listed values for what is not set, and left alone if nothing differs. An exact
 * spelling wins over one that differs in case or in blanks around it. A rule is written by one item.
 * @throws ApiError if no log type can be listed
 */
export async function findRulesByName<P extends Upsert>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const written = new Map<string, P>();
	return await compareWithListings(payloads, service, (payload, rules) => {
		const { log_type_id, rule_name } = payload;
		const named = new Namesakes(rules, (row) => asText(row.rule_name)).find(rule_name);
		const [rule, ...others] = named;
		if (others.length > 0) return { error: ambiguous(payload) };
		const thing = rule === undefined ? normalizeKey(rule_name) : { id: asText(rule.rule_id) };
		const key = JSON.stringify([String(log_type_id), thing]);
		const earlier = written.get(key);
		if (earlier !== undefined) return repeated(earlier, payload, `"${rule_name}"`);
		written.set(key, payload);
		return rule === undefined ? { send: payload } : completionOf(payload, rule, service);
	});
}

function completionOf<P extends Upsert>(
	payload: P,
	rule: IDataObject,
	{ note }: Service,
): Completion<P> {
	const rule_id = toId(rule.rule_id);
	if (rule_id === undefined) return { error: ambiguous(payload) };
	const isSame = hasValues(rule, payload);
	if (isSame === true || (isSame === undefined && payload.ifSame === 'leave')) {
		if (isSame === undefined) {
			note(
				'The service does not list field mappings, delimiters and sample logs, so they were not compared',
			);
		}
		const extra = { rule_id: rule.rule_id };
		return { outcome: { outcome: 'succeeded', detail: 'Already as asked for', extra } };
	}
	notListedNotes(payload).forEach((message) => note(message));
	return { send: { ...listedValues(rule), ...payload, rule_id } };
}

const ambiguous = ({ log_type_id, rule_name }: Upsert): InvalidParameterError =>
	new InvalidParameterError(
		`The log type ${log_type_id} has more than one parser rule named "${rule_name}"`,
		'Change the one that is meant with Update and its ID, or give the others another name.',
	);
