import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../shared/pagination/service';
import type { Id, JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { isOpen, settle } from '../shared/outcomes/settle';
import { listedRules } from './listing';

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
			if (!isOpen(item) || log_type_id === undefined) continue;
			const rules = listings.get(String(log_type_id)) ?? (await listedRules(service, log_type_id));
			listings.set(String(log_type_id), rules);
			outcomes.set(item.payload, settle(item, ...isDone(item.payload, rules)));
		}
		return outcomes;
	};
