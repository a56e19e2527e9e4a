import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../shared/http/apiError';
import { toJson, type Id } from '../shared/json';
import type { Completion, Payload } from '../shared/operation/operation';
import type { Service } from '../shared/pagination/service';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { listedRules, listedValues, ruleOf } from './listing';

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

/**
 * Compares payloads with the listings of their log types, one listing a log type. A listing that is
 * refused fails the payloads of its log type.
 * @throws ApiError if no log type can be listed
 */
export async function compareWithListings<P extends Payload & { log_type_id: Id }>(
	payloads: readonly P[],
	service: Service,
	completionOf: (payload: P, rules: readonly IDataObject[]) => Completion<P>,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const listings = new Map<string, IDataObject[] | ApiError>();
	const completed = new Map<P, Completion<P>>();
	for (const payload of payloads) {
		const logType = String(payload.log_type_id);
		const rules = listings.get(logType) ?? (await rulesOrError(service, payload.log_type_id));
		listings.set(logType, rules);
		completed.set(
			payload,
			rules instanceof ApiError ? { error: rules } : completionOf(payload, rules),
		);
	}
	return completed;
}

/** The rules of a log type, or why they cannot be listed. @throws ApiError if none can */
async function rulesOrError(service: Service, log_type_id: Id): Promise<IDataObject[] | ApiError> {
	try {
		return await listedRules(service, log_type_id);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.stopsAll) throw apiError;
		return apiError;
	}
}

/** What becomes of an item for a rule that an earlier item writes: the same, or an error if it differs. */
export const repeated = <P extends Payload & { log_type_id: Id }>(
	earlier: P,
	payload: P,
	rule: string,
): Completion<P> =>
	toJson(earlier) === toJson(payload)
		? { sameAs: earlier, detail: 'Same as an earlier item' }
		: {
				error: new InvalidParameterError(
					`An earlier item sets other values for the parser rule ${rule} of the log type ${payload.log_type_id}`,
					'Give each rule of a log type in one item.',
				),
			};
