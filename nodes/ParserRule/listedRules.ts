import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../shared/http/apiError';
import type { ApiRequest, Service } from '../shared/http/request';
import { asText, dataOf, toId, type Id, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { settle } from '../shared/outcomes/settle';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { extractRows, singlePage } from '../shared/pagination/paginate';

/** Get parser rules: GET /api/v2/log-type/parser */
export const listRequest = (log_type_id: Id): ApiRequest => ({
	method: 'GET',
	path: '/log-type/parser',
	query: { log_type_id },
});

/** The custom rules of a log type, in one answer. */
export const rulePage = singlePage((body) => dataOf(body).rules);

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

/** Whether a listed rule has the values of a payload; undefined where it has other values too. */
export function hasValues(rule: IDataObject, values: Payload): boolean | undefined {
	const isDifferent = LISTED.some(
		(name) => values[name] !== undefined && asText(rule[name]) !== asText(values[name]),
	);
	if (isDifferent) return false;
	return Object.keys(values).every((name) => isOneOf(LISTED, name)) ? true : undefined;
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);

/**
 * Adds to changes of rules the values that the service lists for what is not changed, and those of
 * earlier changes of the same rule. A listing that is refused fails the changes of its log type.
 */
export async function completeRules<P extends Payload & { log_type_id: Id; rule_id: Id }>(
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, P | InvalidParameterError | ApiError>> {
	const listings = new Map<string, IDataObject[] | ApiError>();
	const changed = new Map<string, P>();
	const completed = new Map<P, P | InvalidParameterError | ApiError>();
	for (const payload of payloads) {
		const { log_type_id, rule_id } = payload;
		const rules = listings.get(String(log_type_id)) ?? (await listing(service, log_type_id));
		listings.set(String(log_type_id), rules);
		const rule = rules instanceof ApiError ? rules : ruleOf(rules, rule_id);
		if (rule instanceof ApiError) completed.set(payload, rule);
		else if (rule === undefined) completed.set(payload, notFound(log_type_id, rule_id));
		else {
			const full = { ...listedValues(rule), ...changed.get(String(rule_id)), ...payload };
			changed.set(String(rule_id), full);
			completed.set(payload, full);
		}
	}
	return completed;
}

/** The rules of a log type, or why they cannot be listed. @throws ApiError where none can */
async function listing(service: Service, log_type_id: Id): Promise<IDataObject[] | ApiError> {
	try {
		return await listedRules(service, log_type_id);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.details.stopsAll === true) throw apiError;
		return apiError;
	}
}

const listedValues = (rule: IDataObject): Record<string, string> =>
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
export function notListedNotes({ fields, delimiter, sample_log }: Payload): string[] {
	const notListed = { 'Field Mappings': fields, Delimiter: delimiter, 'Sample Log': sample_log };
	const missing = Object.entries(notListed).flatMap(([name, value]) =>
		value === undefined ? [name] : [],
	);
	return missing.length === 0
		? []
		: [
				`The service does not list ${missing.join(', ')} of a rule, so they were not sent. If the rule has them, set them here too: a service that replaces whole rules drops what is not sent`,
			];
}
