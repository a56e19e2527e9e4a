import type { Service } from '../shared/pagination/service';
import type { Id } from '../shared/json';
import type { Completion, Payload } from '../shared/operation/operation';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { compareWithListings, repeated } from './compareWithListings';
import { listedValues } from './listedValues';
import { ruleOf } from './listing';

/**
 * Adds to changes of rules the values that the service lists for what is not changed. A rule is changed
 * by one item at most, since a later request would carry the values of an earlier one that may be
 * refused. A listing that is refused fails the changes of its log type.
 */
export async function completeRules<P extends Payload & { log_type_id: Id; rule_id: Id }>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const changed = new Map<string, P>();
	return await compareWithListings(payloads, service, (payload, rules) => {
		const { log_type_id, rule_id } = payload;
		const earlier = changed.get(String(rule_id));
		if (earlier !== undefined) return repeated(earlier, payload, String(rule_id));
		const rule = ruleOf(rules, rule_id);
		if (rule === undefined) return { error: notFound(log_type_id, rule_id) };
		changed.set(String(rule_id), payload);
		return { send: { ...listedValues(rule), ...payload } };
	});
}

const notFound = (log_type_id: Id, rule_id: Id): InvalidParameterError =>
	new InvalidParameterError(
		`The log type ${log_type_id} has no parser rule ${rule_id}`,
		'Choose the log type of the rule, and a rule of its list.',
	);
