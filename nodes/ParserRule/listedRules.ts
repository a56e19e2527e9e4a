import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { asText, dataOf, toId, toJson, type Id, type JsonObject } from '../shared/json';
import type { Completion, Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { settle } from '../shared/outcomes/settle';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { extractRows, singlePage, type Paginator } from '../shared/pagination/paginate';

/** Get parser rules: GET /api/v2/log-type/parser */
export const listRequest = (log_type_id: Id): ApiRequest => ({
	method: 'GET',
	path: '/log-type/parser',
	query: { log_type_id },
});

/** The custom rules of a log type, in one answer. */
export const rulePage = singlePage((body) => dataOf(body).rules);

/** Get log types: GET /api/v2/log-type */
export const LOG_TYPES: ApiRequest = { method: 'GET', path: '/log-type' };

const logTypePage = singlePage((body) => dataOf(body).types);

/** The custom rules of every log type, with the log type in each row. */
export const rulesOfAllTypes: Paginator = async function* (service, request, wanted) {
	for await (const types of logTypePage(service, request, wanted)) {
		for (const { log_type_id, log_type_display_name } of types) {
			const id = toId(log_type_id);
			if (id === undefined) throw unexpectedAnswer(request, 'a log type has no id');
			for await (const rules of rulePage(service, listRequest(id), wanted)) {
				yield rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name }));
			}
		}
	}
};

/** The fields of a listed rule that a person reads first. */
export const RULE_COLUMNS = ['rule_name', 'origin', 'method', 'regex', 'apply_when'] as const;

/** The custom rules of a log type. @throws ApiError */
export async function listedRules(service: Service, log_type_id: Id): Promise<IDataObject[]> {
	const request: ApiRequest = { ...listRequest(log_type_id), scope: 'logformats.READ' };
	const { body } = await service.send(request);
	return extractRows(body, (answer) => dataOf(answer).rules, request);
}

/**
 * Looks up rules whose outcome is open in the listings of their log types.
 * @param isDone whether a listing shows what was asked for, and what it tells of the rule
 */
export const lookUpRules =
	<P extends Payload & { log_type_id?: Id }>(
		isDone: (
			payload: P,
			rules: readonly IDataObject[],
		) => [done?: boolean | undefined, extra?: IDataObject],
	) =>
	async (
		written: ReadonlyArray<Written<P>>,
		_answers: readonly JsonObject[],
		service: Service,
	): Promise<Map<P, Outcome>> => {
		const listings = new Map<string, IDataObject[]>();
		const outcomes = new Map<P, Outcome>();
		for (const item of written) {
			const { log_type_id } = item.payload;
			if (item.outcome.outcome !== 'unknown' || log_type_id === undefined) continue;
			const rules = listings.get(String(log_type_id)) ?? (await listedRules(service, log_type_id));
			listings.set(String(log_type_id), rules);
			outcomes.set(item.payload, settle(item, ...isDone(item.payload, rules)));
		}
		return outcomes;
	};

/** The rule of that id among listed ones. */
export const ruleOf = (rules: readonly IDataObject[], rule_id: Id): IDataObject | undefined =>
	rules.find((rule) => toId(rule.rule_id) === rule_id);

/** The fields of a rule that the listing returns (interface specification, Get parser rules). */
const LISTED = ['rule_name', 'method', 'regex', 'apply_when'] as const;

/** The fields of a rule that the listing does not return, as the editor calls them. */
const NOT_LISTED = { fields: 'Field Mappings', delimiter: 'Delimiter', sample_log: 'Sample Log' };

/** Whether a listed rule has the values of a payload; undefined where it has other values too. */
export function hasValues(rule: IDataObject, values: Payload): boolean | undefined {
	const isDifferent = LISTED.some(
		(name) => values[name] !== undefined && asText(rule[name]) !== asText(values[name]),
	);
	if (isDifferent) return false;
	return Object.keys(NOT_LISTED).every((name) => values[name] === undefined) ? true : undefined;
}

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
		if (earlier !== undefined) return repeated(earlier, payload, String(rule_id), {});
		const rule = ruleOf(rules, rule_id);
		if (rule === undefined) return { error: notFound(log_type_id, rule_id) };
		changed.set(String(rule_id), payload);
		return { send: { ...listedValues(rule), ...payload } };
	});
}

/** What becomes of an item for a rule that an earlier item writes: the same, or an error where it differs. */
export const repeated = <P extends Payload & { log_type_id: Id }>(
	earlier: P,
	payload: P,
	rule: string,
	extra: IDataObject,
): Completion<P> =>
	toJson(earlier) === toJson(payload)
		? { sameAs: earlier, extra }
		: {
				error: new InvalidParameterError(
					`An earlier item sets other values for the parser rule ${rule} of the log type ${payload.log_type_id}`,
					'Give each rule of a log type in one item.',
				),
			};

/**
 * Compares payloads with the listings of their log types, one listing a log type. A listing that is
 * refused fails the payloads of its log type.
 * @throws ApiError where no log type can be listed
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

/** The rules of a log type, or why they cannot be listed. @throws ApiError where none can */
async function rulesOrError(service: Service, log_type_id: Id): Promise<IDataObject[] | ApiError> {
	try {
		return await listedRules(service, log_type_id);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.details.stopsAll === true) throw apiError;
		return apiError;
	}
}

/** The values of a rule that the listing shows. */
export const listedValues = (rule: IDataObject): Record<string, string> =>
	Object.fromEntries(
		LISTED.flatMap((name) => {
			const value = rule[name];
			return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
		}),
	);

const notFound = (log_type_id: Id, rule_id: Id): InvalidParameterError =>
	new InvalidParameterError(
		`The log type ${log_type_id} has no parser rule ${rule_id}`,
		'Choose the log type of the rule, and a rule of its list.',
	);

/** What a change leaves out although the listing does not return it. */
export function notListedNotes(change: Payload): string[] {
	const missing = Object.entries(NOT_LISTED).flatMap(([name, shown]) =>
		change[name] === undefined ? [shown] : [],
	);
	return missing.length === 0
		? []
		: [
				`The service does not list ${missing.join(', ')} of a rule, so they were not sent. If the rule has them, set them here too: a service that replaces whole rules drops what is not sent`,
			];
}
